import ChartDatasets
import ChartSeries
import ChartStores
import CoreTestSupport
import Testing

struct DatasetCatalogTests {
    @Test func `a dataset is new once, then replaced under the next version`() async throws {
        let catalog = LocalDatasetCatalog()
        let isNew = try await catalog.put(SampleRows.rows(0...2), as: "users")
        #expect(isNew)
        let isNewAgain = try await catalog.put(SampleRows.rows(0...5), as: "users")
        #expect(!isNewAgain)
        #expect(catalog.table("users")?.version == 2)
        #expect(catalog.table("users")?.rowCount == 6)
        #expect(catalog.table("none") == nil)
    }

    @Test func `a dataset in use is neither replaced nor removed`() async throws {
        let catalog = LocalDatasetCatalog(["users": SampleRows.table])
        _ = catalog.retain("users")
        _ = catalog.retain("users")
        catalog.release("users")
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) {
            try await catalog.put(SampleRows.table, as: "users")
        }
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) { try await catalog.remove("users") }
        catalog.release("users")
        let isNew = try await catalog.put(SampleRows.table, as: "users")
        #expect(!isNew)
        try await catalog.remove("users")
        #expect(catalog.names.isEmpty)
    }

    @Test func `a missing dataset can be added again for its sessions, and is then in use`() async throws {
        let catalog = LocalDatasetCatalog()
        catalog.retain(lasting: "users")
        let isNew = try await catalog.put(SampleRows.table, as: "users")
        #expect(isNew)
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) {
            try await catalog.put(SampleRows.table, as: "users")
        }
        _ = catalog.retain("users")
        catalog.release("users")
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) { try await catalog.remove("users") }
        catalog.release("users")
        try await catalog.remove("users")
        #expect(catalog.names.isEmpty)
    }

    @Test func `a dataset in use takes appends`() async throws {
        let catalog = LocalDatasetCatalog(["users": SampleRows.rows(0...2)])
        _ = catalog.retain("users")
        let table = try catalog.append(SampleRows.rows(3...5), to: "users")
        #expect(table.rowCount == 6)
        #expect(catalog.table("users")?.version == 2)
    }

    @Test func `mismatched rows change nothing`() async throws {
        let catalog = LocalDatasetCatalog(["users": SampleRows.rows(5...9)])
        #expect(throws: DatasetRefusal(.table(.olderThanLast(last: 9, first: 8)), of: "users")) {
            try catalog.append(SampleRows.rows(8...10), to: "users")
        }
        #expect(catalog.table("users")?.rowCount == 5)
        #expect(catalog.table("users")?.version == 1)
    }

    @Test func `an unknown name is refused`() async {
        let catalog = LocalDatasetCatalog()
        #expect(throws: DatasetRefusal(.unknown, of: "none")) { try catalog.append(SampleRows.table, to: "none") }
        await #expect(throws: DatasetRefusal(.unknown, of: "none")) { try await catalog.remove("none") }
        #expect(catalog.retain("none") == nil)
    }

    @Test func `names are sorted by their bytes`() {
        let names = ["b", "a", "B", "a.1", "a-1", "10", "9"]
        let catalog = LocalDatasetCatalog(Dictionary(uniqueKeysWithValues: names.map { ($0, SampleRows.table) }))
        #expect(catalog.names == ["10", "9", "B", "a", "a-1", "a.1", "b"])
    }
}
