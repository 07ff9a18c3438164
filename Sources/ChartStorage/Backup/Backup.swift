import ChartStores
import Foundation

/// Copies the datasets, sessions and keys of one moment into a folder.
package struct Backup {
    private static let datasets = "datasets"

    private let dataDirectory: String
    private let folder: String
    private let includesSessions: Bool
    private var manifest: BackupManifest

    /// Creates a backup, which ``write(patience:)`` makes.
    ///
    /// - Parameters:
    ///   - dataDirectory: The path of the data directory, which a running server may have locked.
    ///   - folder: The folder to write into; it is created, or must be empty.
    ///   - includesSessions: Whether the sessions are in the data directory.
    ///   - version: The version of this server.
    ///   - createdAt: The present, in ISO 8601.
    ///   - settings: The names of the configuration keys that were given.
    package init(
        of dataDirectory: String, to folder: String, includesSessions: Bool, version: String, createdAt: String,
        settings: [String]
    ) {
        self.dataDirectory = dataDirectory
        self.folder = folder
        self.includesSessions = includesSessions
        manifest = BackupManifest(version: version, createdAt: createdAt, settings: settings)
    }

    /// Makes the backup, and waits until the disk has it.
    ///
    /// A damaged dataset is left out, and named by the manifest. A failed backup leaves nothing in its folder.
    ///
    /// - Parameter patience: The longest wait for the data directory, while a server starts or ends.
    /// - Returns: The manifest.
    /// - Throws: ``BackupError``.
    package func write(patience: Duration = .seconds(10)) throws(BackupError) -> BackupManifest {
        do {
            try makeFolder()
            do {
                return try fill(patience)
            } catch {
                for name in try Folder.names(in: folder) where !Self.ignored.contains(name) {
                    try? Folder.remove(folder + "/" + name)
                }
                throw error
            }
        } catch {
            throw BackupError(error)
        }
    }

    /// What an empty folder may have.
    static let ignored: Set = ["lost+found"]

    private func makeFolder() throws {
        guard Folder.isFolder(dataDirectory + "/.") else {
            throw BackupError(.missing, "\(dataDirectory) is no folder: data.dir names the data directory")
        }
        try Folder.create(folder)
        guard try Folder.names(in: folder).allSatisfy(Self.ignored.contains) else {
            throw BackupError(.notEmpty, "\(folder) is not empty: name an empty folder, or one that is not there yet")
        }
        let places = [dataDirectory, folder].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path + "/" }
        guard !places[1].hasPrefix(places[0]) else {
            throw BackupError(.notEmpty, "\(folder) is in the data directory: name a folder beside it")
        }
    }

    private func fill(_ patience: Duration) throws -> BackupManifest {
        var source = try BackupSource(dataDirectory, patience: patience)
        defer { source.end() }
        let databases = (includesSessions ? [BackupManifest.sessions] : []) + [SQLiteAPIKeyStore.fileName]
        let copies = try databases.compactMap { name in try copy(of: name).map { (name, $0) } }
        // A session is never of a later moment than the keys.
        let datasets = try source.datasets { for (_, copy) in copies { try copy.begin() } }
        var manifest = manifest
        for (name, copy) in copies {
            try copy.write(to: folder + "/" + name)
            let digest = try FileCopy.digest(of: File(folder + "/" + name, .read))
            manifest.files.append(BackupManifest.FileRecord(path: name, digest))
        }
        if !datasets.isEmpty { try Folder.create(folder + "/" + Self.datasets) }
        for dataset in datasets {
            if let files = try copy(dataset) {
                manifest.files += files
            } else {
                manifest.damagedDatasets.append(dataset.name)
            }
        }
        try source.confirm()
        if !datasets.isEmpty { try Folder.synchronize(folder + "/" + Self.datasets) }
        try Folder.synchronize(folder)
        try Folder.synchronize(folder + "/..")
        try manifest.write(to: folder)
        return manifest
    }

    /// Opens a database; `nil` for one that is not there.
    private func copy(of name: String) throws -> DatabaseCopy? {
        let path = dataDirectory + "/" + name
        guard Folder.exists(path), File.size(at: path) ?? 0 > 0 else {
            let count = name == BackupManifest.sessions ? LogEnds.count(beside: path) : 0
            guard count == 0 else {
                throw BackupError(.damaged, "\(path) is missing or empty, and had \(count) sessions")
            }
            return nil
        }
        return try DatabaseCopy(of: path)
    }

    /// Copies a dataset; `nil` for a damaged one, which leaves nothing.
    private func copy(_ dataset: FoundDataset) throws(DatasetStoreError) -> [BackupManifest.FileRecord]? {
        guard let record = dataset.record else { return nil }
        let path = Self.datasets + "/" + dataset.name
        do throws(DatasetStoreError) {
            return try record.copy(dataDirectory + "/" + path, to: folder + "/" + path).map { name, digest in
                BackupManifest.FileRecord(path: path + "/" + name, digest)
            }
        } catch {
            guard error.kind == .damaged else { throw error }
            try Folder.remove(folder + "/" + path)
            return nil
        }
    }
}
