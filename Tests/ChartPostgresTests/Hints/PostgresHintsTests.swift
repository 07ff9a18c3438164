#if PostgreSQL
import ChartSessions
import Logging
import Synchronization
import Testing

@testable import ChartPostgres

/// Nodes tell each other of revisions.
struct PostgresHintsTests {
    private func hints(
        _ database: TestDatabase, node: Int64, _ heard: @escaping @Sendable (PostgresHints.Revisions) -> Void = { _ in }
    ) throws -> PostgresHints {
        PostgresHints(
            settings: try database.settings(), node: node,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, heard: heard)
    }

    @Test func `a node hears of watched sessions only, also after its connection was lost`() async throws {
        let database = try TestDatabase()
        await (try database.store()).close()
        let heard = Shared<[String: Int]>([:])
        let watching = try hints(database, node: 1) { told in heard.withLock { $0.merge(told) { max($0, $1) } } }
        let publishing = try hints(database, node: 2)
        watching.watch(["a", "b"])
        func isHeard(_ revision: Int) async throws {
            for _ in 0..<1_000 where heard.withLock({ $0["a"] }) != revision {
                publishing.publish(["a": revision, "other": revision])
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(heard.withLock { $0 } == ["a": revision])
        }
        try await isHeard(1)
        try await isHeard(2)
        try database.connect().run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%hints'"
                + " AND datname = current_database()")
        try await isHeard(3)
        await watching.close()
        #expect(try database.connect().run("SELECT id FROM watch").count == 0)
        await publishing.close()
    }

    @Test func `many revisions take few notifications, each below the limit`() {
        let all = Dictionary(
            uniqueKeysWithValues: (0..<1_000).map { number in
                (String(repeating: "f", count: 28) + String(1_000 + number), number)
            })
        let texts = HintPayload.texts(of: all, node: 77, limit: PostgresHints.payloadLimit)
        #expect(texts.count == 5)
        #expect(texts.allSatisfy { $0.utf8.count <= PostgresHints.payloadLimit })
        var read: [String: Int] = [:]
        for text in texts {
            let told = HintPayload.revisions(in: text)
            #expect(told?.node == 77)
            read.merge(told?.revisions ?? [:]) { one, _ in one }
        }
        #expect(read == all)
    }

    @Test(arguments: ["", "x", "1 a", "1 a=", "1 a=b", "1 =3", "no hint"])
    func `a notification of another kind is left out`(_ text: String) {
        #expect(HintPayload.revisions(in: text) == nil)
    }
}
#endif
