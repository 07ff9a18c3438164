import ChartSeries
import ChartService
import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird

extension Route {
    /// A route that changes a session.
    static func changing(
        _ operation: ChangeOperation, _ method: HTTPRequest.Method, _ pattern: String, in context: ServiceContext
    ) -> Route {
        Route(
            method: method, pattern: pattern, operationID: operation.rawValue, query: operation.query,
            body: operation.hasBody ? .json : .none
        ) { request in
            try await TracedStep.request(operation.rawValue, of: request.headers, tracer: context.tracer) {
                try await context.change(operation, request)
            }
        }
    }
}

extension ServiceContext {
    /// What the query of a request asks to see, within the bounds of an answer.
    func view(
        of request: RouteRequest, window: SurfaceView.WindowPolicy, hasSpecification: Bool
    ) throws(Problem) -> SurfaceView {
        var view = try request.query.view(window: window, hasSpecification: hasSpecification)
        view.answerBytes = limits.answerBytes
        return view
    }

    /// Changes the session that a path names as one revision, and answers once it is committed.
    ///
    /// - Parameters:
    ///   - operation: What is to be done.
    ///   - request: The request; it may ask for a dry run and for an explanation.
    /// - Returns: The answer.
    /// - Throws: A problem; nothing has changed then.
    func change(_ operation: ChangeOperation, _ request: RouteRequest) async throws -> Response {
        _ = try request.query.view(window: .auto, hasSpecification: false)
        let isDryRun = try request.query.changeMode().isDryRun
        let cell = try await cell(request, as: .driver)
        try checkRate(operation, cell)
        var change = SessionChange(
            operation, of: request, body: operation.hasBody ? try await request.body() : [])
        let dataset = try change.dataset()
        if let dataset {
            change.table = try await LongWork.run(if: catalog.isChanging) { try retain(dataset) }
        }
        let written: WrittenAnswer
        do {
            let prepared = try TracedStep.decode.span { try interpreter.prepare(change) }
            written = try await withSession(of: request, cell) { cell in
                try await isDryRun ? tryOut(prepared, on: cell) : self.change(cell, prepared)
            }
            if operation == .postEvents, !isDryRun { metrics.countBatch(events: prepared.eventCount) }
        } catch {
            if let dataset { catalog.release(dataset) }
            throw error
        }
        if let released = isDryRun ? dataset : written.answer.releasedDataset { catalog.release(released) }
        return Response(try WholeAnswer(written))
    }

    /// Answers what a change would do.
    private func tryOut(_ prepared: PreparedChange, on cell: SessionCell) async throws -> WrittenAnswer {
        let answer = try TracedStep.apply.span { try sessions.tryOut(cell, prepared.apply) }
        let body = try await LongWork.run(if: answer.body.effort == .long) { try answer.body.writeWithinLimit() }
        return WrittenAnswer(answer: answer, body: .success(body))
    }

    /// Makes a change, and answers it once it is committed.
    private func change(_ cell: SessionCell, _ prepared: PreparedChange) async throws -> WrittenAnswer {
        let pending: Pending<ChangeAnswer>
        do {
            pending = try TracedStep.apply.span {
                try sessions.change(cell, as: prepared.record, prepared.applyWithinLimit)
            }
        } catch is AnswerLengthUnknown {
            _ = try await tryOut(prepared, on: cell)
            pending = try TracedStep.apply.span { try sessions.change(cell, as: prepared.record, prepared.apply) }
        }
        // The answer is written while the store commits the change.
        let draft = pending.draft.body
        let body = await LongWork.run(if: draft.effort == .long) { Result { try draft.write() } }
        return WrittenAnswer(
            answer: try await TracedStep.commit.asyncSpan { try await pending.committed() }, body: body)
    }

    /// Reads events to post them as ``change(_:_:)`` does where nobody has to wait but for the commit.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The events.
    /// - Returns: What posts them; nil for a session that rests in the store or takes longer to answer, and for a dry run.
    /// - Throws: A problem.
    func readEventsBriefly(_ request: RouteRequest, _ body: [UInt8]) throws -> BriefWork? {
        let view = try request.query.view(window: .auto, hasSpecification: false)
        guard try !request.query.changeMode().isDryRun, let cell = try cellInMemory(request, as: .driver),
            view.window == .none || cell.windowEffort <= .short
        else { return nil }
        try checkRate(.postEvents, cell)
        try request.contentType()
        let prepared = try interpreter.prepare(SessionChange(.postEvents, of: request, body: body))
        return { complete in self.postBriefly(prepared, to: cell, complete) }
    }

    /// Posts events that have been read.
    ///
    /// - Parameters:
    ///   - prepared: The events.
    ///   - cell: The session.
    ///   - complete: Takes the answer once it is committed, or the problem; nothing has changed then.
    /// - Returns: Whether they are taken: not for a session that has just left memory, nor where the answer may be too long.
    private func postBriefly(
        _ prepared: PreparedChange, to cell: SessionCell, _ complete: BriefCompletion
    ) -> Bool {
        do {
            let pending = try sessions.change(cell, as: prepared.record, isDue: false, prepared.applyWithinLimit)
            let eventCount = prepared.eventCount
            // Written before the commit is known: the store works meanwhile.
            let body = Result { try pending.draft.body.write() }
            if let answer = pending.known {
                complete(self.answer(.success(answer), body, ofEvents: eventCount))
            } else {
                pending.whenCommitted { result in
                    complete(making: { self.answer(result(), body, ofEvents: eventCount) })
                }
            }
        } catch SessionError.evicted {
            return false
        } catch is AnswerLengthUnknown {
            return false
        } catch let error as SessionError {
            complete(.failure(Problem(error)))
        } catch {
            complete(.failure(error))
        }
        return true
    }

    private func answer(
        _ result: Result<ChangeAnswer, SessionError>, _ body: Result<[UInt8], any Error>, ofEvents count: Int
    ) -> Result<WholeAnswer, any Error> {
        switch result {
        case .success(let answer):
            metrics.countBatch(events: count)
            return Result { try WholeAnswer(WrittenAnswer(answer: answer, body: body)) }
        case .failure(let error): return .failure(Problem(error))
        }
    }

    private func checkRate(_ operation: ChangeOperation, _ cell: SessionCell) throws(Problem) {
        guard operation == .postEvents, let limit = limits.batchesPerSecond,
            !cell.admitsBatch(limit: limit, now: sessions.now)
        else { return }
        throw Problem(.rateExceeded, "A session takes \(limit) batches a second.", retryAfter: 1)
    }

    private func retain(_ dataset: String) throws(Problem) -> Table? {
        do throws(SessionRegistry.UnknownDataset) {
            return try sessions.retain([dataset]).first
        } catch {
            if let refusal = error.refusal { throw Problem(refusal) }
            throw Problem(.specificationUnknownDataset, "There is no dataset \"\(error.name)\".", pointer: "/dataset")
        }
    }
}

extension SessionChange {
    /// The change that a request asks for.
    fileprivate init(_ operation: ChangeOperation, of request: RouteRequest, body: [UInt8]) {
        self.init(
            operation: operation, surface: operation.namesSurface ? request.parameter("sid") : "",
            item: operation.item.map { request.parameter($0) } ?? "", query: request.query, body: body,
            ifMatch: request.ifMatch, refusesReplacing: request.ifNoneMatch?.contains("*") == true)
    }
}

/// The answer to a change that is made, and its body where that could be written.
private struct WrittenAnswer: Sendable {
    var answer: ChangeAnswer
    var body: Result<[UInt8], any Error>
}

extension WholeAnswer {
    /// The answer to a change.
    ///
    /// - Throws: What its body could not be written for.
    fileprivate init(_ written: WrittenAnswer) throws {
        let answer = written.answer
        do {
            let body = try written.body.get()
            self =
                answer.status == .noContent
                ? .noContent(headers: answer.headers) : .json(body, status: answer.status, headers: answer.headers)
        } catch let error as SessionError {
            throw Problem(error)
        }
    }
}
