import ChartEngine
import ChartSeries
import ChartService
import ChartSessions
import ChartText
import ChartWire
import HTTPTypes
import Logging
import Metrics
import Tracing

/// What the routes of datasets and sessions share.
final class ServiceDependencies: Sendable {
    let catalog: DatasetCatalog
    let sessions: SessionRegistry
    let interpreter: ChangeInterpreter
    let limits: Limits
    /// Decides who may do what.
    let authorizer: Authorizer
    /// How feeders' lines make the names of datasets.
    let feedName: FeedName
    /// After how many idle milliseconds a session that names no timeout expires.
    let idleTimeout: Double
    /// Bounds the bytes of large answers in memory.
    let largeAnswers: LargeAnswers
    /// Whether long answers are compressed, which takes an event loop some milliseconds for each 64 KiB.
    private let compresses: Bool
    /// The counters beside those of requests.
    let metrics: ServiceMetrics
    /// The tracer of the process; nil where no tracer records.
    let tracer: (any Tracer)?

    /// Opens the service with the datasets and the sessions that are there at the start.
    ///
    /// - Throws: `SessionStoreError` for sessions that cannot be read.
    init(
        settings: Settings, catalog: DatasetCatalog, store: any SessionStore, modifiers: ModifierRegistry,
        keys: KeyRing? = nil, jwt: JWTVerifier? = nil, logger: Logger,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        tracer: any Tracer = NoOpTracer(), clock: SessionClock = .system
    ) throws(SessionStoreError) {
        self.catalog = catalog
        self.metrics = ServiceMetrics(factory: metrics, logger: logger)
        self.tracer = TracedStep.recording(tracer)
        interpreter = ChangeInterpreter(
            modifiers: modifiers, bounds: .init(settings.limits), limits: settings.limits.specification,
            answerBytes: settings.limits.answerBytes, now: clock.now)
        sessions = SessionRegistry(
            catalog: catalog, store: store, format: SessionLogFormat(modifiers: modifiers, logger: logger),
            limits: SessionRegistry.Limits(settings), clock: clock, observer: self.metrics.observer,
            ownerMayStillRead: { [keys] owner in keys?.isUsable(subject: owner.subject, now: clock.date()) ?? true })
        limits = settings.limits
        largeAnswers = LargeAnswers(answerBytes: limits.answerBytes)
        compresses = settings.compresses
        authorizer = Authorizer(mode: settings.authMode, keys: keys, jwt: jwt, clock: clock) {
            [sessions] token async throws(SessionError) in try await sessions.knows(token: token)
        }
        idleTimeout = Double(settings.idleTimeout)
        feedName = settings.feedName
    }

    /// Answers from the session that a path names, when the caller may do what the route is for.
    ///
    /// The body works with a session in memory at once; a task brings an evicted one back first, or asks a store that
    /// other servers write for later revisions. A session that may keep its caller waiting is left to the threads of long
    /// work.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Makes the reply; called again with another cell when the session has left this one.
    /// - Returns: The reply.
    /// - Throws: The problem that a refusal of the session becomes, or what the body throws.
    func withSession(
        _ request: RouteRequest, _ body: @escaping @Sendable (SessionCell) throws -> Reply
    ) throws -> Reply {
        do {
            if !sessions.isShared, let cell = try sessions.cellInMemory(request.parameter("id")) {
                try check(request, cell)
                guard cell.mayKeepWaiting else { return try body(cell) }
                return .longWork { [self] _ in
                    let reply = try await withStoredSession(request, body)
                    guard case .afterReads(let next) = reply else { return reply }
                    return try next()
                }
            }
        } catch SessionError.evicted {
        } catch let error as SessionError {
            throw authorizer.problem(error, for: request.caller)
        }
        return .work { [self] _ in try await withStoredSession(request, body) }
    }

    /// Works with the session that a path names in a task, which brings an evicted one back from the store.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The work; done again with another cell when the session has left this one.
    /// - Returns: What the body returns.
    /// - Throws: The problem that a refusal of the session becomes, or what the body throws.
    func withStoredSession<Result: Sendable>(
        _ request: RouteRequest, _ body: (SessionCell) async throws -> Result
    ) async throws -> Result {
        do {
            while true {
                let cell = try await sessions.cell(request.parameter("id"))
                try check(request, cell)
                do {
                    if request.route.access == .session(.viewer) { try await sessions.confirm(cell) }
                    return try await body(cell)
                } catch SessionError.evicted {
                    continue
                }
            }
        } catch let error as SessionError {
            throw await problem(error, of: request)
        }
    }

    /// The problem of a session that cannot be used; under `keys` only a caller with its token learns that it is damaged.
    private func problem(_ error: SessionError, of request: RouteRequest) async -> Problem {
        if authorizer.mode == .keys, error != .unknown, error != .gone, case .token(let text) = request.caller,
            let tokens = try? await sessions.tokens(of: request.parameter("id")), tokens.role(of: text) == nil
        {
            return .sessionTokenUnknown
        }
        return authorizer.problem(error, for: request.caller)
    }

    private func check(_ request: RouteRequest, _ cell: SessionCell) throws(Problem) {
        try authorizer.check(
            request.caller, may: request.route.access, tokens: cell.tokens, owner: cell.owner)
    }

    /// Ends the session that a path names, when the caller may end it.
    ///
    /// - Parameter request: The request.
    /// - Throws: A problem; the session is unchanged then. A damaged session can be ended; where its tokens are lost, by
    ///   callers who need none.
    func end(_ request: RouteRequest) async throws {
        let id = request.parameter("id")
        if request.caller.principal != nil, !authorizer.managesSessions(request.caller) {
            // Whose session it is stands in the session.
            try await withStoredSession(request) { _ in }
        } else {
            let tokens: AccessTokens?
            do throws(SessionError) {
                tokens = try await sessions.tokens(of: id)
            } catch {
                guard case .damaged = error, authorizer.endsWithoutToken(request.caller) else {
                    throw authorizer.problem(error, for: request.caller)
                }
                tokens = nil
            }
            if let tokens {
                try authorizer.check(request.caller, may: request.route.access, tokens: tokens, owner: nil)
            }
        }
        do throws(SessionError) {
            try await sessions.end(id)
        } catch {
            throw Problem(error)
        }
    }

    /// Writes what a client has asked to see: at once where that is short, else in a task, which gives long work up when
    /// the client's connection closes.
    ///
    /// - Parameters:
    ///   - draft: What the client sees.
    ///   - request: The request.
    ///   - answer: Makes the answer of the body.
    /// - Returns: The reply.
    func write(
        _ draft: AnswerDraft, to request: RouteRequest, _ answer: @escaping @Sendable ([UInt8]) -> Answer
    ) -> Reply {
        reply(of: draft.expectedBytes, effort: draft.effort, to: request) { answer(try Self.written(draft)) }
    }

    /// Makes an answer: at once where that is short and there is room for it, else in a task, which gives it up when the
    /// client's connection closes.
    ///
    /// - Parameters:
    ///   - bytes: How many bytes the answer may have.
    ///   - effort: The effort of making it.
    ///   - request: The request.
    ///   - make: Makes the answer.
    /// - Returns: The reply.
    func reply(
        of bytes: Int, effort: WindowEffort, to request: RouteRequest, _ make: @escaping @Sendable () throws -> Answer
    ) -> Reply {
        if effort <= .short, let room = room(of: bytes, for: request) {
            return .afterReads { .now(try make().keeping(room)) }
        }
        return .work { [largeAnswers, client = request.clientAddress.key] task in
            .now(try await task.answer(of: bytes, to: client, in: largeAnswers, isLong: effort == .long, make))
        }
    }

    /// Takes room for an answer of the event loop; nil when there is too little, or a task has to send it in pieces.
    func room(of bytes: Int, for request: RouteRequest) -> LargeAnswers.Room? {
        guard !compresses || bytes <= LargeAnswers.leastBytes else { return nil }
        // The address is looked up for large answers alone.
        return largeAnswers.freeRoom(of: bytes, for: bytes > LargeAnswers.leastBytes ? request.clientAddress.key : "")
    }

    private static func written(_ draft: AnswerDraft) throws -> [UInt8] {
        do {
            return try draft.writeWithinLimit()
        } catch let error as SessionError {
            throw Problem(error)
        }
    }
}

extension ChangeInterpreter.Bounds {
    /// The bounds of a server.
    init(_ limits: Limits) {
        self.init(
            eventsPerBatch: limits.eventsPerBatch, touches: limits.touches,
            surfacesPerSession: limits.surfacesPerSession, modifiersPerSurface: limits.modifiersPerSurface,
            rowsPerWindow: limits.rowsPerWindow)
    }
}

extension SessionRegistry.Limits {
    /// The limits of a server.
    init(_ settings: Settings) {
        self.init(
            sessions: settings.limits.sessions, sessionsPerAddress: settings.limits.sessionsPerAddress,
            sessionsPerOwner: settings.limits.principalSessions, gestureTimeout: Double(settings.gestureTimeout),
            evictAfter: Double(settings.evictAfter), snapshotEvery: settings.snapshotEvery,
            waitsForCommits: settings.durability != .none || settings.storeKind == .postgres,
            keepsHistory: settings.keepsHistory, confirmsReads: settings.confirmsReads,
            streams: StreamLimits(viewers: settings.limits.viewersPerSession, bytes: settings.limits.streamBytes))
    }
}

extension RouteRequest {
    /// The entity tags that `If-Match` names; `nil` without it.
    ///
    /// A weak one keeps its mark and so matches nothing.
    /// A tag with a language matches the surface in any.
    var ifMatch: [String]? {
        headers[.ifMatch].map { Self.entityTags($0, isStrong: true).map(EntityTag.withoutLanguage) }
    }

    /// The entity tags that `If-None-Match` names; `nil` without it.
    var ifNoneMatch: [String]? { headers[.ifNoneMatch].map { Self.entityTags($0, isStrong: false) } }

    /// The locale that the client accepts; `nil` without a language that has texts.
    var acceptedLocale: ChartLocale? { headers[.acceptLanguage].flatMap { AcceptLanguage.locale(for: $0) } }

    private static func entityTags(_ field: String, isStrong: Bool) -> [String] {
        field.split(separator: ",").map { part in
            let tag = part.drop { $0 == " " || $0 == "\t" }
            let opaque = tag.hasPrefix("W/") && !isStrong ? tag.dropFirst(2) : tag
            return String(opaque.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
    }
}
