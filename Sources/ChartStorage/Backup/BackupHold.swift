import ChartStores
import Synchronization

/// What a backup in progress knows of the datasets.
struct BackupHold: Sendable {
    /// What was found of each dataset, by its name.
    var found: [String: FoundDataset] = [:]
    /// The datasets that may have changed since they were found.
    var changed: Set<String> = []
    /// The datasets with files that only the backup still needs.
    var kept: Set<String> = []
}

/// A dataset of a backup, as the server tells of it in a line of JSON.
struct FoundDataset: Codable, Sendable {
    let name: String
    /// Its files; `nil` for a damaged dataset.
    var record: DatasetRecord?
    /// Why it is damaged.
    var damage: String?

    init?(_ name: String, _ read: () throws(DatasetStoreError) -> DatasetRecord?) throws(DatasetStoreError) {
        self.name = name
        do throws(DatasetStoreError) {
            guard let record = try read() else { return nil }
            self.record = record
        } catch {
            guard error.kind == .damaged else { throw error }
            damage = error.description
        }
    }
}

extension DatasetDirectory {
    /// Keeps the files that the manifests of now and later name, until ``endBackup(_:)``.
    func beginBackup() { hold.withLock { $0 = BackupHold() } }

    /// Finds all datasets, while they may change.
    ///
    /// - Throws: `DatasetStoreError` for a file that cannot be read; a damaged dataset is found as such.
    /// - Complexity: O(number of datasets).
    func findAll() throws(DatasetStoreError) {
        for name in try Self.names(in: root) { try find(name) }
    }

    /// Finds those datasets anew that have changed; the caller lets none change meanwhile.
    ///
    /// - Throws: `DatasetStoreError` for a file that cannot be read.
    /// - Complexity: O(number of changed datasets), whose files are open.
    func findChanged() throws(DatasetStoreError) {
        let changed = hold.withLock { hold in
            defer { hold?.changed = [] }
            return hold?.changed ?? []
        }
        for name in changed.sorted() { try find(name) }
    }

    /// The found datasets, in the order of their names.
    var foundDatasets: [FoundDataset] {
        hold.withLock { $0?.found ?? [:] }.values.sorted { $0.name < $1.name }
    }

    /// Removes the files that were kept for the backup.
    ///
    /// - Parameter turn: Runs the removal of a dataset's files while no dataset changes.
    func endBackup(_ turn: (_ name: String, _ removal: () -> Void) -> Void) {
        let hold = hold.withLock { hold in
            defer { hold = nil }
            return hold
        }
        for name in (hold?.kept ?? []).sorted() { turn(name) { self.removeKeptFiles(of: name) } }
    }

    private func find(_ name: String) throws(DatasetStoreError) {
        let dataset: FoundDataset?
        do throws(DatasetStoreError) {
            dataset = try FoundDataset(name) { () throws(DatasetStoreError) in try record(of: name) }
        } catch {
            // A dataset that changes meanwhile is found again.
            guard hold.withLock({ $0?.changed.contains(name) == true }) else { throw error }
            dataset = nil
        }
        hold.withLock { $0?.found[name] = dataset }
    }

    /// Finds all datasets of a data directory that no server has open.
    ///
    /// - Throws: `DatasetStoreError` for a file that cannot be read.
    static func datasets(inDataDirectory path: String) throws(DatasetStoreError) -> [FoundDataset] {
        let root = path + "/datasets"
        guard Folder.isFolder(root) else { return [] }
        var found: [FoundDataset] = []
        for name in try names(in: root) {
            let dataset = try FoundDataset(name) { () throws(DatasetStoreError) in
                try StoredDataset.readRecord(root + "/" + name)
            }
            if let dataset { found.append(dataset) }
        }
        return found
    }

    private static func names(in root: String) throws(DatasetStoreError) -> [String] {
        try Folder.names(in: root).filter { !$0.hasPrefix(".") && Folder.isFolder(root + "/" + $0) }
    }
}

extension StoredDataset {
    /// Reads the manifest and the newest state of a folder; `nil` for a folder of drafts or without a dataset.
    ///
    /// - Throws: `DatasetStoreError`, `damaged` for an altered or missing manifest.
    static func readRecord(_ folder: String) throws(DatasetStoreError) -> DatasetRecord? {
        guard Folder.exists(folder + "/manifest.json") else {
            let files = try Folder.names(in: folder)
            guard files.contains(where: DatasetManifest.mayName), !files.contains(where: { $0.hasSuffix("-draft") })
            else { return nil }
            throw DatasetStoreError(.damaged, "\(folder)/manifest.json is missing")
        }
        let manifest = try readManifest(folder)
        return DatasetRecord(manifest: manifest, state: try readNewestState(folder, manifest).state)
    }
}
