import ChartSessions
import ChartStores
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartPostgres

/// What a node does while the database fails.
@Suite(.serialized) struct PostgresFaultTests {
    private func isSoon(_ what: Comment, _ isTrue: () async throws -> Bool) async throws {
        for _ in 0..<6_000 {
            if try await isTrue() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record(what)
    }

    @Test func `a statement that hangs ends at the limit, and the store recovers`() async throws {
        let database = try TestDatabase()
        let store = try database.store { tuning in
            // Long enough for a busy machine to see the store stall.
            tuning.statementLimit = .seconds(4)
            tuning.patience = .milliseconds(50)
        }
        try await store.commit(.create(.sample("a")))
        let admin = try database.connect()
        try admin.run("BEGIN", "LOCK TABLE session_log")
        async let refusal = store.refusal(of: .sample("a", 1))
        try await isSoon("the store stalls") { store.condition == .stalled }
        guard case .unavailable = await refusal else { throw SessionStoreError.conflict }
        try admin.run("ROLLBACK")
        try await isSoon("the store recovers") { store.condition == .ready }
        try await store.commit(.sample("a", 1))
        await store.close()
    }

    @Test func `a full disk has its own error`() async throws {
        let database = try TestDatabase()
        let store = try database.store()
        try await store.commit(.create(.sample("a")))
        let admin = try database.connect()
        try admin.run(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$
            """,
            "CREATE TRIGGER refuse BEFORE INSERT ON session_log FOR EACH ROW EXECUTE FUNCTION refuse()",
            "CREATE TRIGGER refuse BEFORE UPDATE ON session_count FOR EACH ROW EXECUTE FUNCTION refuse()")
        #expect(await store.refusal(of: .sample("a", 1)) == .full)
        #expect(store.condition == .failing(.full))
        #expect(await store.refusal(of: .sample("a", 1)) == .full)
        try admin.run("DROP FUNCTION refuse CASCADE")
        try await isSoon("the store recovers") { store.condition == .ready }
        try await store.commit(.sample("a", 1))
        await store.close()
    }

    @Test func `a damaged row damages its session alone`() async throws {
        let database = try TestDatabase()
        let store = try database.store()
        for id in ["line", "gap", "start", "head", "snapshot", "well"] {
            try await store.commit(.create(.sample(id)))
            for revision in 1...3 { try await store.commit(.sample(id, revision)) }
        }
        let shot = StoredSnapshot(revision: 2, state: [2])
        try await store.commit(.snapshot(session: "snapshot", shot, keepsHistory: true))
        func key(_ id: String) -> String { "(SELECT key FROM session WHERE id = '\(id)')" }
        try database.connect().run(
            "UPDATE session_log SET line = line || 'x' WHERE revision = 2 AND session = \(key("line"))",
            "DELETE FROM session_log WHERE revision = 2 AND session = \(key("gap"))",
            "UPDATE session_start SET idle_timeout = 1 WHERE id = 'start'",
            "UPDATE session SET head = 2 WHERE id = 'head'", "UPDATE session_snapshot SET state = 'x'")
        for id in ["line", "gap", "start", "snapshot"] {
            let error = await #expect(throws: SessionStoreError.self) { try await store.session(id) }
            guard case .damagedSession = error else { throw SessionStoreError.unavailable("\(id) is not damaged") }
            guard case .live = try await store.find(id) else { throw SessionStoreError.conflict }
        }
        // A head that was moved back by hand meets the lines that are there.
        let results = Mutex<[String: SessionStoreError?]>([:])
        for (id, revision) in [("head", 3), ("well", 4)] {
            _ = store.enqueue(.sample(id, revision), on: ChangeChain(), isDue: false) { outcome in
                let error: SessionStoreError? = if case .failure(let error) = outcome { error } else { nil }
                results.withLock { $0[id] = error }
            }
        }
        try await store.commit(.clearTombstones(olderThan: 0, keeping: 0))
        guard case .damagedSession = results.withLock({ $0["head"] ?? nil }) else { throw SessionStoreError.conflict }
        #expect(try await store.session("well")?.entries.count == 4)
        #expect(store.condition == .ready)
        await store.close()
    }

    @Test func `a primary that takes no writes fails, and is taken again when it does`() async throws {
        let database = try TestDatabase()
        let store = try database.store()
        try await store.commit(.create(.sample("a")))
        let admin = try database.connect()
        try admin.run("ALTER DATABASE \(database.name) SET default_transaction_read_only = on")
        try database.endConnections(of: "chart-surface%", by: admin)
        let chain = ChangeChain()
        async let late = store.refusal(of: .sample("a", 1), on: chain)
        try await isSoon("the store fails") { if case .failing = store.condition { true } else { false } }
        await #expect(throws: SessionStoreError.self) { try await store.find("another") }
        #expect(throws: PostgresError.self) { try database.store() }
        chain.break(with: .stalled)
        let refusal = await late
        #expect(refusal == .stalled)
        try admin.run(
            "SET default_transaction_read_only = off",
            "ALTER DATABASE \(database.name) RESET default_transaction_read_only")
        try await isSoon("the store recovers") { store.condition == .ready }
        try await store.commit(.sample("a", 1))
        await store.close()
    }

    @Test func `a read that the database lets nobody do makes the store fail until it may be done`() async throws {
        let database = try TestDatabase()
        let store = try database.store()
        try await store.commit(.create(.sample("a")))
        let admin = try database.cluster.connect("postgres")
        try admin.run(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(database.name)'",
            "ALTER DATABASE \(database.name) RENAME TO \(database.name)_away")
        await #expect(throws: SessionStoreError.self) { try await store.find("a") }
        try await isSoon("the store fails") { if case .failing = store.condition { true } else { false } }
        try admin.run("ALTER DATABASE \(database.name)_away RENAME TO \(database.name)")
        try await isSoon("the store recovers") { store.condition == .ready }
        try await store.commit(.sample("a", 1))
        await store.close()
    }

    @Test func `a read waits for a free connection until its limit`() async throws {
        let database = try TestDatabase()
        let limits = Mutex<[@Sendable () -> Void]>([])
        let store = try database.store { tuning in
            tuning.readers = 1
            tuning.after = { _, limit in limits.withLock { $0.append(limit) } }
            tuning.statementLimit = .seconds(60)
            tuning.maintenanceInterval = .seconds(600)
        }
        try await store.commit(.create(.sample("a")))
        // What the store does by itself at its start uses the connection too.
        _ = try await store.find("a")
        let admin = try database.connect()
        try admin.run("BEGIN", "LOCK TABLE session_start")
        async let first = store.find("a")
        try await isSoon("the connection is used") {
            try admin.run("SELECT count(*) FROM pg_locks WHERE NOT granted").integer(0, 0) == 1
        }
        let begun = limits.withLock { $0.count }
        let second = Task { try await store.revisions(of: ["a"]) }
        try await isSoon("the second read waits") { limits.withLock { $0.count } > begun }
        for limit in limits.withLock(\.self) { limit() }
        await #expect(throws: SessionStoreError.stalled) { try await second.value }
        try admin.run("ROLLBACK")
        guard case .live = try await first else { throw SessionStoreError.conflict }
        #expect(try await store.revisions(of: ["a"]) == ["a": 0])
        await store.close()
    }

    @Test(arguments: [true, false])
    func `a lost answer becomes the truth`(isCommitted: Bool) async throws {
        let database = try TestDatabase()
        let isCut = Atomic(false)
        let store = try database.store { tuning in
            tuning.doubtInterval = .milliseconds(10)
            let cut: @Sendable () -> Void = {
                guard isCut.exchange(false, ordering: .relaxed) else { return }
                do { try database.endConnections(of: "chart-surface%writer") } catch { Issue.record(error) }
            }
            if isCommitted {
                tuning.afterGroup = { () throws(PostgresError) in
                    guard isCut.exchange(false, ordering: .relaxed) else { return }
                    throw PostgresError(.lost, message: "the test has lost the answer")
                }
            } else {
                tuning.beforeGroup = cut
            }
        }
        try await store.commit(.create(.sample("a")))
        isCut.store(true, ordering: .relaxed)
        let chain = ChangeChain()
        try await store.commit(.sample("a", 1), on: chain)
        #expect(chain.break(with: .closed) == 1)
        isCut.store(true, ordering: .relaxed)
        try await store.commit(.create(.sample("b")))
        isCut.store(true, ordering: .relaxed)
        try await store.commit(.end(session: "b"))
        #expect(try await store.session("a")?.entries == [.sample(1)])
        #expect(try await store.counts() == StoreCounts(live: 1, ended: 1))
        let groups = try database.connect().run("SELECT DISTINCT counter FROM session_log ORDER BY 1")
        #expect(groups.count == 1)
        #expect(store.condition == .ready)
        await store.close()
    }

    @Test func `a lost answer of a lost race is a conflict`() async throws {
        let database = try TestDatabase()
        let isCut = Atomic(false)
        let store = try database.store { tuning in
            tuning.doubtInterval = .milliseconds(10)
            tuning.afterGroup = { () throws(PostgresError) in
                guard isCut.exchange(false, ordering: .relaxed) else { return }
                throw PostgresError(.lost, message: "the test has lost the answer")
            }
        }
        let other = try database.store()
        try await store.commit(.create(.sample("a")))
        try await other.commit(.append(session: "a", LogEntry(revision: 1, line: [1]), datasets: nil))
        isCut.store(true, ordering: .relaxed)
        #expect(await store.refusal(of: .sample("a", 1)) == .conflict)
        await store.close()
        await other.close()
    }

    @Test func `dropped entries are removed later, and those of an ended session too`() async throws {
        let database = try TestDatabase()
        let store = try database.store { tuning in
            tuning.purgeDelay = .zero
            tuning.maintenanceInterval = .milliseconds(20)
        }
        for id in ["a", "b"] {
            try await store.commit(.create(.sample(id)))
            for revision in 1...5 { try await store.commit(.sample(id, revision)) }
            let snapshot = StoredSnapshot(revision: 4, state: [4])
            try await store.commit(.snapshot(session: id, snapshot, keepsHistory: false))
        }
        try await store.commit(.end(session: "b"))
        let admin = try database.connect()
        try await isSoon("the rows are removed") {
            try admin.run("SELECT count(*) FROM session_log").integer(0, 0) == 1
                && admin.run("SELECT count(*) FROM session_snapshot").integer(0, 0) == 1
                && admin.run("SELECT count(*) FROM purge").integer(0, 0) == 0
        }
        #expect(try await store.session("a")?.entries == [.sample(5)])
        #expect(store.bytes() > 0)
        await store.close()
    }

    @Test func `ended sessions are cleared in groups, and the store tells how long they wait`() async throws {
        let database = try TestDatabase()
        await (try database.store()).close()
        let admin = try database.connect()
        try admin.run(
            "INSERT INTO session_log SELECT n / 10, n % 10, 'x', 1, n, 0 FROM generate_series(10, 25009) n",
            "INSERT INTO session_generation SELECT n, 'g' FROM generate_series(1, 2500) n",
            """
            INSERT INTO purge SELECT n, 9223372036854775807, now_ms() - 90000 FROM generate_series(1, 2500) n
            """, "BEGIN", "SELECT FROM purge WHERE session = 7 FOR UPDATE")
        // The first round has to clear them: there is no second one.
        let store = try database.store { $0.maintenanceInterval = .seconds(3_600) }
        try await isSoon("all but the locked session are cleared") { try admin.run("SELECT FROM purge").count == 1 }
        for table in ["session_log WHERE session <> 7", "session_generation WHERE session <> 7"] {
            #expect(try admin.run("SELECT FROM \(table)").count == 0, "\(table)")
        }
        try await isSoon("the wait is told") { (30_000..<90_000).contains(store.figures.clearingBacklog) }
        try admin.run("ROLLBACK")
        await store.close()
        let other = try database.store()
        try await isSoon("the last one is cleared") { try admin.run("SELECT FROM purge").count == 0 }
        try await isSoon("none waits any more") { other.figures.clearingBacklog == 0 }
        await other.close()
    }

    @Test func `a session whose start is gone can be ended, and is then cleared`() async throws {
        let database = try TestDatabase()
        let store = try database.store { tuning in
            tuning.purgeDelay = .zero
            tuning.maintenanceInterval = .milliseconds(20)
        }
        try await store.commit(.create(.sample("a")))
        try await store.commit(.sample("a", 1))
        let admin = try database.connect()
        try admin.run("DELETE FROM session_start")
        let error = await #expect(throws: SessionStoreError.self) { try await store.find("a") }
        guard case .damagedSession = error else { throw SessionStoreError.conflict }
        try await store.commit(.end(session: "a"))
        guard case .ended = try await store.find("a") else { throw SessionStoreError.conflict }
        for table in ["session_log", "session_use", "purge"] {
            try await isSoon("\(table) is empty") { try admin.run("SELECT FROM \(table)").count == 0 }
        }
        await store.close()
    }

    @Test func `a clearing that takes too long is tried again with less`() async throws {
        let database = try TestDatabase()
        await (try database.store()).close()
        let admin = try database.connect()
        // Each session takes the database 40 ms, so 64 of them take longer than a statement may.
        try admin.run(
            """
            CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_sleep(0.04); RETURN OLD; END $$
            """,
            "CREATE TRIGGER linger BEFORE DELETE ON session_snapshot FOR EACH ROW EXECUTE FUNCTION linger()",
            "INSERT INTO session_snapshot SELECT n, 1, 0, '', 0 FROM generate_series(1, 64) n",
            "INSERT INTO purge SELECT n, 9223372036854775807, 0 FROM generate_series(1, 64) n")
        let store = try database.store { tuning in
            tuning.maintenanceInterval = .milliseconds(20)
            tuning.statementLimit = .seconds(1)
            tuning.sessionsPerClearing = 64
        }
        try await isSoon("all are cleared") { try admin.run("SELECT FROM purge").count == 0 }
        try await isSoon("none waits any more") { store.figures.clearingBacklog == 0 }
        await store.close()
    }
}
