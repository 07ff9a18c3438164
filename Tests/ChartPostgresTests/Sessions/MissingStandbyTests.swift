import ChartSessions
import ChartStores
import StoreTestSupport
import Testing

@testable import ChartPostgres

/// What `full` promises while no synchronous standby answers.
struct MissingStandbyTests {
    /// Names a standby that is not there, or none.
    private func setStandby(_ name: String, _ admin: PostgresConnection) throws {
        try admin.run("ALTER SYSTEM SET synchronous_standby_names = '\(name)'", "SELECT pg_reload_conf()")
    }

    /// Waits until commits wait, which is some time after the setting.
    private func waitForNoStandby(_ database: TestDatabase) async throws {
        let probe = try database.connect()
        let message = PostgresStatement(.once("SELECT pg_logical_emit_message(true, 'probe', '')"))
        while true {
            do throws(PostgresError) {
                _ = try probe.run(message, until: .now + .milliseconds(500))
            } catch {
                guard error.kind == .late else { throw error }
                return
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test func `a commit waits for the standby, and its outcome is told once it is known`() async throws {
        // A cluster of its own, because the setting is that of a cluster.
        let database = try PostgresCluster().makeDatabase()
        let admin = try database.connect()
        try admin.run("SET synchronous_commit = off")
        func open() throws -> PostgresSessionStore {
            try database.store(durability: .full) { tuning in
                // A second connection for reads would have to wait for the standby.
                tuning.readers = 1
                tuning.statementLimit = .milliseconds(200)
                tuning.patience = .milliseconds(100)
                tuning.doubtInterval = .milliseconds(10)
            }
        }
        let (store, other) = (try open(), try open())
        try await store.commit(.create(.sample("a")))
        try await other.commit(.create(.sample("b")))
        #expect(try await other.revisions(of: ["a"]) == ["a": 0])
        try setStandby("missing", admin)
        try await waitForNoStandby(database)
        let chain = ChangeChain()
        async let outcome = store.outcome(of: .sample("a", 1), on: chain)
        // After the limit of the statement, the writer tries in vain to find out about the change.
        var isFailing = false
        for _ in 0..<1_000 where !isFailing {
            if case .failing = store.condition { isFailing = true }
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(isFailing)
        // An open connection sees no change that the standby lacks, and a new one sees nothing.
        let seen = try? await other.revisions(of: ["a"])
        #expect(seen == ["a": 0])
        #expect(await other.refusal(of: .sample("a", 1)) == .conflict)
        let error = #expect(throws: PostgresError.self) { try open() }
        #expect(error?.description.contains("standby") == true, "\(error as Any)")
        #expect(!chain.isBroken)
        try setStandby("", admin)
        guard case .success = await outcome else { throw SessionStoreError.conflict }
        #expect(chain.break(with: .closed) == 1)
        #expect(try await store.session("a")?.entries == [.sample(1)])
        #expect(try await other.revisions(of: ["a"]) == ["a": 1])
        let counters = try admin.run("SELECT count(DISTINCT (node, counter)) FROM session_log")
        #expect(counters.integer(0, 0) == 1)
        await store.close()
        await other.close()
    }
}
