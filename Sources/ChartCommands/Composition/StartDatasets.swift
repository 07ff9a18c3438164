import ChartDatasets
import ChartSeries
import ChartServer
import ChartSessions
import ChartStorage
import ChartStores
import Foundation
import Logging
import Tracing

/// The datasets of a starting server: the stored ones, then those of the demo under names still free.
enum StartDatasets {
    /// The bytes of datasets to verify by checksum before the server listens; it verifies the rest while it runs.
    private static let bytesLookedThrough = 256 << 20

    /// Opens the datasets; the log reports a damaged one, and requests for it get its error.
    ///
    /// - Throws: `ConfigurationError` for a data directory that cannot be used, `DatasetStoreError` for one that another
    ///   process has open.
    static func open(settings: Settings, logger: Logger) throws -> LocalDatasetCatalog {
        try open(directory(of: settings), settings: settings, logger: logger)
    }

    /// Opens the datasets of an open data directory; the log reports a damaged one, and requests for it get its error.
    ///
    /// - Throws: `DatasetStoreError` if the directory cannot be listed.
    static func open(
        _ directory: DatasetDirectory, settings: Settings, logger: Logger
    ) throws -> LocalDatasetCatalog {
        var tables: [String: Table] = [:]
        var damaged: [String: DatasetStoreError] = [:]
        var closed: [String: TableDescription] = [:]
        var owners: [String: String] = [:]
        var histories: [String: EditionHistory] = [:]
        var names: [String] = []
        try directory.open(lookingThrough: bytesLookedThrough) { dataset in
            names.append(dataset.name)
            owners[dataset.name] = dataset.owner
            histories[dataset.name] = dataset.history
            switch dataset.table {
            case .success(let table) where FaultWatch.isCrowded:
                closed[dataset.name] = TableDescription(table)
                directory.close(dataset.name)
            case .success(let table):
                tables[dataset.name] = table
            case .failure(let error):
                damaged[dataset.name] = error
                logger.error(
                    "dataset cannot be shown", metadata: ["dataset": .string(dataset.name), "error": "\(error)"])
            }
            if let loss = dataset.loss {
                logger.error(
                    "dataset is not as the last run left it",
                    metadata: ["dataset": .string(dataset.name), "error": "\(loss)"])
            }
        }
        if settings.isDemoEnabled {
            for (name, table) in bundled(in: settings.demoDirectory, logger: logger)
            where damaged[name] == nil && closed[name] == nil {
                tables[name] = tables[name] ?? table
            }
        }
        return LocalDatasetCatalog(
            tables, damaged: damaged, closed: closed, owners: owners, histories: histories, store: directory,
            quota: try StartQuota.make(
                settings: settings, datasetBytes: { names.reduce(0) { $0 + directory.bytes(of: $1) } }, logger: logger))
    }

    /// Opens the datasets that the nodes of a cluster share, with the files of this node as their cache.
    ///
    /// The bundled datasets are put into the catalog under names that it never had.
    ///
    /// - Throws: `ConfigurationError` for a data directory that cannot be used, `DatasetStoreError` for one that another
    ///   process has open, and for a catalog that cannot be read.
    static func open(
        sharing catalog: any CatalogStore & SegmentStore, settings: Settings, tracer: any Tracer, logger: Logger
    ) async throws -> SharedDatasetCatalog {
        let directory = try directory(settings.dataDirectory + "/cache")
        var cached: [String] = []
        try directory.open { dataset in
            directory.close(dataset.name)
            cached.append(dataset.name)
        }
        warnOfLocalDatasets(in: settings.dataDirectory, logger: logger)
        let segments = try await StartSegments.open(
            settings: settings, database: catalog, tracer: tracer, logger: logger)
        let datasets = SharedDatasetCatalog(
            sharing: SharedDatasets(
                catalog: catalog, segments: segments, local: directory, cached: cached,
                mostBytes: settings.cacheBytes ?? .max),
            try await catalog.datasets(), confirmsReads: settings.confirmsReads,
            quota: try StartQuota.make(settings: settings, datasetBytes: { 0 }, logger: logger))
        guard settings.isDemoEnabled else { return datasets }
        for (name, table) in bundled(in: settings.demoDirectory, logger: logger).sorted(by: { $0.key < $1.key }) {
            guard try await catalog.dataset(name) == nil else { continue }
            do throws(DatasetRefusal) {
                _ = try await datasets.put(table, as: name, expecting: { $0 == nil })
            } catch {
                // Another node that starts now has put it, or somebody removes it.
                guard error.reason == .unexpected || error.reason == .inUse else { throw error }
            }
        }
        return datasets
    }

    private static func warnOfLocalDatasets(in dataDirectory: String, logger: Logger) {
        guard let found = try? DatasetDirectory.summaries(dataDirectory: dataDirectory), !found.isEmpty else { return }
        logger.warning(
            "datasets of this directory are not in the shared database; import them there",
            metadata: ["datasets": .string(found.map(\.name).joined(separator: ", "))])
    }

    /// Opens the data directory of the configuration, whose `store.durability` says whether changes wait for the disk.
    ///
    /// - Throws: `ConfigurationError` for one that cannot be used, `DatasetStoreError` for one that another process has
    ///   open.
    static func directory(of settings: Settings) throws -> DatasetDirectory {
        try directory(settings.dataDirectory, isSynchronous: settings.durability == .full)
    }

    /// Opens a data directory.
    ///
    /// - Throws: `ConfigurationError` for one that cannot be used, `DatasetStoreError` for one that another process has
    ///   open.
    static func directory(_ path: String, isSynchronous: Bool = false) throws -> DatasetDirectory {
        do throws(DatasetStoreError) {
            return try DatasetDirectory(dataDirectory: path, isSynchronous: isSynchronous)
        } catch {
            guard error.kind == .unavailable else { throw error }
            throw ConfigurationError(error.description)
        }
    }

    private static func bundled(in demoDirectory: String, logger: Logger) -> [String: Table] {
        BundledDatasets.tables(in: demoDirectory) { name, error in
            logger.error("dataset left out", metadata: ["dataset": .string(name), "error": "\(error)"])
        }
    }
}
