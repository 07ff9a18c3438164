import ChartEngine
import ChartSeries
import ChartTestSupport
import Dispatch
import Testing

@testable import ChartSessions

struct SessionCellTests {
    private let store = FaultyStore()

    private func registry() throws -> SessionRegistry {
        try SessionRegistry(
            catalog: DatasetCatalog(["users": SampleSession.table]), clock: SessionClock { 0 }, store: store)
    }

    private func patch(
        _ registry: SessionRegistry, _ cell: SessionCell, _ change: (inout Surface) -> Void
    ) throws -> Pending<Void> {
        try registry.change(cell, as: ChangeRecord(kind: .patch, surface: "main")) { session in
            try session.changeSurface("main", change)
        }
    }

    private func use(
        _ method: WindowMethod, _ registry: SessionRegistry, _ cell: SessionCell
    ) throws -> Pending<Void> {
        try patch(registry, cell) { surface in
            var options = surface.chart.windowOptions
            options.method = method
            surface.setWindowOptions(options)
        }
    }

    private func resize(_ registry: SessionRegistry, _ cell: SessionCell) throws -> Pending<Void> {
        try patch(registry, cell) { surface in
            surface.resize(ChartSize(width: surface.chart.size.width + 1, height: 200))
        }
    }

    @Test func `batches are counted by the second of the clock`() async throws {
        let cell = try await SampleSession.open(in: registry())
        let times: [Int64] = [5_000, 5_500, 5_999, 6_000, 6_001, 6_002, 9_000]
        let admitted = times.map { cell.admitsBatch(limit: 2, now: $0) }
        #expect(admitted == [true, true, false, true, true, false, true])
    }

    @Test func `a session may take long while a surface looks at each of its rows, however many come`() async throws {
        let registry = try registry()
        let cell = try await SampleSession.open(in: registry)
        #expect(!cell.mayTakeLong)
        for method in [WindowMethod.lttb, .minmaxlttb] {
            try await use(method, registry, cell).committed()
            // The change away from it may still fail.
            #expect(cell.mayTakeLong)
        }
        try await resize(registry, cell).committed()
        #expect(!cell.mayTakeLong)
        cell.expectLongWork()
        #expect(cell.mayTakeLong)
        let events = try registry.change(cell, as: ChangeRecord(kind: .batch, surface: "main")) { session in
            _ = try session.send([.tick(at: 1)])
        }
        try await events.committed()
        #expect(!cell.mayTakeLong)
    }

    @Test func `a session may take long while a change to that waits for its commit, whatever is built on it`()
        async throws
    {
        let registry = try registry()
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        _ = try use(.lttb, registry, cell)
        _ = try use(.auto, registry, cell)
        let last = try resize(registry, cell)
        #expect(cell.mayTakeLong)
        store.commit()
        try await last.committed()
    }

    @Test(.timeLimit(.minutes(1)))
    func `who works long with a session keeps neither the store's writer nor the sweep, nor who asks for it`()
        async throws
    {
        let registry = try registry()
        let cell = try await SampleSession.open(in: registry)
        try await use(.lttb, registry, cell).committed()
        store.isHolding = true
        let waiting = try resize(registry, cell)
        let barrier = Barrier()
        try await withThrowingTaskGroup { group in
            group.addTask {
                let _: Pending<Void> = try await withCheckedThrowingContinuation { continuation in
                    DispatchQueue.global(qos: .utility).async {
                        continuation.resume(
                            with: Result { try patch(registry, cell) { _ in #expect(barrier.hold()) } })
                    }
                }
            }
            try await barrier.somebody()
            store.commit()
            registry.sweep()
            #expect(!cell.isExpired(now: .max))
            #expect(cell.admitsBatch(limit: 1, now: 0))
            _ = try await registry.cell(cell.id)
            barrier.open()
            try await waiting.committed()
        }
    }
}
