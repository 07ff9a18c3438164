import ChartSeries
import ChartStores

/// The files of a dataset at one moment: its manifest, and its state of then.
///
/// The column files only grow, so a copy of their first rows made later still has the rows of the moment.
struct DatasetRecord: Codable, Sendable, Equatable {
    /// The manifest as it is in the folder.
    let manifest: DatasetManifest
    /// The state after the last append.
    let state: DatasetState

    /// Copies the files into a new folder, and waits until the disk has them.
    ///
    /// The copy's journal has one line, with the state of the moment.
    ///
    /// - Parameters:
    ///   - folder: The dataset's folder, where rows may be appended meanwhile.
    ///   - target: The folder to create.
    /// - Returns: The name of each file, and what it holds.
    /// - Throws: `DatasetStoreError`, `damaged` for a missing, truncated or altered file.
    func copy(_ folder: String, to target: String) throws(DatasetStoreError) -> [(name: String, FileCopy.Digest)] {
        try Folder.create(target)
        var files: [(name: String, FileCopy.Digest)] = []
        for index in state.columns.indices {
            guard index > 0 || state.regularX == nil else { continue }
            let parts = manifest.files(ofColumn: index)
            for (number, (name, from)) in parts.enumerated() {
                guard Folder.exists(folder + "/" + name) else {
                    throw DatasetStoreError(.damaged, "\(folder)/\(name) is missing")
                }
                let end = number + 1 < parts.count ? parts[number + 1].from : state.rows
                let length = (end - from) * MemoryLayout<Double>.size
                files.append((name, try FileCopy.copy(folder + "/" + name, to: target + "/" + name, length: length)))
            }
        }
        if let history = manifest.history, history.generation > 0 {
            let name = DatasetManifest.historyFile(ofGeneration: history.generation)
            let length = history.words * MemoryLayout<UInt64>.size
            files.append((name, try FileCopy.copy(folder + "/" + name, to: target + "/" + name, length: length)))
        }
        if let events = manifest.events {
            files.append(
                (events.file, try FileCopy.copy(folder + "/" + events.file, to: target + "/" + events.file)))
        }
        for name in state.columns.indices.map(manifest.indexFile(ofColumn:)) + [manifest.landmarksFile]
        where Folder.exists(folder + "/" + name) {
            files.append((name, try FileCopy.copy(folder + "/" + name, to: target + "/" + name)))
        }
        try DatasetJournal.create(
            target + "/" + manifest.journal, state == manifest.state ? [] : [state.since(manifest.state)])
        var headed = manifest
        headed.hasJournalHeader = true
        try StoredDataset.write(headed, to: target)
        for name in [manifest.journal, "manifest.json"] {
            let file = try File(target + "/" + name, .write)
            try file.synchronize()
            files.append((name, try FileCopy.digest(of: file)))
        }
        try Folder.synchronize(target)
        // The end of each column is compared with its checksum.
        _ = try StoredDataset.openColumns(of: state, headed, target, TableSoundness())
        return files
    }
}
