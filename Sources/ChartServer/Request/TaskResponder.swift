import ChartSessions
import ChartWire
import Hummingbird
import Logging
import NIOHTTP1

/// Answers requests in tasks of Hummingbird's: those that an event loop hands on, and those that it does not begin.
struct TaskResponder: HTTPResponder {
    /// The way in.
    let admission: Admission
    /// The requests that event loops have begun.
    var handovers = Handovers()
    /// Called once a change was made that waits for its commit.
    let endTurn: @Sendable () -> Void

    /// Answers a request, always; only a broken HTTP message goes on as an error, for Hummingbird to close.
    func respond(to request: Request, context: ChartRequestContext) async throws -> Response {
        let exchange: Exchange
        let begun: Result<Reply, any Error>
        if let handedOn = try handovers.take(context.channel) {
            (exchange, begun) = (handedOn.exchange, .success(handedOn.reply))
        } else {
            exchange = admit(request, context)
            begun = exchange.reply
        }
        let result: Result<Answer, any Error>
        do {
            result = .success(
                try await LongWork.$client.withValue(exchange.client) {
                    try await exchange.runAsync { try await answer(exchange, begun, request, context) }
                })
        } catch let error as HTTPParserError {
            throw error
        } catch {
            result = .failure(error)
        }
        return Response(await exchange.finishOnceAudited(result), isHead: request.method == .head, on: context.loop)
    }

    private func admit(_ request: Request, _ context: ChartRequestContext) -> Exchange {
        let incoming = IncomingRequest(
            request.head, match: admission.table.match(request.method, request.head.path ?? ""), from: context.peer,
            proxies: admission.proxies)
        return admission.admit(incoming, logger: context.logger)
    }

    /// Follows a reply to its answer.
    private func answer(
        _ exchange: Exchange, _ begun: Result<Reply, any Error>, _ request: Request, _ context: ChartRequestContext
    ) async throws -> Answer {
        let task = RequestTask(request: request, context: context, exchange: exchange)
        var reply = try begun.get()
        while true {
            switch reply {
            case .now(let answer): return answer
            case .afterBody(let next):
                try exchange.request?.contentType()
                reply = try next(try await task.wholeBody())
            case .afterReads(let next): reply = try next()
            case .onCommit(let waiting):
                endTurn()
                return try await TracedStep.commit.asyncSpan { try await waiting.committed() }
            case .work(let next): reply = try await next(task)
            }
        }
    }
}

extension AnswerOnCommit {
    /// Waits for the commit.
    fileprivate func committed() async throws -> Answer {
        let outcome: Result<ChangeAnswer, SessionError>
        do throws(SessionError) {
            outcome = .success(try await pending.committed())
        } catch {
            outcome = .failure(error)
        }
        return try answer(outcome).get()
    }
}
