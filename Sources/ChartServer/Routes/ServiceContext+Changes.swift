import ChartSeries
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
        let answer: ChangeAnswer
        do {
            let prepared = try TracedStep.decode.span { try interpreter.prepare(change) }
            answer = try await withSession(of: request, cell, takesLong: prepared.mayTakeLong) { cell in
                guard !isDryRun else {
                    return try TracedStep.apply.span { try sessions.tryOut(cell, prepared.apply) }
                }
                let pending = try TracedStep.apply.span {
                    try sessions.change(cell, as: prepared.record, prepared.apply)
                }
                return try await TracedStep.commit.asyncSpan { try await pending.committed() }
            }
            if operation == .postEvents, !isDryRun { metrics.countBatch(events: prepared.eventCount) }
        } catch {
            if let dataset { catalog.release(dataset) }
            throw error
        }
        if let released = isDryRun ? dataset : answer.releasedDataset { catalog.release(released) }
        return Response(WholeAnswer(answer))
    }

    /// Reads events to post them as ``change(_:_:)`` does where nobody has to wait but for the commit.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The events.
    /// - Returns: What posts them; nil for a session that rests in the store, that takes longer to answer or that somebody
    ///   works with, and for a dry run.
    /// - Throws: A problem.
    func readEventsBriefly(_ request: RouteRequest, _ body: [UInt8]) throws -> BriefWork? {
        let view = try request.query.view(window: .auto, hasSpecification: false)
        guard try !request.query.changeMode().isDryRun, let cell = try cellInMemory(request, as: .driver),
            cell.windowEffort <= (view.window == .none ? .usual : .brief), !cell.isAtWork
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
    /// - Returns: Whether they are taken: not for a session that has just left memory.
    private func postBriefly(
        _ prepared: PreparedChange, to cell: SessionCell, _ complete: BriefCompletion
    ) -> Bool {
        do {
            let pending = try sessions.change(cell, as: prepared.record, isDue: false, prepared.apply)
            let eventCount = prepared.eventCount
            if let answer = pending.known {
                complete(self.answer(.success(answer), ofEvents: eventCount))
            } else {
                pending.whenCommitted { result in
                    complete(making: { self.answer(result(), ofEvents: eventCount) })
                }
            }
        } catch SessionError.evicted {
            return false
        } catch let error as SessionError {
            complete(.failure(Problem(error)))
        } catch {
            complete(.failure(error))
        }
        return true
    }

    private func answer(
        _ result: Result<ChangeAnswer, SessionError>, ofEvents count: Int
    ) -> Result<WholeAnswer, any Error> {
        switch result {
        case .success(let answer):
            metrics.countBatch(events: count)
            return .success(WholeAnswer(answer))
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

extension WholeAnswer {
    /// The answer to a change.
    fileprivate init(_ answer: ChangeAnswer) {
        self =
            answer.status == .noContent
            ? .noContent(headers: answer.headers) : .json(answer.body, status: answer.status, headers: answer.headers)
    }
}
