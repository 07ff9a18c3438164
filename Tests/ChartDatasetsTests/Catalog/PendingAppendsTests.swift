import ChartSeries
import ChartStores
import CoreTestSupport
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartDatasets

/// Appends to a store that waits for a disk.
@Suite(.timeLimit(.minutes(10)))
struct PendingAppendsTests {
    private let store = SlowDisk()
    private let catalog: LocalDatasetCatalog

    init() { catalog = LocalDatasetCatalog(["users": SampleRows.rows(0...0)], store: store) }

    private func append(_ row: Int) async throws(DatasetRefusal) -> Table {
        try await catalog.commit(AppendedRows(SampleRows.rows(row...row)), to: "users")
    }

    /// Runs a body while the disk confirms nothing and an append of row 1 waits for it.
    private func whileHeld(_ body: (inout ThrowingTaskGroup<Void, any Error>) async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            // An append that acknowledges holds its thread, which must be none of those that all tests share.
            group.addTask(executorPreference: OwnThreads()) { _ = try? await append(1) }
            try await store.disk.somebody()
            try await body(&group)
            store.disk.open()
            try await group.waitForAll()
        }
    }

    @Test func `appends that wait at the same time share one wait, and are shown in their order`() async throws {
        let shown = Mutex<[Int]>([])
        catalog.onRows { _, table in shown.withLock { $0.append(table.rowCount) } }
        try await whileHeld { group in
            for _ in 0..<15 { group.addTask { _ = try await append(2) } }
            try await eventually { store.writes == 16 }
            #expect(catalog.table("users")?.rowCount == 1, "rows are shown before they count")
            #expect(store.waits == 1)
        }
        #expect(store.waits == 2)
        #expect(shown.withLock(\.self) == Array(2...17))
        #expect(catalog.table("users")?.version == 17)
    }

    @Test func `an append is judged by the rows before it, also by those that do not count yet`() async throws {
        try await whileHeld { group in
            await #expect(throws: DatasetRefusal(.table(.olderThanLast(last: 1, first: 0)), of: "users")) {
                try await append(0)
            }
        }
        #expect(catalog.table("users")?.rowCount == 2)
    }

    @Test func `a replacement and a removal come after the appends before them`() async throws {
        try await whileHeld { group in
            group.addTask { _ = try await catalog.put(SampleRows.rows(0...5), as: "users") }
            await Task.yield()
        }
        #expect(catalog.table("users")?.version == 3)
        #expect(catalog.table("users")?.rowCount == 6)
        _ = try await append(6)
        try await catalog.remove("users")
        #expect(catalog.names.isEmpty)
    }

    @Test func `of appends behind one that the disk refuses, none counts, and the next one reads the rows anew`()
        async throws
    {
        store.refuses = true
        try await whileHeld { group in
            for _ in 0..<5 {
                group.addTask {
                    await #expect(throws: DatasetRefusal(.store(SlowDisk.refusal), of: "users")) { try await append(2) }
                }
            }
            try await eventually { store.writes == 6 }
        }
        #expect(catalog.table("users")?.rowCount == 1)
        #expect(catalog.takeUnconfirmed() == [SlowDisk.refusal.description] && catalog.takeUnconfirmed().isEmpty)
        #expect(store.readings == 0)
        await #expect(throws: DatasetRefusal(.store(SlowDisk.refusal), of: "users")) { try await append(1) }
        #expect(store.readings == 1)
        store.refuses = false
        #expect(try await append(1).rowCount == 2)
        #expect(store.readings == 2)
        #expect(catalog.table("users")?.version == 2)
    }

    @Test func `appends that wait keep their dataset open`() async throws {
        try await whileHeld { _ in
            for _ in 0..<3 { catalog.closeIdle() }
            #expect(!catalog.isClosed("users"))
        }
        #expect(catalog.table("users")?.rowCount == 2)
    }
}

/// A store in memory whose rows count once a barrier lets them.
private final class SlowDisk: DatasetStore {
    static let refusal = DatasetStoreError(.unsynced, "the disk has not confirmed it")

    private struct State {
        var (writes, waits, readings, refuses) = (0, 0, 0, false)
        var counted: Table?
        var written: Table?
        var isSuspended = false
    }

    let disk = Barrier()
    private let base = MemoryDatasetStore()
    private let state = Mutex(State())

    var writes: Int { state.withLock { $0.writes } }
    var waits: Int { state.withLock { $0.waits } }
    var readings: Int { state.withLock { $0.readings } }
    var refuses: Bool {
        get { state.withLock { $0.refuses } }
        set { state.withLock { $0.refuses = newValue } }
    }

    var awaitsDisk: Bool { true }

    func makeDraft(
        for name: String, shape: RowShape, owner: String?
    ) throws(DatasetStoreError) -> any DatasetDraft {
        try base.makeDraft(for: name, shape: shape, owner: owner)
    }

    func append(_ rows: AppendedRows, to table: Table, named name: String) throws(DatasetStoreError) -> Table {
        throw DatasetStoreError(.unavailable, "an append that does not wait with the others")
    }

    func write(_ rows: AppendedRows, to table: Table, named name: String) throws(DatasetStoreError) -> Table {
        guard !isSuspended(name) else { throw Self.refusal }
        let grown = try base.append(rows, to: table, named: name)
        state.withLock { state in
            state.writes += 1
            if state.written == nil { state.counted = table }
            state.written = grown
        }
        return grown
    }

    func acknowledge(_ names: [String]) -> [String: DatasetStoreError] {
        let written = state.withLock { state in
            state.waits += 1
            return state.written
        }
        while !disk.hold() {}
        return state.withLock { state in
            guard !state.refuses, !state.isSuspended else {
                state.isSuspended = true
                state.written = nil
                return ["users": Self.refusal]
            }
            state.counted = written
            return [:]
        }
    }

    func isSuspended(_ name: String) -> Bool { state.withLock { $0.isSuspended } }

    func readAnew(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table? {
        state.withLock { state in
            state.readings += 1
            state.isSuspended = false
            return state.counted
        }
    }

    func remove(_ name: String) throws(DatasetStoreError) {}
}
