import ChartDatasets
import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes

/// The routes that change a session.
extension Route {
    /// A route that changes a session.
    static func changing(
        _ operation: ChangeOperation, _ method: HTTPRequest.Method, _ pattern: String, in service: ServiceDependencies
    ) -> Route {
        Route(
            method: method, pattern: pattern, operationID: operation.rawValue, access: .session(operation.role),
            query: operation.query,
            body: operation.hasBody ? .json : .none, isFrequent: operation == .postEvents
        ) { request in
            try service.changes.change(operation, request)
        }
    }
}

/// Changes sessions, each change as one revision.
final class SessionChanger: Sendable {
    private let catalog: any DatasetCatalog
    private let sessions: SessionRegistry
    private let interpreter: ChangeInterpreter
    private let authorizer: Authorizer
    private let access: SessionAccess
    private let writer: AnswerWriter
    private let metrics: ServiceMetrics
    /// How many batches a session takes in a second; `nil` for any number.
    private let batchesPerSecond: Int?
    /// How far a batch may be ahead of the one that is expected.
    private let batchesAhead: Int
    /// How long a batch waits for those before it.
    private static let patience = Duration.seconds(1)
    /// How often a batch looks for one that another server may have taken.
    private static let lookEvery = Duration.milliseconds(25)

    init(
        catalog: any DatasetCatalog, sessions: SessionRegistry, interpreter: ChangeInterpreter, authorizer: Authorizer,
        access: SessionAccess, writer: AnswerWriter, metrics: ServiceMetrics, batchesPerSecond: Int?,
        batchesAhead: Int
    ) {
        (self.catalog, self.sessions, self.interpreter) = (catalog, sessions, interpreter)
        (self.authorizer, self.access, self.writer) = (authorizer, access, writer)
        (self.metrics, self.batchesPerSecond, self.batchesAhead) = (metrics, batchesPerSecond, batchesAhead)
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
        let isLook = shape.mode.isDryRun && operation.mayBeLookedAt
        if isLook { request.beginLook() }
        return try access.useSession(request) { [self] cell, rights in
            try checkRate(of: operation, rights.role, cell)
            guard operation.hasBody else {
                return try start(Change(operation, shape, of: request, by: rights), of: request, on: cell)
            }
            // A change is large: it is made once all of it is known.
            return .afterBody { [self] body in
                try start(Change(operation, shape, of: request, by: rights, body), of: request, on: cell)
            }
        }
    }

    /// Reads a change whose body is there, and makes it.
    private func start(_ change: Change, of request: RouteRequest, on cell: SessionCell) throws -> Reply {
        guard !change.operation.mayChangeDatasets else {
            return .work { [self, owner = cell.owner] _ in
                .now(try await changeSurfaces(change, request, ownedBy: owner))
            }
        }
        let prepared: PreparedChange
        do {
            prepared = try TracedStep.decode.span { try interpreter.prepare(change) }
        } catch {
            if !cell.held.isEmpty { noteRefusal(of: change.numberOfUnreadBatch, on: cell) }
            throw error
        }
        guard !change.shape.mode.isDryRun else {
            return .work { [self] _ in .now(try await tryOut(prepared, request)) }
        }
        // How long a trace is turns out when it is written, and whether another server was faster when it is committed.
        guard !change.shape.mode.isExplained, !sessions.isShared else {
            return .work { [self] task in try await makeInTask(prepared, request, task) }
        }
        return .afterReads { [self] in try makeNow(prepared, of: request, on: cell) }
    }

    /// Makes a change that only waits for its commit.
    private func makeNow(_ prepared: PreparedChange, of request: RouteRequest, on cell: SessionCell) throws -> Reply {
        let pending: Pending<ChangeAnswer>
        do {
            pending = try TracedStep.apply.span {
                try sessions.change(cell, as: prepared.change, isDue: false) { try prepared.apply(to: &$0, .none) }
            }
        } catch  where Self.isForTask(error) || mayWait(prepared, error) {
            return .work { [self] task in try await makeInTask(prepared, request, task) }
        } catch {
            noteRefusal(of: prepared.change.number, on: cell)
            throw error
        }
        if let number = prepared.change.number { cell.held.noteAccepted(number) }
        let draft = pending.draft.body
        guard draft.effort <= .short, let room = writer.takeRoom(of: draft.expectedBytes, for: request) else {
            sessions.flush()
            return .work { [self] _ in makeReply(to: prepared, of: request, await write(pending, to: request)) }
        }
        // The answer is written while the store commits the change.
        return makeReply(
            to: prepared, of: request,
            MadeChange(pending: pending, body: Result { try draft.write() }, room: room))
    }

    /// Makes a change in a task, which brings the session back from the store where it was evicted.
    private func makeInTask(
        _ prepared: PreparedChange, _ request: RouteRequest, _ task: RequestTask
    ) async throws -> Reply {
        let made = try await access.loadSession(request) { cell in
            do {
                return try await makeAndWrite(prepared, on: cell, for: request)
            } catch  where mayWait(prepared, error) {
                return try await makeInTurn(prepared, on: cell, for: request, task)
            }
        }
        return makeReply(to: prepared, of: request, made)
    }

    /// Whether a change was refused because it is a batch ahead of its turn, and near enough to wait for it.
    private func mayWait(_ prepared: PreparedChange, _ error: any Error) -> Bool {
        guard case SessionError.sequenceGap(let expected) = error, let number = prepared.change.number else {
            return false
        }
        return number.sequence - expected <= batchesAhead
    }

    /// Makes a batch that is ahead once those before it were accepted, here or by another server.
    private func makeInTurn(
        _ prepared: PreparedChange, on cell: SessionCell, for request: RouteRequest, _ task: RequestTask
    ) async throws -> MadeChange {
        guard let number = prepared.change.number,
            let place = cell.held.enter(number, bytes: prepared.change.body.count)
        else { return try await makeAndWrite(prepared, on: cell, for: request) }
        defer { cell.held.leave(place) }
        let deadline = ContinuousClock.now + Self.patience
        while true {
            do {
                return try await makeAndWrite(prepared, on: cell, for: request)
            } catch  where mayWait(prepared, error) && .now < deadline {}
            // The trial of the first one takes over what other servers have made, for all that wait.
            let looks = sessions.isShared && cell.held.isFirst(place)
            if looks { cell.held.tellNext(cell.nextSequence) }
            let until = looks ? min(deadline, .now + Self.lookEvery) : deadline
            let turn = try await task.waitWhileClientWaits { await cell.held.turn(of: place, until: until) }
            if case .refused(let expected) = turn { throw SessionError.sequenceGap(expected: expected) }
            try Task.checkCancellation()
        }
    }

    /// Refuses the batches that wait behind one that was refused in its turn.
    private func noteRefusal(of number: BatchNumber?, on cell: SessionCell) {
        guard let number, !cell.held.isEmpty, cell.nextSequence(of: number.client) == number.sequence else { return }
        cell.held.noteRefused(number)
    }

    /// Whether a change failed because a task has to make it: its session was evicted, it may take long, or the length of
    /// its answer is not known before the answer is written.
    private static func isForTask(_ error: any Error) -> Bool {
        if case SessionError.evicted = error { return true }
        return error is ChangeNeedsTime
    }

    /// A change that is made.
    private struct MadeChange {
        var pending: Pending<ChangeAnswer>
        /// The body of its answer, or why it could not be written.
        var body: Result<[UInt8], any Error>
        /// The room of the body, where there is one.
        var room: LargeAnswers.Room?
    }

    /// Makes a change, and writes its answer.
    private func makeAndWrite(
        _ prepared: PreparedChange, on cell: SessionCell, for request: RouteRequest
    ) async throws -> MadeChange {
        let pending: Pending<ChangeAnswer>
        do {
            pending = try await sessions.onLastRevision(of: cell) { try await apply(prepared, to: cell) }
        } catch SessionError.evicted {
            throw SessionError.evicted
        } catch {
            noteRefusal(of: prepared.change.number, on: cell)
            throw error
        }
        if let number = prepared.change.number { cell.held.noteAccepted(number) }
        return await write(pending, to: request)
    }

    /// Writes the answer to a change once there is room for it.
    private func write(_ pending: Pending<ChangeAnswer>, to request: RouteRequest) async -> MadeChange {
        let draft = pending.draft.body
        do {
            let room = try await writer.largeAnswers.room(of: draft.expectedBytes, for: request.clientAddress.key)
            let body = try await LongWork.run(if: draft.effort == .long) { try draft.write() }
            return MadeChange(pending: pending, body: .success(body), room: room)
        } catch {
            return MadeChange(pending: pending, body: .failure(error))
        }
    }

    private func apply(_ prepared: PreparedChange, to cell: SessionCell) async throws -> Pending<ChangeAnswer> {
        do {
            return try commit(prepared, .none, to: cell)
        } catch ChangeNeedsTime.toBeMade {
            return try await LongWork.run {
                try await cell.duringLongChange { try await applyLater(prepared, to: cell) }
            }
        } catch ChangeNeedsTime.toBeWritten {
            return try await applyLater(prepared, to: cell)
        }
    }

    private func applyLater(_ prepared: PreparedChange, to cell: SessionCell) async throws -> Pending<ChangeAnswer> {
        do {
            return try commit(prepared, .untilMade, to: cell)
        } catch ChangeNeedsTime.toBeWritten {
            _ = try await tryOut(prepared, on: cell) { [sessions] in try sessions.rehearse($0, $1) }
            return try commit(prepared, .unlimited, to: cell)
        }
    }

    private func commit(
        _ prepared: PreparedChange, _ patience: PreparedChange.Patience, to cell: SessionCell
    ) throws -> Pending<ChangeAnswer> {
        try TracedStep.apply.span {
            try sessions.change(cell, as: prepared.change) { try prepared.apply(to: &$0, patience) }
        }
    }

    private func makeReply(to prepared: PreparedChange, of request: RouteRequest, _ made: MadeChange) -> Reply {
        .onCommit(
            AnswerOnCommit(pending: made.pending) {
                [
                    metrics, session = request.parameter("id"), eventCount = prepared.eventCount, body = made.body,
                    room = made.room
                ] outcome in
                Result {
                    let committed = try outcome.get()
                    if eventCount > 0 { metrics.countBatch(events: eventCount) }
                    let answer = try Answer(committed, of: session, body)
                    return room.map(answer.keeping) ?? answer
                }
            })
    }

    /// Answers what a change would do.
    private func tryOut(_ prepared: PreparedChange, _ request: RouteRequest) async throws -> Answer {
        try await access.loadSession(request) { cell in
            try await sessions.confirm(cell)
            let (answer, body) = try await tryOut(prepared, on: cell) { [sessions] in try sessions.tryOut($0, $1) }
            return try Answer(answer, of: request.parameter("id"), .success(body))
        }
    }

    /// Makes a change on a copy, and writes its answer.
    private func tryOut(
        _ prepared: PreparedChange, on cell: SessionCell,
        _ make: @escaping @Sendable (SessionCell, (inout Session) throws -> ChangeAnswer) throws -> ChangeAnswer
    ) async throws -> (answer: ChangeAnswer, body: [UInt8]) {
        let answer = try await LongWork.run(if: try sessions.read(cell) { prepared.mayTakeLong($0) }) {
            try TracedStep.apply.span { try make(cell) { try prepared.apply(to: &$0) } }
        }
        let body = try await LongWork.run(if: answer.body.effort == .long) { try answer.body.writeWithinLimit() }
        return (answer, body)
    }

    /// Makes a change after which a session may show other datasets: a dataset is held as long as a session shows it.
    private func changeSurfaces(
        _ change: Change, _ request: RouteRequest, ownedBy owner: SessionOwner?
    ) async throws -> Answer {
        var change = change
        try change.expandPreset()
        let datasets = try change.datasets()
        for one in datasets { try await catalog.confirm(one.name) }
        change.tables = try await holdTables(of: datasets, for: owner)
        let committed: ChangeAnswer
        let body: Result<[UInt8], any Error>
        do {
            let prepared = try TracedStep.decode.span { try interpreter.prepare(change) }
            if change.shape.mode.isDryRun {
                let answer = try await tryOut(prepared, request)
                for one in datasets { catalog.release(one.name) }
                return answer
            }
            let made = try await access.loadSession(request) { try await makeAndWrite(prepared, on: $0, for: request) }
            committed = try await TracedStep.commit.asyncSpan { try await made.pending.committed() }
            body = made.body
        } catch {
            for one in datasets { catalog.release(one.name) }
            throw error
        }
        // The session shows what the commit says, also where the body of the answer cannot be written.
        for released in committed.releasedDatasets { catalog.release(released) }
        return try Answer(committed, of: request.parameter("id"), body)
    }

    private func checkRate(
        of operation: ChangeOperation, _ role: AccessRole, _ cell: SessionCell
    ) throws(Problem) {
        guard let limit = batchesPerSecond else { return }
        guard operation == .postEvents || role < .driver,
            !cell.admitsBatch(of: role, limit: limit, now: sessions.now)
        else { return }
        let things = role < .driver ? "dry runs and changes of those who do not drive" : "batches"
        throw Problem(.rateExceeded, "A session takes \(limit) \(things) a second.", retryAfter: 1)
    }

    /// Holds datasets for a session that is to show them.
    ///
    /// - Throws: A problem at the place of a dataset that is not there; then none is held.
    private func holdTables(
        of datasets: [(name: String, pointer: JSONPointer)], for owner: SessionOwner?
    ) async throws -> [String: Table] {
        guard !datasets.isEmpty else { return [:] }
        let names = datasets.map(\.name)
        do {
            let tables = try await LongWork.run(if: names.contains(where: catalog.mayKeepSessionsWaiting)) {
                try sessions.retain(names, for: authorizer.holder(of: owner))
            }
            return Dictionary(uniqueKeysWithValues: zip(names, tables))
        } catch let error as SessionRegistry.UnknownDataset {
            throw Problem(error, at: datasets[error.index].pointer)
        }
    }
}

extension Change {
    /// The change that a request asks for.
    fileprivate init(
        _ operation: ChangeOperation, _ shape: AnswerShape, of request: RouteRequest, by rights: SessionRights,
        _ body: [UInt8] = []
    ) {
        self.init(
            operation, of: operation.namesSurface ? request.parameter("sid") : "",
            item: operation.item.map { request.parameter($0) } ?? "", query: request.query, shape: shape, body: body,
            ifMatch: request.ifMatch, refusesReplacing: request.ifNoneMatch?.contains("*") == true)
        author = rights.author
        isOfAnnotator = rights.role == .annotator
    }
}

extension Answer {
    /// The answer to a change.
    ///
    /// - Parameters:
    ///   - answer: What it says.
    ///   - session: The session.
    ///   - body: Its body.
    /// - Throws: What the body could not be written for.
    fileprivate init(_ answer: ChangeAnswer, of session: String, _ body: Result<[UInt8], any Error>) throws {
        let body = try body.get()
        var headers = HTTPFields()
        if let tag = answer.entityTag { headers[.eTag] = tag }
        if let locale = answer.locale { headers.tell(locale) }
        switch answer.outcome {
        case .changed: self = .json(body, headers: headers)
        case .created(let path):
            headers[.location] = "/v1/sessions/\(session)/\(path)"
            self = .json(body, status: .created, headers: headers)
        case .ended: self = .noContent(headers: headers)
        }
    }
}
