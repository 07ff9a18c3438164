import ChartWire
import CoreTestSupport
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartSessions

/// Nodes whose store has lost the last changes, by a failover or a restore, go on from what is there.
@Suite struct GoneBackTests {
    private let store: RevertibleStore
    private let shared: SharedSessions
    private let steps = StepsBack()

    init() {
        var made: RevertibleStore?
        shared = SharedSessions { clock in
            let store = RevertibleStore(clock: clock)
            made = store
            return store
        }
        store = made ?? RevertibleStore(clock: shared.clock.sessionClock)
    }

    /// What registries have told of sessions that were loaded anew.
    private final class StepsBack: Sendable {
        private let all = Mutex<[SessionObserver.StepBack]>([])
        var steps: [SessionObserver.StepBack] { all.withLock(\.self) }
        func note(_ step: SessionObserver.StepBack) { all.withLock { $0.append(step) } }
    }

    private func registry() -> SessionRegistry {
        shared.registry(snapshotEvery: 1_000, observer: SessionObserver(wentBack: { [steps] in steps.note($0) }))
    }

    /// The revision and the hash of the state that a node shows.
    private func state(of id: String, on node: SessionRegistry) async throws -> [UInt64] {
        let cell = try await node.cell(id)
        try await node.confirm(cell)
        return try node.read(cell) { [UInt64($0.revision), $0.stateHash] }
    }

    private func post(
        _ x: Int, from client: String, _ sequence: Int, to id: String, of node: SessionRegistry
    ) async throws {
        let wheel = #"{"type":"wheel","time":\#(sequence * 1_000),"x":\#(x),"y":100,"deltaX":0,"deltaY":10}"#
        try await shared.post([wheel], from: client, sequence, to: id, of: node)
    }

    @Test(arguments: [(5, true), (5, false), (3, true), (0, true), (0, false), (2, false)])
    func `all nodes answer with one state after a failover that lost the tail`(
        kept: Int, isNoticed: Bool
    ) async throws {
        let (warm, other) = (registry(), registry())
        let id = try await shared.open(warm)
        for sequence in 1...5 { try await post(40 * sequence, from: "a", sequence, to: id, of: warm) }
        _ = try await state(of: id, on: other)
        try await store.goBack(id, to: kept, isNoticed: isNoticed)
        let states = (try await state(of: id, on: warm), try await state(of: id, on: other))
        #expect(states.0 == states.1 && states.0[0] == UInt64(kept))
        try await post(300, from: "b", 1, to: id, of: other)
        try await post(200, from: "c", 1, to: id, of: warm)
        let last = (try await state(of: id, on: warm), try await state(of: id, on: other))
        #expect(last.0 == last.1 && last.0[0] == UInt64(kept + 2))
        #expect(try await state(of: id, on: registry()) == last.0)
        #expect(Set(steps.steps.map(\.to)) == (kept < 5 ? [kept] : []))
    }

    @Test func `a change of a warm node does not build on revisions that are in no log`() async throws {
        let (warm, other) = (registry(), registry())
        let id = try await shared.open(warm)
        for sequence in 1...4 { try await post(40 * sequence, from: "a", sequence, to: id, of: warm) }
        try await store.goBack(id, to: 2, isNoticed: true)
        // The log of the new history reaches the revision that the warm node knows, with another content.
        for sequence in 1...2 { try await post(390 - sequence, from: "b", sequence, to: id, of: other) }
        try await post(200, from: "c", 1, to: id, of: warm)
        let states = (try await state(of: id, on: warm), try await state(of: id, on: registry()))
        #expect(states.0 == states.1 && states.0[0] == 5)
    }

    @Test(.timeLimit(.minutes(10))) func `a stream goes on with the state that is there`() async throws {
        let warm = registry()
        let id = try await shared.open(warm)
        for sequence in 1...3 { try await post(40 * sequence, from: "a", sequence, to: id, of: warm) }
        let query = try QueryParameters(query: "", allowed: QueryParameters.viewNames)
        let view = StreamView(try query.view(window: .auto, hasSpecification: false))
        let viewer = try warm.watch(try await warm.cell(id), view)
        guard case .state(3, _)? = await viewer.next() else {
            Issue.record("the newest state is first")
            return
        }
        try await store.goBack(id, to: 1, isNoticed: true)
        await warm.sweep()
        guard case .state(1, _)? = await viewer.next() else {
            Issue.record("the state of the log follows")
            return
        }
        try await post(200, from: "b", 1, to: id, of: warm)
        guard case .update(2, _, _)? = await viewer.next() else {
            Issue.record("updates follow that")
            return
        }
    }

    @Test func `a session that was made in the lost part is gone`() async throws {
        let warm = registry()
        let id = try await shared.open(warm)
        try await store.goBack("another", to: 0, isNoticed: true)
        await #expect(throws: SessionError.self) { try await state(of: id, on: warm) }
        #expect(try warm.cellInMemory(id) == nil)
    }
}
