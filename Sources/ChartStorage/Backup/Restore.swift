/// Copies a backup into an empty data directory.
package struct Restore {
    private let folder: String
    private let dataDirectory: String
    private let version: String

    /// Creates a restore, which ``run()`` makes.
    ///
    /// - Parameters:
    ///   - folder: The backup.
    ///   - dataDirectory: The path of the data directory; it is created, or must be empty.
    ///   - version: The version of this server.
    package init(of folder: String, to dataDirectory: String, version: String) {
        self.folder = folder
        self.dataDirectory = dataDirectory
        self.version = version
    }

    /// Looks through the whole backup, then copies it, and waits until the disk has the copies.
    ///
    /// - Returns: The manifest of the backup.
    /// - Throws: ``BackupError``; the data directory stays empty then.
    package func run() throws(BackupError) -> BackupManifest {
        do {
            let manifest = try BackupManifest(readingFrom: folder, version: version)
            // A look through a long backup is wasted if the folder cannot be used.
            try checkIsUnused()
            if let (path, fault) = try manifest.faults(in: folder).first {
                throw BackupError(.damaged, "\(folder)/\(path) is damaged: \(fault); chart-surface check tells of all")
            }
            try Folder.create(dataDirectory)
            let lock = try File(dataDirectory + "/lock", .openOrCreate)
            guard lock.lock() else { throw inUse }
            try checkIsEmpty()
            try UnfinishedRestore.begin(in: dataDirectory)
            do {
                try copy(manifest)
            } catch {
                try clear()
                throw error
            }
            try UnfinishedRestore.end(in: dataDirectory)
            return withExtendedLifetime(lock) { manifest }
        } catch {
            throw BackupError(error)
        }
    }

    private var inUse: BackupError {
        BackupError(.inUse, "\(dataDirectory) is in use: stop the server, and name an empty folder")
    }

    /// The files that an empty data directory may have.
    private static let ignored = Backup.ignored.union(["lock"])

    private func checkIsUnused() throws {
        guard Folder.exists(dataDirectory) else { return }
        let lock = dataDirectory + "/lock"
        guard try !Folder.exists(lock) || File(lock, .write).lock() else { throw inUse }
        try checkIsEmpty()
    }

    private func checkIsEmpty() throws {
        try UnfinishedRestore.check(dataDirectory)
        guard try Folder.names(in: dataDirectory).allSatisfy(Self.ignored.contains) else {
            throw BackupError(
                .notEmpty, "\(dataDirectory) is not empty: name an empty folder, or move what is in it away")
        }
    }

    private func copy(_ manifest: BackupManifest) throws {
        var folders: Set<String> = []
        for record in manifest.files {
            let parts = record.path.split(separator: "/").dropLast()
            for count in parts.indices.map({ $0 + 1 }) {
                let parent = dataDirectory + "/" + parts.prefix(count).joined(separator: "/")
                if folders.insert(parent).inserted { try Folder.create(parent) }
            }
            let digest = try FileCopy.copy(folder + "/" + record.path, to: dataDirectory + "/" + record.path)
            guard digest == record.digest else {
                throw BackupError(.damaged, "\(folder)/\(record.path) was changed while it was read")
            }
        }
        // All files have reached the disk, so a start takes a missing row for damage.
        try MachineRun.write(isSynchronous: true, inDirectory: dataDirectory)
        for folder in folders.sorted() { try Folder.synchronize(folder) }
        try Folder.synchronize(dataDirectory)
        try Folder.synchronize(dataDirectory + "/..")
    }

    /// Removes what a failed restore has written.
    private func clear() throws {
        for name in try Folder.names(in: dataDirectory) where !Self.ignored.contains(name) && name != "restoring" {
            try Folder.remove(dataDirectory + "/" + name)
        }
        try UnfinishedRestore.end(in: dataDirectory)
    }
}
