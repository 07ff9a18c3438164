import ChartSessions
import ChartStores
import StoreTestSupport
import Testing

@testable import ChartPostgres

/// Nodes tell each other of revisions.
struct PostgresHintsTests {
    private func hints(_ store: PostgresSessionStore) throws -> PostgresHints {
        try #require(store.openHints() as? PostgresHints)
    }

    /// Commits revisions through one store until the hints of another one tell of it.
    private func expectHint(
        _ hints: PostgresHints, of store: PostgresSessionStore, from revision: inout Int
    ) async throws {
        let heard = Shared<[String: Int]>([:])
        let listening = Task {
            while let hint = await hints.next() {
                heard.withLock { $0.merge(hint) { max($0, $1) } }
                if hint["a"] != nil { return }
            }
        }
        while heard.withLock({ $0["a"] }) == nil {
            revision += 1
            for id in ["a", "other"] { try await store.commit(.sample(id, revision)) }
            try await Task.sleep(for: .milliseconds(10))
        }
        _ = await listening.value
        #expect(heard.withLock { $0.keys.sorted() } == ["a"])
        #expect(heard.withLock { $0["a"] ?? 0 } <= revision)
    }

    @Test(.timeLimit(.minutes(10)))
    func `a node hears of the commits of watched sessions only, also after its connection was lost`() async throws {
        let database = try TestDatabase()
        let (one, other) = (try database.store(), try database.store())
        for id in ["a", "other"] { try await one.commit(.create(.sample(id))) }
        let (watching, publishing) = (try hints(other), try hints(one))
        for id in ["a", "b"] { watching.watch(id) }
        var revision = 0
        try await expectHint(watching, of: one, from: &revision)
        try database.endConnections(of: "%hints")
        try await expectHint(watching, of: one, from: &revision)
        #expect(watching.interruptions == 1)
        #expect(publishing.interruptions == 1)
        try await one.commit(.end(session: "a"))
        let hasHeard = Shared(false)
        let listening = Task {
            while let hint = await watching.next() {
                if hint["a"] == .max { return hasHeard.withLock { $0 = true } }
            }
        }
        // A cancelled wait for hints returns at once, so the time limit ends this wait instead.
        while !hasHeard.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
        await other.close()
        await listening.value
        #expect(try database.connect().run("SELECT id FROM watch").count == 0)
        #expect(await watching.next() == nil)
        await one.close()
    }

    @Test(.timeLimit(.minutes(10))) func `a node does not hear of its own commits`() async throws {
        let database = try TestDatabase()
        let (one, other) = (try database.store(), try database.store())
        for id in ["a", "other"] { try await one.commit(.create(.sample(id))) }
        let hints = try [self.hints(one), self.hints(other)]
        for one in hints { one.watch("a") }
        var revision = 0
        try await expectHint(hints[1], of: one, from: &revision)
        await one.close()
        #expect(await hints[0].next() == nil)
        await other.close()
    }

    @Test func `the end of a session and the wish to hear of one have numbers of their own`() {
        let payload = HintPayload.texts(of: ["a": .max, "b": HintPayload.watches], node: 7, limit: 100)
        #expect(payload == ["7 a=9223372036854775807 b=0"])
        #expect(HintPayload.revisions(in: payload[0])?.revisions == ["a": .max, "b": 0])
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
