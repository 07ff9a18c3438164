package import ChartSeries
package import ChartStores

/// Checks every dataset file of a data directory that no server has open.
package struct DatasetAudit {
    private let dataDirectory: String
    private let setAside: SetAside
    /// Whether the last appends may be missing after a power loss.
    private let mayHaveLost: Bool

    /// Creates a check of a data directory.
    package init(dataDirectory: String) {
        self.dataDirectory = dataDirectory
        setAside = SetAside(dataDirectory: dataDirectory)
        mayHaveLost = MachineRun.lastUse(inDirectory: dataDirectory) == .otherRun
    }

    /// Checks every dataset, in the order of the names.
    ///
    /// - Parameter isRepairing: Whether to move damaged datasets aside and remove altered indexes, which the next start
    ///   rebuilds. Otherwise the check writes nothing.
    /// - Returns: One finding for each dataset, and one for each altered derived file.
    /// - Throws: `DatasetStoreError` if the directory cannot be listed or changed.
    /// - Complexity: O(number of rows).
    package func run(isRepairing: Bool) throws(DatasetStoreError) -> [CheckFinding] {
        let root = dataDirectory + "/datasets"
        guard Folder.isFolder(root) else { return [] }
        var findings: [CheckFinding] = []
        for name in try Folder.names(in: root) where !name.hasPrefix(".") && Folder.isFolder(root + "/" + name) {
            let subject = "dataset \(name)"
            do throws(DatasetStoreError) {
                findings += try look(through: root + "/" + name, subject, isRepairing: isRepairing)
            } catch {
                guard error.kind == .damaged || isMissingFiles(root + "/" + name) else { throw error }
                let place = isRepairing ? try setAside.move("datasets/" + name) : nil
                findings.append(CheckFinding(subject, .damaged, error.description, setAside: place))
            }
        }
        return findings
    }

    /// The rows of the datasets that can be read, by name; the files stay as they are.
    ///
    /// - Throws: `DatasetStoreError` if the directory cannot be listed.
    package func rows() throws(DatasetStoreError) -> [String: Table] {
        let root = dataDirectory + "/datasets"
        guard Folder.isFolder(root) else { return [:] }
        var tables: [String: Table] = [:]
        for name in try Folder.names(in: root) where !name.hasPrefix(".") {
            tables[name] = try? StoredDataset.readRows(root + "/" + name, mayHaveLost: mayHaveLost)
        }
        return tables
    }

    private func look(
        through folder: String, _ subject: String, isRepairing: Bool
    ) throws(DatasetStoreError) -> [CheckFinding] {
        guard Folder.exists(folder + "/manifest.json") else { return try lookWithoutManifest(folder, subject) }
        let manifest = try StoredDataset.readManifest(folder)
        let journal = try DatasetJournal.read(
            folder + "/" + manifest.journal, hasHeader: manifest.hasJournalHeader == true, mayHaveLost: mayHaveLost)
        let (state, columns, lostRows) = try StoredDataset.openNewest(
            journal.states, manifest, folder, mayHaveLost: mayHaveLost, TableSoundness())
        try StoredDataset.checkSegments(of: state, columns, manifest, folder)
        _ = try manifest.events?.events(in: folder)
        var findings: [CheckFinding] = []
        if let loss = StoredDataset.loss(rows: lostRows, bytes: journal.lostBytes) {
            findings.append(CheckFinding(subject, .mendable, loss + "; the next start goes on without them"))
        } else if journal.unansweredBytes > 0 {
            let text =
                "\(manifest.journal) ends in \(journal.unansweredBytes) bytes of an append that was never answered"
            findings.append(CheckFinding(subject, .mendable, text + "; the next start cuts them off"))
        }
        for name in try changedFiles(folder, manifest, columns) {
            if isRepairing { try Folder.remove(folder + "/" + name) }
            findings.append(CheckFinding(subject, .mendable, "\(name) was changed; the next start rebuilds it"))
        }
        return findings.isEmpty ? [CheckFinding(subject, .sound)] : findings
    }

    /// The files of indexes and landmarks that do not match their columns.
    private func changedFiles(
        _ folder: String, _ manifest: DatasetManifest, _ columns: [StoredColumn?]
    ) throws(DatasetStoreError) -> [String] {
        var names: [String] = []
        for name in columns.indices.map(manifest.indexFile(ofColumn:)) {
            guard var check = try IndexFile.Check(folder + "/" + name) else { continue }
            var isSound = check.advance()
            while isSound == nil { isSound = check.advance() }
            if isSound == false { names.append(name) }
        }
        let path = folder + "/" + manifest.landmarksFile
        if let x = columns[0]?.values,
            let landmarks = StoredDataset.landmarks(ofRows: manifest.state.rows, in: path, TableSoundness()),
            !landmarks.match(x)
        {
            names.append(manifest.landmarksFile)
        }
        return names
    }

    /// Whether a file of the manifest is missing; an unreadable one may be intact.
    private func isMissingFiles(_ folder: String) -> Bool {
        guard let manifest = try? StoredDataset.readManifest(folder) else { return false }
        let columns = manifest.state.columns.indices.filter { manifest.state.regularX == nil || $0 > 0 }
        let names =
            columns.flatMap { manifest.files(ofColumn: $0).map(\.name) }
            + (manifest.hasJournalHeader == true ? [manifest.journal] : [])
            + (manifest.events.map { [$0.file] } ?? [])
        return names.contains { !Folder.exists(folder + "/" + $0) }
    }

    /// Checks a folder without a manifest: files with a mark are of a killed import, other columns have lost their
    /// manifest.
    private func lookWithoutManifest(
        _ folder: String, _ subject: String
    ) throws(DatasetStoreError) -> [CheckFinding] {
        let files = try Folder.names(in: folder)
        guard files.contains(where: DatasetManifest.mayName) else { return [] }
        guard files.contains(where: DatasetManifest.isDraftMark) else {
            throw DatasetStoreError(.damaged, "manifest.json is missing")
        }
        return [CheckFinding(subject, .mendable, "an import was not finished; the next start removes what it left")]
    }
}
