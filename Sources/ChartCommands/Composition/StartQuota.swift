import ChartServer
import ChartStores
import Foundation
import Logging

/// The limits of disk space of a starting server.
enum StartQuota {
    /// Makes the quota that the configuration asks for.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - datasetBytes: The bytes of the stored datasets; asked only where the quota depends on them.
    ///   - logger: Logs a limit that was measured.
    /// - Returns: The quota, without anything in it.
    /// - Throws: `ConfigurationError` for a disk that does not tell what is free.
    static func make(
        settings: Settings, datasetBytes: () -> Int, logger: Logger
    ) throws(ConfigurationError) -> StorageQuota {
        let mostBytes: Int?
        switch settings.limits.dataBytes {
        case .unlimited: mostBytes = nil
        case .bytes(let bytes): mostBytes = bytes
        case .partOfDisk:
            let stored = datasetBytes() + sessionBytes(settings)
            let free = try freeBytes(in: settings.dataDirectory)
            let limit = stored + free / 5 * 4
            logger.info(
                "limits.dataBytes is what is stored and four fifths of what is free in data.dir",
                metadata: [
                    "bytes": .stringConvertible(limit), "stored": .stringConvertible(stored),
                    "free": .stringConvertible(free),
                ])
            mostBytes = limit
        }
        return StorageQuota(
            mostBytes: mostBytes, mostBytesPerOwner: settings.limits.principalDataBytes,
            mostDatasets: settings.limits.datasets)
    }

    /// The bytes of the files of sessions, where they are in the data directory.
    private static func sessionBytes(_ settings: Settings) -> Int {
        guard settings.storeKind == .sqlite else { return 0 }
        let path = StartStore.path(of: settings)
        return [path, path + "-wal"].reduce(0) { bytes, path in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return bytes + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
        }
    }

    private static func freeBytes(in folder: String) throws(ConfigurationError) -> Int {
        do {
            let attributes = try FileManager.default.attributesOfFileSystem(forPath: folder)
            if let free = attributes[.systemFreeSize] as? NSNumber { return free.intValue }
            throw CocoaError(.fileReadUnknown)
        } catch {
            throw ConfigurationError(
                "the disk of data.dir \(folder) does not tell what is free: set limits.dataBytes (\(error))")
        }
    }
}
