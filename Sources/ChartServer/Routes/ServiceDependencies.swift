import ChartDatasets
import ChartEngine
import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import Logging
import Metrics
import Tracing

/// What the routes of datasets and sessions share.
final class ServiceDependencies: Sendable {
    let catalog: any DatasetCatalog
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
    /// Finds sessions for those who may use them.
    let access: SessionAccess
    /// Writes answers at once or in a task.
    let writer: AnswerWriter
    /// Changes sessions.
    let changes: SessionChanger
    /// The streams of many sessions that the server sends.
    let pageStreams = PageStreams()
    /// The counters beside those of requests.
    let metrics: ServiceMetrics
    /// The tracer of the process; nil where no tracer records.
    let tracer: (any Tracer)?

    /// Opens the service with the datasets and the sessions that are there at the start.
    ///
    /// - Throws: `SessionStoreError` for sessions that cannot be read.
    init(
        settings: Settings, catalog: any DatasetCatalog, store: any SessionStore, modifiers: ModifierRegistry,
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
        DerivedColumns.shared.limit(to: limits.derived)
        largeAnswers = LargeAnswers(answerBytes: limits.answerBytes)
        writer = AnswerWriter(largeAnswers: largeAnswers, compresses: settings.compresses)
        authorizer = Authorizer(mode: settings.authMode, keys: keys, jwt: jwt, clock: clock) {
            [sessions] token async throws(SessionError) in try await sessions.knows(token: token)
        }
        idleTimeout = Double(settings.idleTimeout)
        access = SessionAccess(sessions: sessions, authorizer: authorizer)
        changes = SessionChanger(
            catalog: catalog, sessions: sessions, interpreter: interpreter, authorizer: authorizer, access: access,
            writer: writer, metrics: self.metrics, batchesPerSecond: limits.batchesPerSecond,
            batchesAhead: limits.batchesAhead)
        feedName = settings.feedName
    }

    /// What the query of a request asks to see, within the bounds of an answer.
    func readView(
        of request: RouteRequest, window: SurfaceView.Policy, hasSpecification: Bool
    ) throws(Problem) -> SurfaceView {
        var view = try request.query.view(window: window, hasSpecification: hasSpecification)
        view.answerBytes = limits.answerBytes
        view.locale = view.locale ?? request.acceptedLocale
        return view
    }

    /// Answers from the rows of the dataset that a path names: at once where they are at hand, else in a task, which finds
    /// why there are none.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Makes the reply.
    /// - Returns: The reply.
    /// - Throws: What the body throws.
    func useRows(of request: RouteRequest, _ body: @escaping @Sendable (Table) throws -> Reply) throws -> Reply {
        guard !catalog.asksOthers, let table = catalog.table(request.parameter("name")) else {
            return .longWork { [self] _ in try body(try await readTable(of: request)) }
        }
        return try body(table)
    }

    /// The rows of the dataset that a path names.
    func readTable(of request: RouteRequest) async throws(DatasetRefusal) -> Table {
        let name = request.parameter("name")
        try await catalog.confirm(name)
        return try catalog.rows(of: name)
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
            storePatience: settings.storePatience,
            waitsForCommits: settings.durability != .none || settings.storeKind == .postgres,
            keepsHistory: settings.keepsHistory, confirmsReads: settings.confirmsReads,
            streams: StreamLimits(
                viewers: settings.limits.viewersPerSession, forms: settings.limits.formsPerSession,
                bytes: settings.limits.streamBytes))
    }
}
