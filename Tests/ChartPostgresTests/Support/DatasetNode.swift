import ChartDatasets
import ChartSeries
import ChartStorage
import ChartStores
import Foundation
import StoreTestSupport

@testable import ChartPostgres

/// A node with a database that it shares, and a cache of its own.
final class DatasetNode: Sendable {
    let sessions: PostgresSessionStore
    let database: PostgresCatalogStore
    let sharing: SharedDatasets
    let catalog: SharedDatasetCatalog
    let folder: String

    init(
        _ test: TestDatabase, folder: String? = nil, segments: (any SegmentStore)? = nil, cacheBytes: Int = .max,
        confirmsReads: Bool = true
    ) async throws {
        sessions = try test.store()
        database = sessions.makeCatalogStore(chunkBytes: 4_096)
        self.folder =
            folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("cache-\(UUID().uuidString)").path
        let directory = try DatasetDirectory(dataDirectory: self.folder)
        var cached: [String] = []
        try directory.open { dataset in
            directory.close(dataset.name)
            cached.append(dataset.name)
        }
        sharing = SharedDatasets(
            catalog: database, segments: segments ?? database, local: directory, cached: cached, mostBytes: cacheBytes)
        catalog = SharedDatasetCatalog(
            sharing: sharing, try await database.datasets(), confirmsReads: confirmsReads)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The rows that a request gets.
    func rows(of name: String) async throws -> Table {
        try await catalog.confirm(name)
        return try catalog.rows(of: name)
    }

    /// Begins a session that has read a dataset.
    func begin(_ session: String, showing name: String, version: Int) async throws {
        var head = StoredHead.sample(session, datasets: [name])
        head.begunLookups = [DatasetLookup(name: name, version: version, rows: 0)]
        try await sessions.commit(.create(head))
    }

    /// The files of the cache that hold rows.
    func files() throws -> [String] {
        let root = folder + "/datasets"
        return try FileManager.default.subpathsOfDirectory(atPath: root).map { root + "/" + $0 }.filter {
            ((try? FileManager.default.attributesOfItem(atPath: $0))?[.type] as? FileAttributeType) == .typeRegular
        }
    }

    func close() async {
        await database.close()
        await sessions.close()
    }
}
