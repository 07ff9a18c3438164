import ChartStores
import Gestures
import StoreTestSupport
import Testing

@testable import ChartSessions

/// Commits of a registry that are late, lost or in doubt, while another one changes the session.
struct SharedCommitTests {
    private let nodes = SharedNodes()

    /// Starts a batch whose change the store holds.
    private func begin(_ id: String, from client: String, _ sequence: Int) async throws -> Task<Int, any Error> {
        nodes.near.isHolding = true
        let queued = nodes.near.queue
        let task = Task { try await nodes.one.post(to: id, from: client, sequence).revision }
        try await eventually { nodes.near.queue > queued }
        nodes.near.isHolding = false
        return task
    }

    @Test func `a change that loses the race is made again`() async throws {
        let id = try await nodes.open()
        let late = try await begin(id, from: "a", 1)
        #expect(try await nodes.other.post(to: id, from: "b", 1).revision == 1)
        nodes.near.commit()
        #expect(try await late.value == 2)
    }

    @Test func `a repeated batch whose first one loses the race is answered all the same`() async throws {
        let id = try await nodes.open()
        let late = try await begin(id, from: "a", 1)
        let again = Task { try await nodes.one.post(to: id, from: "a", 1).revision }
        for _ in 0..<100 { await Task.yield() }
        #expect(try await nodes.other.post(to: id, from: "b", 1).revision == 1)
        nodes.near.commit()
        #expect(try await late.value == 2)
        #expect(try await again.value == 2)
        #expect(try await nodes.shared.revisions(of: [id]) == [id: 2])
    }

    @Test func `a refusal because of a change that fails is judged again`() async throws {
        let id = try await nodes.open()
        let tag = try await nodes.one.lastState(of: id) { try #require($0.surface("main")).entityTag }
        let failing = try await begin(id, from: "a", 1)
        let refused = Task { try await nodes.one.post(to: id, ifMatch: [tag]).revision }
        for _ in 0..<100 { await Task.yield() }
        nodes.near.fail(with: .full)
        await #expect(throws: SessionError.store(.full)) { _ = try await failing.value }
        #expect(try await refused.value == 1)
    }

    @Test func `a refusal because of a change that is committed later counts`() async throws {
        let id = try await nodes.open()
        let tag = try await nodes.one.lastState(of: id) { try #require($0.surface("main")).entityTag }
        let late = try await begin(id, from: "a", 1)
        let refused = Task { try await nodes.one.post(to: id, ifMatch: [tag]).revision }
        for _ in 0..<100 { await Task.yield() }
        nodes.near.commit()
        #expect(try await late.value == 1)
        await #expect(throws: SessionError.preconditionFailed) { _ = try await refused.value }
    }

    @Test func `a change in doubt is not made again, and a repeat gets the truth`() async throws {
        let id = try await nodes.open()
        let doubtful = try await begin(id, from: "a", 1)
        // The store has the change, and its answer is lost.
        guard case .append(_, let entry, _)? = nodes.near.changes.first else {
            Issue.record("the change is no entry")
            return
        }
        try await nodes.shared.commit(.append(session: id, entry, datasets: nil))
        nodes.near.fail(with: .unavailable("the connection is lost"))
        await #expect(throws: SessionError.store(.unavailable("the connection is lost"))) {
            _ = try await doubtful.value
        }
        #expect(try await nodes.shared.revisions(of: [id]) == [id: 1])
        #expect(try await nodes.one.post(to: id, from: "a", 1).answer == Array("answer to 1".utf8))
        #expect(try await nodes.one.post(to: id, from: "a", 2).revision == 2)
    }

    @Test func `callers wait for commits, whatever the limits say`() async throws {
        let nodes = SharedNodes(limits: .init(waitsForCommits: false))
        let id = try await nodes.open()
        nodes.near.isHolding = true
        let change = Task { try await nodes.one.post(to: id).revision }
        try await eventually { nodes.near.queue == 1 }
        #expect(try nodes.one.cellInMemory(id)?.read { $0.revision } == 0)
        nodes.near.commit()
        #expect(try await change.value == 1)
    }
}
