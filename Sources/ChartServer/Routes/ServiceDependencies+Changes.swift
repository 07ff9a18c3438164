import ChartSeries
import ChartService
import ChartSessions
import ChartWire
import HTTPTypes

extension Route {
    /// A route that changes a session.
    static func changing(
        _ operation: ChangeOperation, _ method: HTTPRequest.Method, _ pattern: String, in service: ServiceDependencies
    ) -> Route {
        Route(
            method: method, pattern: pattern, operationID: operation.rawValue, access: .session(.driver),
            query: operation.query,
            body: operation.hasBody ? .json : .none, isTraced: true
        ) { request in
            try service.change(operation, request)
        }
    }
}

extension ServiceDependencies {
    /// What the query of a request asks to see, within the bounds of an answer.
    func view(
        of request: RouteRequest, window: SurfaceView.WindowPolicy, hasSpecification: Bool
    ) throws(Problem) -> SurfaceView {
        var view = try request.query.view(window: window, hasSpecification: hasSpecification)
        view.answerBytes = limits.answerBytes
        view.locale = view.locale ?? request.acceptedLocale
        return view
    }

    /// Changes the session that a path names as one revision, and answers once it is committed.
    ///
    /// - Parameters:
    ///   - operation: What is to be done.
    ///   - request: The request; it may ask for a dry run and for an explanation.
    /// - Returns: The reply.
    /// - Throws: A problem; nothing has changed then.
    func change(_ operation: ChangeOperation, _ request: RouteRequest) throws -> Reply {
        let shape = try AnswerShape(of: operation, request.query, accepting: request.acceptedLocale)
        return try withSession(request) { [self] cell in
            try checkRate(operation, cell)
            guard operation.hasBody else {
                return try reply(to: SessionChange(operation, shape, of: request), of: request, on: cell)
            }
            // A change is large: it is made once all of it is known.
            return .afterBody { [self] body in
                try reply(to: SessionChange(operation, shape, of: request, body), of: request, on: cell)
            }
        }
    }

    /// Reads a change whose body is there, and makes it.
    private func reply(to change: SessionChange, of request: RouteRequest, on cell: SessionCell) throws -> Reply {
        guard !change.operation.mayChangeDatasets else {
            return .work { [self, owner = cell.owner] _ in
                .now(try await changeSurfaces(change, request, ownedBy: owner))
            }
        }
        let prepared = try TracedStep.decode.span { try interpreter.prepare(change) }
        guard !change.shape.mode.isDryRun else {
            return .work { [self] _ in .now(try await tryOut(prepared, request)) }
        }
        // How long a trace is turns out when it is written, and whether another server was faster when it is committed.
        guard !change.shape.mode.isExplained, !sessions.isShared else {
            return .work { [self] _ in try await makeInTask(prepared, request) }
        }
        return .afterReads { [self] in try make(prepared, of: request, on: cell) }
    }

    /// Makes a change that only waits for its commit.
    private func make(_ prepared: PreparedChange, of request: RouteRequest, on cell: SessionCell) throws -> Reply {
        let pending: Pending<ChangeAnswer>
        do {
            pending = try TracedStep.apply.span {
                try sessions.change(cell, as: prepared.record, isDue: false, prepared.applyWithinLimit)
            }
        } catch  where Self.isForTask(error) {
            return .work { [self] _ in try await makeInTask(prepared, request) }
        } catch let error as SessionError {
            throw Problem(error)
        }
        let draft = pending.draft.body
        guard draft.effort <= .short else {
            sessions.flush()
            return .work { [self] _ in reply(to: prepared, (pending, await Self.written(draft))) }
        }
        // The answer is written while the store commits the change.
        return reply(to: prepared, (pending, Result { try draft.write() }))
    }

    /// Makes a change in a task, which brings the session back from the store where it was evicted.
    private func makeInTask(_ prepared: PreparedChange, _ request: RouteRequest) async throws -> Reply {
        let made = try await withStoredSession(request) { try await make(prepared, on: $0) }
        return reply(to: prepared, made)
    }

    /// Whether a change failed because a task has to make it: its session was evicted, or the length of its answer is not
    /// known before the answer is written.
    private static func isForTask(_ error: any Error) -> Bool {
        if case SessionError.evicted = error { return true }
        return error is AnswerLengthUnknown
    }

    /// A change that is made, and the body of its answer where that could be written.
    private typealias MadeChange = (pending: Pending<ChangeAnswer>, body: Result<[UInt8], any Error>)

    /// Makes a change in a task.
    private func make(_ prepared: PreparedChange, on cell: SessionCell) async throws -> MadeChange {
        let pending = try await sessions.onLastRevision(of: cell) { try await apply(prepared, to: cell) }
        return (pending, await Self.written(pending.draft.body))
    }

    private func apply(_ prepared: PreparedChange, to cell: SessionCell) async throws -> Pending<ChangeAnswer> {
        do {
            return try TracedStep.apply.span {
                try sessions.change(cell, as: prepared.record, prepared.applyWithinLimit)
            }
        } catch is AnswerLengthUnknown {
            _ = try await triedOut(prepared, on: cell)
            return try TracedStep.apply.span { try sessions.change(cell, as: prepared.record, prepared.apply) }
        }
    }

    private static func written(_ draft: AnswerDraft) async -> Result<[UInt8], any Error> {
        await LongWork.run(if: draft.effort == .long) { Result { try draft.write() } }
    }

    private func reply(to prepared: PreparedChange, _ made: MadeChange) -> Reply {
        .onCommit(
            AnswerOnCommit(pending: made.pending) {
                [metrics, eventCount = prepared.eventCount, body = made.body] outcome in
                do throws(SessionError) {
                    let answer = try outcome.get()
                    if eventCount > 0 { metrics.countBatch(events: eventCount) }
                    return Result { try Answer(answer, body) }
                } catch {
                    return .failure(Problem(error))
                }
            })
    }

    /// Answers what a change would do.
    private func tryOut(_ prepared: PreparedChange, _ request: RouteRequest) async throws -> Answer {
        try await withStoredSession(request) { cell in
            try await sessions.confirm(cell)
            let (answer, body) = try await triedOut(prepared, on: cell)
            return try Answer(answer, .success(body))
        }
    }

    private func triedOut(
        _ prepared: PreparedChange, on cell: SessionCell
    ) async throws -> (answer: ChangeAnswer, body: [UInt8]) {
        let answer = try TracedStep.apply.span { try sessions.tryOut(cell, prepared.apply) }
        let body = try await LongWork.run(if: answer.body.effort == .long) { try answer.body.writeWithinLimit() }
        return (answer, body)
    }

    /// Makes a change after which a session may show other datasets: a dataset is held as long as a session shows it.
    private func changeSurfaces(
        _ change: SessionChange, _ request: RouteRequest, ownedBy owner: SessionOwner?
    ) async throws -> Answer {
        var change = change
        let dataset = try change.dataset()
        if let dataset {
            try await confirm(dataset)
            change.table = try await LongWork.run(if: catalog.isChanging) { try retain(dataset, for: owner) }
        }
        let committed: ChangeAnswer
        let body: Result<[UInt8], any Error>
        do {
            let prepared = try TracedStep.decode.span { try interpreter.prepare(change) }
            if change.shape.mode.isDryRun {
                let answer = try await tryOut(prepared, request)
                if let dataset { catalog.release(dataset) }
                return answer
            }
            let made = try await withStoredSession(request) { try await make(prepared, on: $0) }
            committed = try await TracedStep.commit.asyncSpan { try await Self.committed(made.pending) }
            body = made.body
        } catch {
            if let dataset { catalog.release(dataset) }
            throw error
        }
        // The session shows what the commit says, also where the body of the answer cannot be written.
        if let released = committed.releasedDataset { catalog.release(released) }
        return try Answer(committed, body)
    }

    private func confirm(_ dataset: String) async throws(Problem) {
        do throws(DatasetCatalog.Refusal) {
            try await catalog.confirm(dataset)
        } catch {
            throw Problem(error, dataset: dataset)
        }
    }

    private static func committed(_ pending: Pending<ChangeAnswer>) async throws(Problem) -> ChangeAnswer {
        do throws(SessionError) {
            return try await pending.committed()
        } catch {
            throw Problem(error)
        }
    }

    private func checkRate(_ operation: ChangeOperation, _ cell: SessionCell) throws(Problem) {
        guard operation == .postEvents, let limit = limits.batchesPerSecond,
            !cell.admitsBatch(limit: limit, now: sessions.now)
        else { return }
        throw Problem(.rateExceeded, "A session takes \(limit) batches a second.", retryAfter: 1)
    }

    private func retain(_ dataset: String, for owner: SessionOwner?) throws(Problem) -> Table? {
        do throws(SessionRegistry.UnknownDataset) {
            return try sessions.retain([dataset], for: authorizer.holder(of: owner)).first
        } catch {
            if let refusal = error.refusal { throw Problem(refusal) }
            throw Problem(.specificationUnknownDataset, "There is no dataset \"\(error.name)\".", pointer: "/dataset")
        }
    }
}

extension SessionChange {
    /// The change that a request asks for.
    fileprivate init(
        _ operation: ChangeOperation, _ shape: AnswerShape, of request: RouteRequest, _ body: [UInt8] = []
    ) {
        self.init(
            operation: operation, surface: operation.namesSurface ? request.parameter("sid") : "",
            item: operation.item.map { request.parameter($0) } ?? "", query: request.query, shape: shape, body: body,
            ifMatch: request.ifMatch, refusesReplacing: request.ifNoneMatch?.contains("*") == true)
    }
}

extension Answer {
    /// The answer to a change.
    ///
    /// - Throws: What its body could not be written for.
    fileprivate init(_ answer: ChangeAnswer, _ body: Result<[UInt8], any Error>) throws {
        do {
            let body = try body.get()
            self =
                answer.status == .noContent
                ? .noContent(headers: answer.headers) : .json(body, status: answer.status, headers: answer.headers)
        } catch let error as SessionError {
            throw Problem(error)
        }
    }
}
