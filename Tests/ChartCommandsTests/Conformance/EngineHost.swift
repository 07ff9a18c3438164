import ChartEngine
import ChartSeries
import ChartStores
import ChartWire
import Logging
import Synchronization
import Testing

@testable import ChartDatasets
@testable import ChartSessions

/// The mapping and the sessions without HTTP.
struct EngineHost: ConformanceHost {
    private let registry: SessionRegistry
    private let catalog = LocalDatasetCatalog()
    private let interpreter: ChangeInterpreter
    private static let bounds = ChangeInterpreter.Bounds(
        eventsPerBatch: 1_024, touches: 16, surfacesPerSession: 16, modifiersPerSurface: 64, rowsPerWindow: 20_000)
    private var session = ""
    /// How the host writes the numbers of a body that it is given; `nil` as they are.
    private let numbers: NumberTexts?
    private let checks = RestoreChecks()

    /// Creates a host that may write other texts for equal numbers, and then compares the session with its restore
    /// after each change.
    init(modifiers: ModifierRegistry = .builtIn, numbers: NumberTexts? = nil) {
        self.numbers = numbers
        let limits = SpecificationLimits(
            links: 256, linkMembers: 1_024, slices: 4_096, derived: 1_000_000, answerBytes: 1 << 24)
        interpreter = ChangeInterpreter(modifiers: modifiers, bounds: Self.bounds, limits: limits) { 0 }
        registry = SessionRegistry(
            catalog: catalog, store: MemorySessionStore(),
            format: SessionLogFormat(modifiers: modifiers, logger: Logger(label: "test")),
            clock: SessionClock { 0 }, observer: SessionObserver(restored: { [checks] in checks.note($0) }))
    }

    private static func rows(_ csv: String) throws(Problem) -> Table {
        do throws(ImportError) {
            return try CSVImporter.table(from: Array(csv.utf8))
        } catch {
            throw Problem(error, place: .line(error.line))
        }
    }

    mutating func put(_ csv: String, as name: String) async throws -> HostAnswer {
        try await answer {
            _ = try await catalog.put(try Self.rows(csv), as: name)
            return Array("{}".utf8)
        }
    }

    mutating func append(_ csv: String, to name: String) async throws -> HostAnswer {
        try await answer {
            let rows = try Self.rows(csv)
            _ = try catalog.append(rows, to: name)
            return Array("{}".utf8)
        }
    }

    mutating func open(_ text: String) async throws -> HostAnswer {
        let text = numbers?.rewritten(text) ?? text
        var opened = ""
        let answer = try await answer {
            let start = try SessionStart(
                specification: Array(text.utf8), bounds: Self.bounds, idleTimeout: 3_600_000)
            let created = try await registry.create(
                showing: start.body.datasets, line: { start.line(of: $0) },
                { try start.session(id: $0, tables: $1, interpreter: interpreter) })
            opened = created.session.id
            return try AnswerWriter.state(of: created.session, view: SurfaceView(), expiresAt: created.expiresAt)
        }
        session = opened
        return answer
    }

    mutating func state() async throws -> HostAnswer {
        try await answer {
            try registry.read(try await registry.cell(session)) {
                try AnswerWriter.state(of: $0, view: SurfaceView(), expiresAt: 0)
            }
        }
    }

    mutating func post(_ batch: String, surface: String) async throws -> HostAnswer {
        try await change(.postEvents, surface, body: batch)
    }

    mutating func command(_ body: String, surface: String) async throws -> HostAnswer {
        try await change(.postCommand, surface, body: body)
    }

    mutating func patch(axis id: String, surface: String, _ body: String) async throws -> HostAnswer {
        try await change(.patchAxis, surface, item: id, body: body)
    }

    mutating func patch(surface: String, _ body: String) async throws -> HostAnswer {
        try await change(.patchSurface, surface, body: body)
    }

    mutating func patch(modifier id: String, surface: String, _ body: String) async throws -> HostAnswer {
        try await change(.patchModifier, surface, item: id, body: body)
    }

    mutating func patchSession(_ body: String) async throws -> HostAnswer {
        try await change(.patchSession, "", body: body)
    }

    private func change(
        _ operation: ChangeOperation, _ surface: String, item: String = "", body: String
    ) async throws -> HostAnswer {
        let body = numbers?.rewritten(body) ?? body
        let answer = try await answer {
            let query = try QueryParameters(query: "window=full", allowed: operation.query)
            let prepared = try interpreter.prepare(
                Change(
                    operation, of: surface, item: item, query: query,
                    shape: try AnswerShape(of: operation, query), body: Array(body.utf8)))
            let cell = try await registry.cell(session)
            return try await registry.change(cell, as: prepared.change) { try prepared.apply(to: &$0) }.committed().body
                .writeWithinLimit()
        }
        guard numbers != nil, !answer.isProblem else { return answer }
        await registry.checkRestore()
        // A repeated batch changes nothing, so that there is nothing to compare.
        #expect(checks.take().allSatisfy { $0 == .same }, "\(body)")
        return answer
    }

    /// The answer to a call, or the problem that it throws.
    private func answer(_ call: () async throws -> [UInt8]) async throws -> HostAnswer {
        do {
            return HostAnswer(json: try JSONValue.parse(try await call()), isProblem: false)
        } catch let problem as Problem {
            return try self.problem(problem)
        } catch let error as SessionError {
            return try self.problem(Problem(error))
        } catch let error as SessionRegistry.UnknownDataset {
            return try problem(Problem(.specificationUnknownDataset, "There is no dataset \"\(error.name)\"."))
        }
    }

    private func problem(_ problem: Problem) throws -> HostAnswer {
        HostAnswer(json: try JSONValue.parse(problem.body), isProblem: true)
    }
}

/// Collects the results of comparisons with restores.
private final class RestoreChecks: Sendable {
    private let results = Mutex<[SessionObserver.RestoreCheck]>([])

    func note(_ result: SessionObserver.RestoreCheck) { results.withLock { $0.append(result) } }

    func take() -> [SessionObserver.RestoreCheck] {
        results.withLock { results in
            defer { results = [] }
            return results
        }
    }
}
