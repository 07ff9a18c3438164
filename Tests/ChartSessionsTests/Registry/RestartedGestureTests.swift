import ChartDatasets
import ChartEngine
import ChartStores
import Gestures
import StoreTestSupport
import Testing

@testable import ChartSessions

/// Sessions with a gesture in progress when their process ended.
struct RestartedGestureTests {
    private let store = FaultyStore()
    private var time: ManualClock { store.time }
    private let format = RememberingFormat()
    private let catalog = LocalDatasetCatalog(["users": SampleSession.table])

    private func registry() -> SessionRegistry {
        SessionRegistry(
            catalog: catalog, store: store, format: format, clock: time.sessionClock)
    }

    /// Leaves a session with a touch down, as `kill -9` does.
    private func leaveTouchedSession() async throws -> String {
        let registry = registry()
        let cell = try await SampleSession.open(in: registry)
        _ = try await registry.change(cell, as: Change(.postEvents, of: "main")) { session in
            _ = try session.send([.touch(.began, at: 1)])
        }.committed()
        return cell.id
    }

    @Test func `no caller gets the session before the cancellation is committed`() async throws {
        let id = try await leaveTouchedSession()
        let registry = registry()
        store.isHolding = true
        async let arrival = registry.cell(id)
        while store.queue == 0 { await Task.yield() }
        #expect(try registry.cellInMemory(id) == nil)
        store.commit()
        let cell = try await arrival
        try registry.read(cell) { session in
            #expect(session.revision == 2)
            #expect(!session.surfaces[0].surface.hasTouches)
        }
    }

    @Test func `a refused cancellation is an error, and the next caller retries it`() async throws {
        let id = try await leaveTouchedSession()
        let registry = registry()
        store.isHolding = true
        let arrival = Task { try await registry.cell(id) }
        while store.queue == 0 { await Task.yield() }
        store.isHolding = false
        store.fail(with: .full)
        await #expect(throws: SessionError.store(.full)) { _ = try await arrival.value }
        try await registry.read(registry.cell(id)) { #expect(!$0.surfaces[0].surface.hasTouches) }
    }
}
