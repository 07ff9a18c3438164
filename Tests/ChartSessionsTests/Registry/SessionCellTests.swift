import ChartDatasets
import ChartEngine
import ChartStores
import Dispatch
import StoreTestSupport
import Testing

@testable import ChartSeries
@testable import ChartSessions

struct SessionCellTests {
    private let store = FaultyStore()

    private func registry() -> SessionRegistry {
        SessionRegistry(
            catalog: LocalDatasetCatalog(["users": SampleSession.table]), clock: SessionClock { 0 }, store: store)
    }

    private func patch(
        _ registry: SessionRegistry, _ cell: SessionCell, _ change: (inout Surface) -> Void
    ) throws -> Pending<Void> {
        try registry.change(cell, as: Change(.patchSurface, of: "main")) { session in
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
        let admitted = times.map { cell.admitsBatch(of: .driver, limit: 2, now: $0) }
        #expect(admitted == [true, true, false, true, true, false, true])
    }

    @Test func `a surface that reads each of its rows makes the effort long, for any number of rows`()
        async throws
    {
        let registry = registry()
        let cell = try await SampleSession.open(in: registry)
        #expect(try cell.read { $0.windowEffort } == .short)
        for (method, effort) in [(WindowMethod.lttb, WindowEffort.long), (.minmaxlttb, .short)] {
            try await use(method, registry, cell).committed()
            #expect(try cell.read { $0.windowEffort } == effort)
        }
    }

    @Test func `a session whose rows may be on disk is left to the threads of long work`() async throws {
        let (users, soundness) = (SampleSession.table, TableSoundness())
        let table = Table(
            trusting: users.xName, xKind: users.xKind, x: users.x, columns: users.columns, version: 1,
            soundness: soundness)
        let catalog = LocalDatasetCatalog(["users": table])
        let registry = SessionRegistry(catalog: catalog, clock: SessionClock { 0 }, store: store)
        let cell = try await SampleSession.open(in: registry)
        for isAway in [false, true, false] {
            soundness.note(isAway: isAway)
            #expect(cell.mayKeepWaiting == isAway && catalog.isAway("users") == isAway)
            try cell.read { session in
                #expect(session.windowEffort == (isAway ? .long : .short))
                #expect(session.mayTakeLong(events: 1, gestures: 1, on: "main") == isAway)
            }
        }
        // The rows of a table without files are in memory.
        soundness.note(isAway: true)
        catalog.lookForAwayRows()
        #expect(!soundness.isAway)
    }

    @Test func `a caller learns of a change that takes long without waiting for it`() async throws {
        let registry = registry()
        let cell = try await SampleSession.open(in: registry)
        await cell.duringLongChange {
            #expect(cell.mayKeepWaiting)
            await cell.duringLongChange {}
            #expect(cell.mayKeepWaiting)
        }
        #expect(!cell.mayKeepWaiting)
    }

    @Test(.timeLimit(.minutes(10)))
    func `a caller that encodes a long answer blocks neither the store's writer, nor the sweep, nor the next change`()
        async throws
    {
        let registry = registry()
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        let barrier = Barrier()
        let batch = Batch(
            number: BatchNumber(client: "a", sequence: 1), digest: BatchDigest(body: [1], surface: "main"),
            events: [.tick(at: 1)])
        let answer = KeptAnswer {
            #expect(barrier.hold())
            return [7]
        }
        func post() throws -> Pending<KeptAnswer> {
            try registry.change(cell, as: Change(.postEvents, of: "main")) { session in
                switch try session.apply(batch, toSurface: "main", now: 0) {
                case .applied:
                    session.keep(answer: answer, to: batch)
                    return answer
                case .duplicate(let kept): return try #require(kept)
                }
            }
        }
        let first = try post()
        try await withThrowingTaskGroup { group in
            group.addTask {
                let bytes = try await withCheckedThrowingContinuation { continuation in
                    DispatchQueue.global(qos: .utility).async {
                        continuation.resume(with: Result { try first.draft.bytes() })
                    }
                }
                #expect(bytes == [7])
            }
            try await barrier.somebody()
            let again = try post()
            #expect(again.draft === answer && answer.written == nil)
            let next = try resize(registry, cell)
            store.commit()
            await registry.sweep()
            #expect(!cell.isExpired(now: 0))
            try await next.committed()
            #expect(try registry.read(cell) { $0.revision } == 2)
            barrier.open()
            #expect(try await again.committed().bytes() == [7])
            try await group.waitForAll()
        }
        #expect(answer.written == [7])
    }
}
