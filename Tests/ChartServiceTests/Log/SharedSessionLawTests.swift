import ChartEngine
import ChartSeries
import ChartSessions
import ChartTestSupport
import ChartWire
import Foundation
import Logging
import Testing

@testable import ChartService

/// Random batches through two registries over one store, with the server's own log.
@Suite struct SharedSessionLawTests {
    private static let bounds = ChangeInterpreter.Bounds(
        eventsPerBatch: 1_024, touches: 16, surfacesPerSession: 16, modifiersPerSurface: 64, rowsPerWindow: 20_000)

    private let store: SharedMemoryStore
    private let clock = ManualClock(milliseconds: 1_000_000)
    private var interpreter: ChangeInterpreter {
        ChangeInterpreter(modifiers: .builtIn, bounds: Self.bounds) { [clock] in clock.now }
    }

    init() {
        store = SharedMemoryStore(clock: clock.sessionClock)
    }

    private func registry(evictAfter: Double = 60_000) -> SessionRegistry {
        SessionRegistry(
            catalog: DatasetCatalog(["users": ActiveUsers.table]), store: store,
            format: SessionLogFormat(modifiers: .builtIn, logger: Logger(label: "test")),
            limits: .init(evictAfter: evictAfter, snapshotEvery: 7), clock: clock.sessionClock)
    }

    private func open(_ registry: SessionRegistry) async throws -> String {
        let specification = #"{"surfaces":[{"dataset":"users"}]}"#
        let start = try SessionStart(
            specification: Array(specification.utf8), bounds: Self.bounds, idleTimeout: 3_600_000)
        return try await registry.create(
            showing: start.body.datasets, line: { start.line(of: $0) },
            { try start.session(id: $0, tables: $1, interpreter: interpreter) }
        ).session.id
    }

    /// Posts a batch of a client, again after each conflict and eviction, until it is acknowledged.
    private func post(
        _ events: [String], from client: String, _ sequence: Int, to id: String, of registry: SessionRegistry
    ) async throws {
        let query = try QueryParameters(query: "window=none", allowed: ChangeOperation.postEvents.query)
        let body = #"{"client":"\#(client)","sequence":\#(sequence),"events":[\#(events.joined(separator: ","))]}"#
        let prepared = try interpreter.prepare(
            SessionChange(
                operation: .postEvents, surface: "main", item: "", query: query,
                shape: try AnswerShape(of: .postEvents, query), body: Array(body.utf8)))
        while true {
            do {
                let cell = try await registry.cell(id)
                _ = try await registry.onLastRevision(of: cell) {
                    try registry.change(cell, as: prepared.record, prepared.apply)
                }.committed()
                return
            } catch SessionError.store(.conflict), SessionError.evicted {
                continue
            }
        }
    }

    /// A wheel step, a tick, or a whole drag.
    private static func events(_ cases: inout SeededCases, at time: Int) -> [String] {
        let x = cases.integer(in: 50...300)
        func touch(_ phase: String, _ x: Int, _ offset: Int) -> String {
            #"{"type":"touch","phase":"\#(phase)","time":\#(time + offset),"touches":[{"id":1,"x":\#(x),"y":100}]}"#
        }
        switch cases.integer(in: 0...2) {
        case 0: return [#"{"type":"wheel","time":\#(time),"x":\#(x),"y":100,"deltaX":0,"deltaY":10}"#]
        case 1: return [#"{"type":"tick","time":\#(time)}"#]
        default: return [touch("began", x, 0), touch("moved", x + 40, 16), touch("ended", x + 40, 200)]
        }
    }

    @Test(arguments: 0..<12) func `each acknowledged batch is one revision, and every state is that of a replay`(
        seed: Int
    ) async throws {
        var cases = SeededCases(seed: UInt64(seed))
        let nodes = [registry(), registry(evictAfter: cases.isTrue() ? 0 : 60_000)]
        let id = try await open(nodes[0])
        let (clients, count) = (4, 12)
        let batches = (0..<clients).map { _ in (1...count).map { Self.events(&cases, at: $0 * 1_000) } }
        let moves = (0..<clients).map { _ in (1...count).map { _ in cases.integer(in: 0...1) } }
        try await withThrowingTaskGroup { group in
            for client in 0..<clients {
                group.addTask {
                    for sequence in 1...count {
                        let node = nodes[moves[client][sequence - 1]]
                        try await post(
                            batches[client][sequence - 1], from: "c\(client)", sequence, to: id, of: node)
                        if sequence % 4 == 0 { await node.sweep() }
                    }
                }
            }
            try await group.waitForAll()
        }
        let entries = try await store.entries(of: id, after: 0, limit: .max)
        #expect(entries.map(\.revision) == Array(1...clients * count))
        for client in 0..<clients {
            let lines = entries.map { String(decoding: $0.line, as: UTF8.self) }
            #expect(lines.count { $0.contains(#""client":"c\#(client)""#) } == count)
        }
        let fresh = registry()
        let replayed = try await fresh.read(fresh.cell(id)) { ($0.revision, $0.stateHash) }
        for node in nodes {
            let cell = try await node.cell(id)
            try await node.confirm(cell)
            try node.read(cell) { session in
                #expect(session.revision == replayed.0)
                #expect(session.stateHash == replayed.1)
            }
        }
    }
}
