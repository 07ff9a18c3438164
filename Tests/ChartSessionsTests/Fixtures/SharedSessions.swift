import ChartDatasets
import ChartEngine
import ChartSeries
import ChartStores
import ChartWire
import CoreTestSupport
import Foundation
import Logging
import StoreTestSupport

@testable import ChartSessions

/// A store that registries share, with the server's own log.
struct SharedSessions {
    static let bounds = ChangeInterpreter.Bounds(
        eventsPerBatch: 1_024, touches: 16, surfacesPerSession: 16, modifiersPerSurface: 64, rowsPerWindow: 20_000)

    let store: any SessionStore
    let clock: ManualClock
    var interpreter: ChangeInterpreter {
        ChangeInterpreter(modifiers: .builtIn, bounds: Self.bounds) { [clock] in clock.now }
    }

    /// Creates sessions in a store; by default in one that loses nothing.
    init(store make: (SessionClock) -> any SessionStore = { SharedMemoryStore(clock: $0) }) {
        clock = ManualClock(milliseconds: 1_000_000)
        store = make(clock.sessionClock)
    }

    /// Creates a registry over the store.
    func registry(
        evictAfter: Double = 60_000, snapshotEvery: Int = 7, observer: SessionObserver = SessionObserver()
    ) -> SessionRegistry {
        SessionRegistry(
            catalog: LocalDatasetCatalog(["users": ActiveUsers.table]), store: store,
            format: SessionLogFormat(modifiers: .builtIn, logger: Logger(label: "test")),
            limits: .init(evictAfter: evictAfter, snapshotEvery: snapshotEvery), clock: clock.sessionClock,
            observer: observer)
    }

    /// Creates a session.
    func open(_ registry: SessionRegistry) async throws -> String {
        let specification = #"{"surfaces":[{"dataset":"users"}]}"#
        let start = try SessionStart(
            specification: Array(specification.utf8), bounds: Self.bounds, idleTimeout: 3_600_000)
        return try await registry.create(
            showing: start.body.datasets, line: { start.line(of: $0) },
            { try start.session(id: $0, tables: $1, interpreter: interpreter) }
        ).session.id
    }

    /// Posts a batch of a client, again after each conflict and eviction, until it is acknowledged.
    func post(
        _ events: [String], from client: String, _ sequence: Int, to id: String, of registry: SessionRegistry
    ) async throws {
        let query = try QueryParameters(query: "window=none", allowed: ChangeOperation.postEvents.query)
        let body = #"{"client":"\#(client)","sequence":\#(sequence),"events":[\#(events.joined(separator: ","))]}"#
        let prepared = try interpreter.prepare(
            Change(
                .postEvents, of: "main", query: query,
                shape: try AnswerShape(of: .postEvents, query), body: Array(body.utf8)))
        while true {
            do {
                let cell = try await registry.cell(id)
                _ = try await registry.onLastRevision(of: cell) {
                    try registry.change(cell, as: prepared.change) { try prepared.apply(to: &$0) }
                }.committed()
                return
            } catch SessionError.store(.conflict), SessionError.evicted {
                continue
            }
        }
    }

    /// Makes a wheel step, a tick, or a whole drag.
    static func events(_ cases: inout SeededCases, at time: Int) -> [String] {
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
}
