import ChartDatasets
import ChartEngine
import ChartSeries
import ChartStores
import ChartWire
import Foundation
import Logging
import StoreTestSupport
import Testing

@testable import ChartSessions

/// Evicted sessions and restarted servers, with the server's own log.
@Suite struct SessionLogFormatTests {
    private static let bounds = ChangeInterpreter.Bounds(
        eventsPerBatch: 1_024, touches: 16, surfacesPerSession: 16, modifiersPerSurface: 64, rowsPerWindow: 20_000)

    private let catalog = LocalDatasetCatalog(["users": ActiveUsers.table])
    private let store: MemorySessionStore
    private let clock: ManualClock

    init() {
        let clock = ManualClock(milliseconds: 1_000_000)
        self.clock = clock
        store = MemorySessionStore(clock: SessionClock { clock.now })
    }

    private var interpreter: ChangeInterpreter {
        ChangeInterpreter(modifiers: .builtIn, bounds: Self.bounds) { [clock] in clock.now }
    }

    private func registry(snapshotEvery: Int = 1_000, keepsHistory: Bool = true) -> SessionRegistry {
        SessionRegistry(
            catalog: catalog, store: store,
            format: SessionLogFormat(modifiers: .builtIn, logger: Logger(label: "test")),
            limits: .init(snapshotEvery: snapshotEvery, keepsHistory: keepsHistory),
            clock: SessionClock { [clock] in clock.now })
    }

    private func open(
        _ registry: SessionRegistry, _ specification: String = #"{"surfaces":[{"dataset":"users"}]}"#
    ) async throws -> String {
        let start = try SessionStart(
            specification: Array(specification.utf8), bounds: Self.bounds, idleTimeout: 3_600_000)
        return try await registry.create(
            showing: start.body.datasets, line: { start.line(of: $0) },
            { try start.session(id: $0, tables: $1, interpreter: interpreter) }
        ).session.id
    }

    /// Posts a batch, and returns the answer as text.
    @discardableResult
    private func post(_ events: String, to id: String, of registry: SessionRegistry) async throws -> String {
        let query = try QueryParameters(query: "window=none", allowed: ChangeOperation.postEvents.query)
        let prepared = try interpreter.prepare(
            Change(
                .postEvents, of: "main", query: query,
                shape: try AnswerShape(of: .postEvents, query),
                body: Array(#"{"events":[\#(events)]}"#.utf8)))
        let cell = try await registry.cell(id)
        let answer = try await registry.change(cell, as: prepared.change) { try prepared.apply(to: &$0) }.committed()
        return String(decoding: try answer.body.write(), as: UTF8.self)
    }

    private static func touch(_ phase: String, _ x: Int, at time: Int) -> String {
        #"{"type":"touch","phase":"\#(phase)","time":\#(time),"touches":[{"id":1,"x":\#(x),"y":100}]}"#
    }

    /// A drag, a flick that coasts, and a first tap of two, one batch each.
    private static let batches = [
        touch("began", 400, at: 0), touch("moved", 380, at: 16), touch("moved", 300, at: 32),
        touch("ended", 300, at: 200),
        touch("began", 100, at: 1_000) + "," + touch("moved", 160, at: 1_016), touch("moved", 240, at: 1_032),
        touch("ended", 240, at: 1_033), #"{"type":"tick","time":1100}"#, touch("began", 50, at: 3_000),
        touch("ended", 50, at: 3_040), touch("began", 50, at: 3_100), touch("ended", 50, at: 3_140),
    ]

    @Test(arguments: [1, 3, 1_000])
    func `evicting a session between any two batches does not change its answers`(snapshotEvery: Int) async throws {
        let registry = registry(snapshotEvery: snapshotEvery)
        let (resting, awake) = (try await open(registry), try await open(registry))
        for batch in Self.batches {
            let answers = (
                try await post(batch, to: resting, of: registry), try await post(batch, to: awake, of: registry)
            )
            #expect(answers.0.replacing(resting, with: "") == answers.1.replacing(awake, with: ""))
            clock.advance(byMilliseconds: 60_000)
            try registry.read(try await registry.cell(awake)) { _ in }
            // The first sweep may only write what the second one needs.
            for _ in 0..<2 { await registry.sweep() }
            let (here, there) = (try registry.cellInMemory(awake), try registry.cellInMemory(resting))
            #expect(here != nil)
            let isTouched = try await registry.read(registry.cell(awake)) { $0.surfaces[0].surface.hasTouches }
            #expect(isTouched || there == nil)
        }
        let hashes = (
            try await registry.read(registry.cell(resting)) { $0.stateHash },
            try await registry.read(registry.cell(awake)) { $0.stateHash }
        )
        #expect(hashes.0 == hashes.1)
    }

    @Test(arguments: [(1, true), (5, true), (1_000, true), (5, false)])
    func `a restarted server continues where the killed one stopped`(
        snapshotEvery: Int, keepsHistory: Bool
    ) async throws {
        let before = registry(snapshotEvery: snapshotEvery, keepsHistory: keepsHistory)
        let id = try await open(before)
        for batch in Self.batches {
            try await post(batch, to: id, of: before)
            await before.sweep()
        }
        let (revision, hash) = try await before.read(before.cell(id)) { ($0.revision, $0.stateHash) }
        let after = registry(snapshotEvery: snapshotEvery, keepsHistory: keepsHistory)
        try await after.read(after.cell(id)) { session in
            #expect(session.revision == revision)
            #expect(session.stateHash == hash)
        }
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) { try await catalog.remove("users") }
    }

    @Test func `a state that differs from the log damages the session, unless earlier rules made it`() async throws {
        let registry = registry()
        let id = try await open(registry)
        for batch in Self.batches.prefix(2) { try await post(batch, to: id, of: registry) }
        var stored = try #require(try await store.session(id))
        let format = SessionLogFormat(modifiers: .builtIn, logger: Logger(label: "test"))
        #expect(try format.session(from: stored, catalog: catalog).revision == 2)
        let line = String(decoding: stored.entries[0].line, as: UTF8.self)
        let hash = try #require(line.range(of: #""stateHash":"[0-9a-f]"#, options: .regularExpression))
        let digit = line[line.index(before: hash.upperBound)]
        stored.entries[0].line = Array(
            line.replacingCharacters(
                in: line.index(before: hash.upperBound)..<hash.upperBound, with: digit == "0" ? "1" : "0"
            ).utf8)
        let error = #expect(throws: SessionReplayError.self) {
            try format.session(from: stored, catalog: catalog)
        }
        #expect(error?.revision == 1)
        // The same difference in the log of earlier rules, and a line that the present rules refuse.
        let head = String(decoding: stored.head.line, as: UTF8.self)
        stored.head.line = Array(head.replacing(#""format":4"#, with: #""format":3"#).utf8)
        #expect(try format.session(from: stored, catalog: catalog).revision == 2)
        let second = String(decoding: stored.entries[1].line, as: UTF8.self)
        stored.entries[1].line = Array(second.replacing(#""phase":"moved""#, with: #""phase":"gone""#).utf8)
        let restored = try format.session(from: stored, catalog: catalog)
        #expect(restored.revision == 2 && restored.surface("main")?.revision == 2)
        let first = try format.session(from: earlier(stored), catalog: catalog)
        let states = try format.apply(
            Array(stored.entries.suffix(1)), to: first, head: stored.head.line, catalog: catalog)
        #expect(states.map(\.session.revision) == [2])
    }

    /// The stored session without its last entry.
    private func earlier(_ stored: StoredSession) -> StoredSession {
        var earlier = stored
        earlier.entries.removeLast()
        return earlier
    }

    @Test(arguments: [#"{"surfaces":[{}]}"#, #"{"surfaces":[{},{"id":"users","dataset":"users"}]}"#])
    func `a surface without a dataset comes back from a snapshot`(specification: String) async throws {
        let before = registry(snapshotEvery: 1)
        let id = try await open(before, specification)
        for batch in Self.batches.prefix(4) {
            try await post(batch, to: id, of: before)
            await before.sweep()
        }
        #expect(try await #require(store.session(id)).snapshot != nil)
        let hash = try await before.read(before.cell(id)) { $0.stateHash }
        let after = registry()
        #expect(try await after.read(after.cell(id)) { $0.stateHash } == hash)
    }

    @Test func `a restart cancels a gesture in progress, once`() async throws {
        let before = registry()
        let id = try await open(before)
        for batch in Self.batches.prefix(2) { try await post(batch, to: id, of: before) }
        for revision in [3, 3] {
            let after = registry()
            try await after.read(after.cell(id)) { session in
                #expect(session.revision == revision)
                #expect(session.surfaces[0].surface.gestures.isEmpty && !session.surfaces[0].surface.hasTouches)
            }
        }
        let last = try await store.entries(of: id, after: 2, limit: 9).map { String(decoding: $0.line, as: UTF8.self) }
        #expect(last.count == 1)
        let line = try #require(last.first)
        #expect(line.contains(#""kind":"cancel""#) && line.contains(#""reason":"restart""#), "\(line)")
    }

    @Test(arguments: [true, false])
    func `a log with a snapshot can be replayed from its first kept line`(keepsHistory: Bool) async throws {
        let registry = registry(snapshotEvery: 4, keepsHistory: keepsHistory)
        let id = try await open(registry)
        for batch in Self.batches {
            try await post(batch, to: id, of: registry)
            await registry.sweep()
        }
        let stored = try #require(await store.session(id))
        let snapshot = try #require(stored.snapshot)
        let isWhole = try await store.entries(of: id, after: 0, limit: 1).first?.revision == 1
        #expect(isWhole == keepsHistory)
        let catalog = catalog
        var replay = SessionReplay(modifiers: .builtIn) { lookup throws(Problem) in
            try catalog.rowsForReplay(of: lookup)
        }
        try replay.take(stored.head.line)
        try replay.take(LogWriter.line(of: snapshot))
        for entry in stored.entries { try replay.take(entry.line) }
        #expect(replay.firstDifference == nil)
        let hash = try await registry.read(registry.cell(id)) { $0.stateHash }
        #expect(replay.session?.stateHash == hash)
    }
}
