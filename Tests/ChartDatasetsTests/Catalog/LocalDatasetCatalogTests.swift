import ChartDatasets
import ChartSeries
import ChartStores
import CoreTestSupport
import StoreTestSupport
import Testing

/// Changes of several datasets at the same time.
@Suite(.timeLimit(.minutes(10)))
struct LocalDatasetCatalogTests {
    /// A store whose removals wait at a barrier.
    private struct HoldingStore: DatasetStore {
        let barrier: Barrier
        private let base = MemoryDatasetStore()

        init(_ barrier: Barrier) { self.barrier = barrier }

        func makeDraft(
            for name: String, shape: RowShape, owner: String?
        ) throws(DatasetStoreError) -> any DatasetDraft {
            try base.makeDraft(for: name, shape: shape, owner: owner)
        }

        func append(_ rows: AppendedRows, to table: Table, named name: String) throws(DatasetStoreError) -> Table {
            try base.append(rows, to: table, named: name)
        }

        func remove(_ name: String) throws(DatasetStoreError) {
            guard barrier.hold() else { throw DatasetStoreError(.unavailable, "nobody has opened the barrier") }
        }
    }

    @Test func `a change of one dataset keeps neither sessions nor changes of another one waiting`() async throws {
        let barrier = Barrier()
        let catalog = LocalDatasetCatalog(
            ["a": SampleRows.table, "b": SampleRows.rows(0...0)], store: HoldingStore(barrier))
        try await withThrowingTaskGroup { group in
            group.addTask(executorPreference: OwnThreads()) { try await catalog.remove("a") }
            try await barrier.somebody()
            #expect(catalog.retain("b")?.rowCount == 1)
            #expect(catalog.mayKeepSessionsWaiting("a") && !catalog.mayKeepSessionsWaiting("b"))
            #expect(try await catalog.commit(AppendedRows(SampleRows.rows(1...1)), to: "b").rowCount == 2)
            group.addTask(executorPreference: OwnThreads()) {
                #expect(catalog.retain("a") == nil, "a session has begun to show a dataset that is being removed")
            }
            barrier.open()
            try await group.waitForAll()
        }
        #expect(catalog.names == ["b"])
    }

    @Test func `new datasets that come at the same time do not exceed their number`() async throws {
        let catalog = LocalDatasetCatalog(quota: StorageQuota(mostDatasets: 3))
        let results = await withTaskGroup { group in
            for index in 0..<20 {
                group.addTask {
                    do throws(DatasetRefusal) {
                        return try await catalog.put(SampleRows.table, as: "d\(index)")
                    } catch {
                        guard case .store(let reason) = error.reason else { return true }
                        return reason.kind != .quota
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(results == 3 && catalog.names.count == 3)
    }
}
