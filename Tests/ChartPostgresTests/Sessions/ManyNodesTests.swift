import ChartSessions
import ChartStores
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartPostgres

/// Several nodes write the same sessions.
@Suite(.serialized) struct ManyNodesTests {
    /// Appends its own lines to a session until it has so many, and reads what it has missed after a lost race.
    ///
    /// - Returns: The acknowledged revisions with their lines.
    private func write(
        _ store: PostgresSessionStore, _ session: String, count: Int, name: String
    ) async throws -> [Int: [UInt8]] {
        var acknowledged: [Int: [UInt8]] = [:]
        var head = try await retried { try await store.revisions(of: [session]) }[session] ?? 0
        while acknowledged.count < count {
            let line = Array("\(name) \(acknowledged.count)".utf8)
            let entry = LogEntry(revision: head + 1, line: line)
            switch await store.outcome(of: .append(session: session, entry, datasets: nil)) {
            case .success:
                head += 1
                acknowledged[head] = line
            case .failure(.conflict):
                try await Task.sleep(for: .microseconds(.random(in: 0...2_000)))
                head = try await retried { try await store.revisions(of: [session]) }[session] ?? head
            case .failure(let error):
                // The change may be there: this is what a client's sequence number is for.
                guard case .unavailable = error else { throw error }
                try await Task.sleep(for: .milliseconds(20))
                let stored = try await retried { try await store.session(session) }
                head = stored?.entries.last?.revision ?? 0
                if let own = stored?.entries.first(where: { $0.line == line }) { acknowledged[own.revision] = line }
            }
        }
        return acknowledged
    }

    private func retried<Value>(_ read: () async throws -> Value) async throws -> Value {
        for _ in 0..<200 {
            do { return try await read() } catch { try await Task.sleep(for: .milliseconds(20)) }
        }
        return try await read()
    }

    /// Runs writers of all nodes on all sessions, and compares the logs with what was acknowledged.
    private func check(
        _ stores: [PostgresSessionStore], sessions: Int, count: Int,
        meanwhile disturb: @escaping @Sendable () async throws -> Void = {}
    ) async throws {
        let names = (0..<sessions).map { "session \($0)" }
        for name in names { try await stores[0].commit(.create(.sample(name))) }
        let acknowledged = try await withThrowingTaskGroup(of: (String, [Int: [UInt8]]).self) { group in
            for name in names {
                for (node, store) in stores.enumerated() {
                    group.addTask { (name, try await write(store, name, count: count, name: "\(name) \(node)")) }
                }
            }
            let disturbance = Task { try await disturb() }
            var all: [String: [Int: [UInt8]]] = [:]
            for try await (name, lines) in group {
                all[name, default: [:]].merge(lines) { one, other in
                    Issue.record("two nodes own a revision of \(name): \(one) and \(other)")
                    return one
                }
            }
            disturbance.cancel()
            _ = await disturbance.result
            return all
        }
        for name in names {
            let entries = try await retried { try await stores.last?.entries(of: name, after: 0, limit: .max) } ?? []
            #expect(entries.map(\.revision) == Array(1...stores.count * count))
            #expect(entries.map(\.line) == (1...stores.count * count).map { acknowledged[name]?[$0] })
        }
    }

    @Test func `every acknowledged change is in the log exactly once`() async throws {
        let database = try TestDatabase()
        let stores = try (0..<4).map { _ in try database.store() }
        try await check(stores, sessions: 8, count: 40)
        for store in stores { await store.close() }
    }

    @Test func `connections that are ended under load lose and double nothing`() async throws {
        let database = try TestDatabase()
        let stores = try (0..<3).map { _ in try database.store { $0.doubtInterval = .milliseconds(10) } }
        try await check(stores, sessions: 6, count: 100) {
            let admin = try database.connect()
            while !Task.isCancelled {
                try await Task.sleep(for: .milliseconds(15))
                try admin.run(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE application_name LIKE 'chart-surface%' AND datname = current_database() AND random() < 0.4
                    """)
            }
        }
        for store in stores { await store.close() }
    }

    @Test func `a node that has missed a revision gets a conflict and changes nothing`() async throws {
        let database = try TestDatabase()
        let (one, other) = (try database.store(), try database.store())
        try await one.commit(.create(.sample("a")))
        try await other.commit(.sample("a", 1))
        let chain = ChangeChain()
        #expect(
            await one.refusal(of: .append(session: "a", LogEntry(revision: 1, line: [9]), datasets: ["x"]), on: chain)
                == .conflict)
        #expect(chain.isBroken)
        #expect(await one.refusal(of: .sample("a", 2), on: chain) == .conflict)
        #expect(try await one.session("a")?.entries == [.sample(1)])
        #expect(try await !one.shows("x"))
        try await one.commit(.sample("a", 2))
        #expect(try await other.revisions(of: ["a"]) == ["a": 2])
        #expect(one.condition == .ready)
        await one.close()
        await other.close()
    }

    @Test func `a row that another node holds is a lost race and not a wait`() async throws {
        let database = try TestDatabase()
        let store = try database.store()
        for id in ["a", "b"] { try await store.commit(.create(.sample(id))) }
        let admin = try database.connect()
        try admin.run("BEGIN", "SELECT * FROM session WHERE id = 'a' FOR UPDATE")
        // A wait would end with the limit of a statement, and as another error.
        #expect(await store.refusal(of: .sample("a", 1)) == .conflict)
        #expect(await store.refusal(of: .end(session: "a")) == .conflict)
        try await store.commit(.sample("b", 1))
        try admin.run("ROLLBACK")
        try await store.commit(.sample("a", 1))
        await store.close()
    }

    @Test func `the changes of a session in one group stand or fall together`() async throws {
        let database = try TestDatabase()
        let (store, other) = (try database.store(), try database.store())
        for id in ["a", "b", "c"] { try await store.commit(.create(.sample(id))) }
        try await other.commit(.append(session: "a", LogEntry(revision: 1, line: [1]), datasets: nil))
        let outcomes = Mutex<[String: [Bool]]>([:])
        func enqueue(_ change: StoreChange, on chain: ChangeChain) {
            let session = change.session ?? ""
            _ = store.enqueue(change, on: chain, isDue: false) { outcome in
                let isStored = if case .success = outcome { true } else { false }
                outcomes.withLock { $0[session, default: []].append(isStored) }
            }
        }
        let chains = ["a": ChangeChain(), "b": ChangeChain(), "d": ChangeChain()]
        for (id, chain) in chains.sorted(by: { $0.key < $1.key }) {
            if id == "d" { enqueue(.create(.sample("d")), on: chain) }
            enqueue(.sample(id, 1, datasets: ["shown by \(id)"]), on: chain)
            enqueue(.sample(id, 2), on: chain)
            enqueue(.snapshot(session: id, StoredSnapshot(revision: 2, state: [2]), keepsHistory: false), on: chain)
            enqueue(.sample(id, 3), on: chain)
            enqueue(.end(session: id), on: chain)
        }
        try await store.commit(.clearTombstones(olderThan: 1_000_000, keeping: 1_000))
        #expect(
            outcomes.withLock { $0 } == [
                "a": [Bool](repeating: false, count: 5), "b": [Bool](repeating: true, count: 5),
                "d": [Bool](repeating: true, count: 6),
            ])
        #expect(try await store.session("a")?.entries.map(\.line) == [[1]])
        #expect(try await store.session("a")?.snapshot == nil)
        #expect(try await !store.shows("shown by a"))
        for id in ["b", "d"] {
            guard case .ended = try await store.find(id) else { throw SessionStoreError.conflict }
        }
        #expect(try await store.counts() == StoreCounts(live: 2, ended: 2))
        await store.close()
        await other.close()
    }

    @Test func `two nodes create a session of the same name only once`() async throws {
        let database = try TestDatabase()
        let stores = try (0..<2).map { _ in try database.store() }
        for number in 0..<20 {
            let head = StoredHead.sample("session \(number)")
            async let one = stores[0].outcome(of: .create(head))
            async let other = stores[1].outcome(of: .create(head))
            let created = await [one, other].filter { if case .success = $0 { true } else { false } }
            #expect(created.count == 1)
        }
        #expect(try await stores[0].counts() == StoreCounts(live: 20))
        for store in stores { await store.close() }
    }

    @Test func `a session that a node holds lives longer by an eighth`() async throws {
        let database = try TestDatabase()
        let stores = [try database.store(), try database.store()]
        try await stores[0].commit(.create(.sample("a", idleTimeout: 8_000_000)))
        try database.setClock(ahead: 4_000_000)
        stores[0].noteUses([SessionUse(session: "a", ago: 0, isHeld: true)])
        try await eventually {
            guard case .live(let summary) = try await stores[1].find("a") else { return false }
            return summary.idle < 1_000_000
        }
        try database.setClock(ahead: 12_900_000)
        #expect(try await stores[1].overdue(limit: 9) == [])
        try database.setClock(ahead: 13_100_000)
        #expect(try await stores[1].overdue(limit: 9) == ["a"])
        stores[0].noteUses([SessionUse(session: "a", ago: 3_000_000)])
        try await eventually { try await stores[1].overdue(limit: 9) == [] }
        try database.setClock(ahead: 18_200_000)
        #expect(try await stores[1].overdue(limit: 9) == ["a"])
        for store in stores { await store.close() }
    }

    @Test func `uses are noted in parts, and all of them before the store closes`() async throws {
        let database = try TestDatabase()
        let names = (0..<7).map { "session \($0)" }
        let store = try database.store { $0.usesPerStatement = 2 }
        for name in names { try await store.commit(.create(.sample(name))) }
        try database.setClock(ahead: 1_000_000)
        store.noteUses(names.map { SessionUse(session: $0, ago: 0) })
        await store.close()
        let other = try database.store()
        for name in names {
            guard case .live(let summary) = try await other.find(name) else { throw SessionStoreError.conflict }
            #expect(summary.idle < 500_000, "\(name)")
        }
        await other.close()
    }

    @Test func `what a broken chain has written stays, and the next read shows it`() async throws {
        let database = try TestDatabase()
        let barrier = Barrier()
        let isHeld = Atomic(false)
        let store = try database.store { tuning in
            tuning.afterGroup = { () throws(PostgresError) in
                if isHeld.load(ordering: .relaxed) { _ = barrier.hold() }
            }
        }
        try await store.commit(.create(.sample("a")))
        isHeld.store(true, ordering: .relaxed)
        let chain = ChangeChain()
        async let outcome = store.outcome(of: .sample("a", 1), on: chain)
        try await barrier.somebody()
        async let session = store.session("a")
        #expect(chain.break(with: .stalled) == 0)
        isHeld.store(false, ordering: .relaxed)
        barrier.open()
        guard case .failure(.stalled) = await outcome else { throw SessionStoreError.conflict }
        #expect(try await session?.entries == [.sample(1)])
        try await store.commit(.sample("a", 2))
        await store.close()
    }
}
