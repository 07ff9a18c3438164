import ChartDatasets
import ChartSeries
import ChartStores
import Foundation
import GRDB
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartSessions
@testable import ChartStorage

/// The end of evicted sessions; a registry with a new format finds them damaged.
struct EvictedSessionEndTests {
    private let store = FaultyStore()
    private var time: ManualClock { store.time }
    private let format = RememberingFormat()
    private let catalog = LocalDatasetCatalog(["users": SampleSession.table])

    private func registry(
        whole isWhole: Bool = true, _ store: (any SessionStore)? = nil, patience: Double = 60_000
    ) -> SessionRegistry {
        SessionRegistry(
            catalog: catalog, store: store ?? self.store, format: isWhole ? format : RememberingFormat(),
            limits: .init(storePatience: patience), clock: time.sessionClock)
    }

    /// Creates a session, makes changes, and stops the server as `kill -9` does.
    private func leaveSession(
        in store: (any SessionStore)? = nil, changes: Int = 3, idleTimeout: Double = 1e6
    ) async throws -> String {
        let registry = registry(store)
        let created = try await registry.create(showing: ["users"]) { id, tables in
            SampleSession.session(
                [SampleSession.surface(table: tables[0], dataset: "users")], id: id, idleTimeout: idleTimeout)
        }
        let cell = try await registry.cell(created.session.id)
        for number in 1...changes {
            _ = try await registry.change(cell, as: Change(.postEvents, of: "main")) { session in
                _ = try session.send([.tick(at: Int64(number))], from: "a", number, now: registry.now)
            }.committed()
        }
        // The server's memory is lost.
        catalog.release("users")
        return created.session.id
    }

    private func expectFound(
        _ id: String, in registry: SessionRegistry, whole isWhole: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        if isWhole {
            try await registry.read(registry.cell(id)) { #expect($0.revision == 3, sourceLocation: sourceLocation) }
        } else {
            await #expect(
                throws: SessionError.damaged("revision 3: the state is unknown"), sourceLocation: sourceLocation
            ) { _ = try await registry.cell(id) }
        }
    }

    @Test(arguments: [true, false])
    func `an evicted session ends without a restore, intact or damaged`(isWhole: Bool) async throws {
        let id = try await leaveSession()
        let registry = registry(whole: isWhole)
        #expect(try await registry.census() == .init(live: 0, evicted: 1, ended: 0))
        if !isWhole { try await expectFound(id, in: registry, whole: false) }
        try await registry.end(id)
        await #expect(throws: SessionError.gone) { _ = try await registry.cell(id) }
        await #expect(throws: SessionError.gone) { _ = try await registry.tokens(of: id) }
        #expect(try await registry.census() == .init(live: 0, evicted: 0, ended: 1))
        #expect(try await store.counts() == StoreCounts(live: 0, ended: 1))
        try await catalog.remove("users")
        try await registry.end(id)
        #expect(try await registry.census().ended == 1)
    }

    @Test(arguments: [true, false])
    func `a refused end leaves an evicted session unchanged`(isWhole: Bool) async throws {
        let id = try await leaveSession()
        let registry = registry(whole: isWhole)
        store.isHolding = true
        let ending = Task { try await registry.end(id) }
        while store.queue == 0 { await Task.yield() }
        let asking = Task { try await registry.cell(id) }
        for _ in 0..<100 { await Task.yield() }
        store.fail(with: .full)
        await #expect(throws: SessionError.store(.full)) { try await ending.value }
        // It either came too late to fail with the end, or has failed.
        do { _ = try await asking.value } catch { #expect(error as? SessionError == .store(.full)) }
        store.isHolding = false
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) { try await catalog.remove("users") }
        try await expectFound(id, in: registry, whole: isWhole)
        try await registry.end(id)
        try await catalog.remove("users")
    }

    @Test func `concurrent callers end an evicted session once, with one result`() async throws {
        let id = try await leaveSession()
        let registry = registry(whole: false)
        store.isHolding = true
        let endings = (0..<20).map { _ in Task { try await registry.end(id) } }
        while store.queue == 0 { await Task.yield() }
        let late = Task { try await registry.end(id) }
        store.isHolding = false
        store.commit()
        for ending in endings + [late] { try await ending.value }
        #expect(store.queue == 0)
        #expect(try await registry.census() == .init(live: 0, evicted: 0, ended: 1))
        try await catalog.remove("users")
    }

    @Test func `a session that is being ended expires only after a refusal`() async throws {
        let id = try await leaveSession()
        let registry = registry(whole: false)
        store.isHolding = true
        let ending = Task { try await registry.end(id) }
        while store.queue == 0 { await Task.yield() }
        time.advance(byMilliseconds: 1_000_000)
        await registry.sweep()
        #expect(store.queue == 1)
        store.fail(with: .full)
        await #expect(throws: SessionError.store(.full)) { try await ending.value }
        await registry.sweep()
        #expect(store.changes == [.expire(session: id)])
        store.commit()
        try await catalog.remove("users")
    }

    @Test func `a session that is being restored ends after the restore`() async throws {
        let id = try await leaveSession()
        let registry = registry()
        store.holdsReads = true
        let arrival = Task { try await registry.cell(id) }
        while store.readers == 0 { await Task.yield() }
        let ending = Task { try await registry.end(id) }
        for _ in 0..<100 { await Task.yield() }
        #expect(registry.state.withLock { $0.endings.isEmpty })
        store.holdsReads = false
        let cell = try await arrival.value
        try await ending.value
        #expect(throws: SessionError.gone) { try registry.read(cell) { _ in } }
        #expect(try await registry.census() == .init(live: 0, evicted: 0, ended: 1))
        try await catalog.remove("users")
    }

    @Test func `a session of a stalled store arrives with its answer, and earlier callers get an error`() async throws {
        let id = try await leaveSession()
        let registry = registry(patience: 20)
        store.holdsReads = true
        for _ in 0..<2 {
            await #expect(throws: SessionError.store(.stalled)) { _ = try await registry.cell(id) }
        }
        #expect(store.readers == 1)
        store.holdsLookups = true
        await #expect(throws: SessionError.store(.stalled)) { _ = try await registry.tokens(of: id) }
        await #expect(throws: SessionError.store(.stalled)) { try await registry.end(id) }
        #expect(try await registry.census() == .init(live: 0, evicted: 1, ended: 0))
        (store.holdsReads, store.holdsLookups) = (false, false)
        try await eventually { try await registry.census() == .init(live: 1, evicted: 0, ended: 0) }
        try await expectFound(id, in: registry, whole: true)
        #expect(registry.state.withLock { $0.arrivals.isEmpty })
    }

    @Test func `a session that expires while the store is stalled is not restored`() async throws {
        let id = try await leaveSession(idleTimeout: 5_000)
        let registry = registry(patience: 20)
        store.holdsReads = true
        await #expect(throws: SessionError.store(.stalled)) { _ = try await registry.cell(id) }
        time.advance(byMilliseconds: 5_021)
        store.holdsReads = false
        try await eventually { registry.state.withLock { $0.arrivals.isEmpty } }
        #expect(try await registry.census() == .init(live: 0, evicted: 1, ended: 0))
        await registry.sweep()
        #expect(try await registry.census() == .init(live: 0, evicted: 0, ended: 1))
        await #expect(throws: SessionError.gone) { _ = try await registry.cell(id) }
        try await catalog.remove("users")
    }

    @Test func `a request for the tokens of an ending session gets gone`() async throws {
        let id = try await leaveSession()
        let registry = registry(whole: false)
        let tokens = try await registry.tokens(of: id)
        #expect(tokens.driverHash.count == 32 && tokens.driverHash != tokens.viewerHash)
        store.isHolding = true
        let ending = Task { try await registry.end(id) }
        while store.queue == 0 { await Task.yield() }
        // The store has ended the session, and the registry does not know it yet.
        let tellings = store.carryOut()
        let asking = Task { try await registry.tokens(of: id) }
        for _ in 0..<100 { await Task.yield() }
        for tell in tellings { tell() }
        try await ending.value
        await #expect(throws: SessionError.gone) { _ = try await asking.value }
        await #expect(throws: SessionError.gone) { _ = try await registry.tokens(of: id) }
        await #expect(throws: SessionError.unknown) { _ = try await registry.tokens(of: "none") }
    }

    @Test func `an expired session has no tokens`() async throws {
        let id = try await leaveSession(idleTimeout: 5_000)
        let registry = registry(whole: false)
        time.advance(byMilliseconds: 4_999)
        _ = try await registry.tokens(of: id)
        time.advance(byMilliseconds: 1)
        await #expect(throws: SessionError.gone) { _ = try await registry.tokens(of: id) }
    }

    @Test func `the end of a damaged session removes all its rows`() async throws {
        let file = try StoreFile()
        var database = try file.open(clock: time.sessionClock)
        // More entries than one step of a purge deletes.
        let id = try await leaveSession(in: database, changes: 600)
        try await database.commit(
            .snapshot(session: id, StoredSnapshot(revision: 5, state: [1]), keepsHistory: true))
        await database.close()

        database = try file.open(clock: time.sessionClock)
        try await database.connections.current.pool.write {
            try $0.execute(sql: "UPDATE entries SET line = x'00' WHERE revision = 300")
        }
        let registry = registry(whole: false, database)
        try await registry.end(id)
        await registry.close()

        database = try file.open(clock: time.sessionClock)
        #expect(try await database.find(id) == .ended(ago: 0))
        try await eventually { try await rows(in: database, of: ["entries", "snapshots", "heads", "purges"]) == 0 }
        let line = try await database.connections.current.pool.read {
            try Data.fetchOne($0, sql: "SELECT line FROM sessions")
        }
        #expect(line == Data())
        let restarted = self.registry(whole: false, database)
        await #expect(throws: SessionError.gone) { _ = try await restarted.cell(id) }
    }

    private func rows(in database: SQLiteSessionStore, of tables: [String]) async throws -> Int {
        try await database.connections.current.pool.read { database in
            try tables.reduce(0) { try $0 + (Int.fetchOne(database, sql: "SELECT count(*) FROM \($1)") ?? 0) }
        }
    }
}
