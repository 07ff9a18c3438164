import ChartEngine
import ChartSeries
import ChartStores
import ChartWire
import Logging
import StoreTestSupport
import Testing

@testable import ChartDatasets
@testable import ChartSessions

/// Datasets and sessions in this process without a server: bodies come in, answers go out.
struct SessionHost: Sendable {
    /// The bounds of a server's default configuration.
    static let bounds = ChangeInterpreter.Bounds(
        eventsPerBatch: 1_024, touches: 16, surfacesPerSession: 64, modifiersPerSurface: 64, rowsPerWindow: 20_000)
    /// The limits of specifications of a server's default configuration.
    static let limits = SpecificationLimits(
        links: 256, linkMembers: 1_024, slices: 256, derived: 1_000_000_000, answerBytes: 1 << 24)

    let catalog = LocalDatasetCatalog()
    let registry: SessionRegistry
    /// The clock of the sessions; it stands still unless the test moves it.
    let clock = ManualClock()
    private let interpreter: ChangeInterpreter
    private let idleTimeout = 3_600_000.0

    /// Creates a host without datasets and sessions.
    ///
    /// - Parameters:
    ///   - changeBounds: Changes the bounds of a session.
    ///   - changeLimits: Changes the limits of a specification.
    ///   - gestureTimeout: How long a client whose touches are down may be silent, in milliseconds.
    ///   - observer: Is told what the sessions do.
    init(
        bounds changeBounds: (inout ChangeInterpreter.Bounds) -> Void = { _ in },
        limits changeLimits: (inout SpecificationLimits) -> Void = { _ in }, gestureTimeout: Double = 600_000,
        observer: SessionObserver = SessionObserver()
    ) {
        let modifiers = ModifierRegistry.builtIn
        var (bounds, limits) = (Self.bounds, Self.limits)
        changeBounds(&bounds)
        changeLimits(&limits)
        interpreter = ChangeInterpreter(
            modifiers: modifiers, bounds: bounds, limits: limits, answerBytes: limits.answerBytes
        ) { [clock] in clock.now }
        registry = SessionRegistry(
            catalog: catalog, store: MemorySessionStore(),
            format: SessionLogFormat(modifiers: modifiers, logger: Logger(label: "test")),
            limits: SessionRegistry.Limits(gestureTimeout: gestureTimeout), clock: clock.sessionClock,
            observer: observer)
    }

    /// Creates or replaces a dataset with the rows of a CSV file.
    @discardableResult
    func put(_ csv: String, as name: String) async throws -> HostAnswer {
        try await answer {
            _ = try await catalog.put(try Self.rows(csv), as: name)
            return ([], 200)
        }
    }

    /// Appends the rows of a CSV file to a dataset.
    @discardableResult
    func append(_ csv: String, to name: String) async throws -> HostAnswer {
        try await answer {
            _ = try catalog.append(try Self.rows(csv), to: name)
            return ([], 200)
        }
    }

    private static func rows(_ csv: String) throws(Problem) -> Table {
        do throws(ImportError) {
            return try CSVImporter.table(from: Array(csv.utf8))
        } catch {
            throw Problem(error, place: .line(error.line))
        }
    }

    /// Creates a session from the body of a request.
    func create(_ body: String) async throws -> HostAnswer {
        try await answer {
            let start = try SessionStart(
                specification: Array(body.utf8), bounds: interpreter.bounds, idleTimeout: idleTimeout)
            let created: SessionRegistry.Created
            do {
                created = try await registry.create(showing: start.body.datasets, line: { start.line(of: $0) }) {
                    let session = try start.session(id: $0, tables: $1, interpreter: interpreter)
                    try interpreter.limits?.check(session)
                    return session
                }
            } catch let error as SessionRegistry.UnknownDataset {
                throw Problem(error, at: start.body.pointer(ofDataset: error.index))
            }
            let state = try AnswerWriter.state(
                of: created.session, view: SurfaceView(), expiresAt: created.expiresAt)
            return (state, 201)
        }
    }

    /// The whole state of a session.
    func state(of session: String, query: String = "") async throws -> HostAnswer {
        try await answer {
            let view = try Self.stateView(query)
            let cell = try await registry.cell(session)
            return (try registry.read(cell) { try AnswerWriter.state(of: $0, view: view, expiresAt: 0) }, 200)
        }
    }

    /// The state of a surface.
    func surface(_ surface: String, of session: String, query: String = "") async throws -> HostAnswer {
        try await answer {
            let view = try Self.stateView(query)
            let cell = try await registry.cell(session)
            let found = try registry.read(cell) { try ViewedRanges(.init()).surface(surface, of: $0) }
            return (try AnswerWriter.surface(view.seenAlone(found), view: view), 200)
        }
    }

    private static func stateView(_ query: String) throws -> SurfaceView {
        try QueryParameters(query: query, allowed: QueryParameters.viewNames).view(
            window: .full, hasSpecification: true)
    }

    /// Changes a session, or tries out what a change would do.
    ///
    /// - Parameters:
    ///   - operation: What is to be done.
    ///   - session: The session.
    ///   - surface: The surface; empty for the session itself and for a new one.
    ///   - item: What is changed within the surface; empty for the surface itself.
    ///   - query: The query without its question mark.
    ///   - body: The body; empty for none.
    /// - Returns: The answer, or the problem.
    /// - Throws: An error that is no problem of the API.
    func change(
        _ operation: ChangeOperation, of session: String, surface: String, item: String = "", query: String = "",
        body: String = ""
    ) async throws -> HostAnswer {
        try await answer {
            let query = try QueryParameters(query: query, allowed: operation.query)
            var change = Change(
                operation, of: surface, item: item, query: query, shape: try AnswerShape(of: operation, query),
                body: Array(body.utf8))
            try change.expandPreset()
            let datasets = try change.datasets()
            do throws(SessionRegistry.UnknownDataset) {
                let tables = try registry.retain(datasets.map(\.name), for: nil)
                change.tables = Dictionary(uniqueKeysWithValues: zip(datasets.map(\.name), tables))
            } catch {
                throw Problem(error, at: datasets[error.index].pointer)
            }
            let prepared = try interpreter.prepare(change)
            let cell = try await registry.cell(session)
            guard !change.shape.mode.isDryRun else {
                let tried = try registry.tryOut(cell) { try prepared.apply(to: &$0) }
                return (try tried.body.writeWithinLimit(), tried.outcome.status)
            }
            let made = try await registry.change(cell, as: prepared.change) { try prepared.apply(to: &$0) }.committed()
            return (try made.body.write(), made.outcome.status)
        }
    }

    /// The lines of a session's log.
    func log(of session: String) async throws -> [[UInt8]] {
        let stored = try #require(try await registry.store.session(session))
        var reader = LogReader(store: registry.store, session: session)
        var log = [stored.head.line]
        while case let lines = try await reader.next(), !lines.isEmpty { log += lines }
        return log
    }

    /// Makes a session again from its log.
    func replay(_ log: [[UInt8]]) async throws -> HostAnswer {
        try await answer {
            var replay = SessionReplay(
                modifiers: interpreter.modifiers, within: interpreter.bounds, limits: interpreter.limits
            ) { [catalog] lookup throws(Problem) in try catalog.rowsForReplay(of: lookup) }
            for line in log { try replay.takeNext(line) }
            return (try ReplayWriter.answer(replay, view: SurfaceView()), 200)
        }
    }

    /// The answer to a call, or the problem that it throws.
    private func answer(_ call: () async throws -> (body: [UInt8], status: Int)) async throws -> HostAnswer {
        do {
            let (body, status) = try await call()
            return try HostAnswer(body, status: status)
        } catch let error as any ProblemSource {
            return try HostAnswer(error.problem.body, status: error.problem.code.status)
        }
    }
}

extension ChangeAnswer.Outcome {
    fileprivate var status: Int {
        switch self {
        case .changed: 200
        case .created: 201
        case .ended: 204
        }
    }
}

/// The answer of a host.
struct HostAnswer: JSONAnswer {
    let text: String
    /// The body; null for none.
    let json: JSONValue
    /// The status that a client over HTTP gets.
    let status: Int

    var isProblem: Bool { status >= 400 }

    /// Reads the body of an answer.
    init(_ body: [UInt8], status: Int) throws {
        text = String(decoding: body, as: UTF8.self)
        json = body.isEmpty ? .null : try JSONValue.parse(body)
        self.status = status
    }
}
