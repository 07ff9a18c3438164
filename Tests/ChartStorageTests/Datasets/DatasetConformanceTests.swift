import ChartDatasets
import StoreTestSupport
import Testing

@testable import ChartStorage

/// The catalogs of one process pass the checks of all catalogs.
struct DatasetConformanceTests {
    @Test(arguments: DatasetCatalogConformance.Check.allCases)
    func `a catalog in memory passes the check`(_ check: DatasetCatalogConformance.Check) async throws {
        try await DatasetCatalogConformance.run(check, on: LocalDatasetCatalog())
    }

    @Test(arguments: DatasetCatalogConformance.Check.allCases)
    func `a catalog over files passes the check`(_ check: DatasetCatalogConformance.Check) async throws {
        let folder = StoreFolder()
        try await DatasetCatalogConformance.run(
            check, on: LocalDatasetCatalog(store: try DatasetDirectory(dataDirectory: folder.path)))
    }
}
