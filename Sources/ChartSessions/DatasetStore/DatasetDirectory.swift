public import ChartSeries
internal import Synchronization

/// Keeps the rows of datasets in files, one folder a dataset and one file a column.
///
/// `manifest.json` names what is current and is replaced in one step, so that a process which is killed at any moment
/// leaves the old rows or the new ones. Values are little-endian doubles, mapped and not read. Appends stand in a journal
/// until the manifest is written again. A file that no manifest names is removed when the directory is opened.
public final class DatasetDirectory: DatasetStore {
    /// A dataset that was found when the directory was opened.
    public struct Found: Sendable {
        /// The dataset's name.
        public let name: String
        /// Its rows, or why they cannot be shown.
        public let table: Result<Table, DatasetStoreError>
        /// What was lost of the last appends when the machine stopped; `nil` when nothing was.
        public let loss: String?
    }

    private final class Cell: Sendable {
        let dataset: Mutex<StoredDataset>

        init(_ dataset: StoredDataset) { self.dataset = Mutex(dataset) }
    }

    private let root: String
    private let isSynchronous: Bool
    private let lock: File
    private let cells = Mutex<[String: Cell]>([:])
    /// The newest generation of each name that was started.
    private let generations = Mutex<[String: Int]>([:])

    /// Opens the datasets below a data directory, which is created when missing, for this process alone.
    ///
    /// - Parameters:
    ///   - dataDirectory: The path of the data directory.
    ///   - isSynchronous: Whether an append waits for the disk, and so survives a power cut and not only a killed process.
    /// - Throws: ``DatasetStoreError``, `locked` while another process has the directory open.
    public init(dataDirectory: String, isSynchronous: Bool = false) throws(DatasetStoreError) {
        root = dataDirectory + "/datasets"
        self.isSynchronous = isSynchronous
        try Folder.create(root)
        lock = try File(dataDirectory + "/lock", .openOrCreate)
        guard lock.lock() else {
            throw DatasetStoreError(.locked, "the data directory \(dataDirectory) is in use by another process")
        }
    }

    /// Opens every dataset, in order of the names, and removes what a killed process left behind.
    ///
    /// - Returns: Each dataset, those that are damaged with what is wrong.
    /// - Throws: ``DatasetStoreError`` when the directory cannot be listed.
    /// - Complexity: O(number of datasets), whatever their rows.
    public func open() throws(DatasetStoreError) -> [Found] {
        var found: [Found] = []
        for name in try Folder.names(in: root) where !name.hasPrefix(".") {
            guard Folder.exists(folder(of: name) + "/manifest.json") else {
                try Folder.remove(folder(of: name))
                continue
            }
            do throws(DatasetStoreError) {
                try removeLeftovers(of: name, sparingLater: false)
                let table = try adopt(name)
                let loss = cell(name)?.dataset.withLock { $0.loss }
                found.append(Found(name: name, table: .success(table), loss: loss))
            } catch {
                found.append(Found(name: name, table: .failure(error), loss: nil))
            }
        }
        return found
    }

    /// Starts a dataset; see ``DatasetStore/makeDraft(for:shape:)``.
    public func makeDraft(for name: String, shape: RowShape) throws(DatasetStoreError) -> any DatasetDraft {
        let isThere = Folder.exists(folder(of: name))
        let files = isThere ? try Folder.names(in: folder(of: name)) : []
        let newest = files.compactMap(DatasetManifest.generation(ofFile:)).max() ?? 0
        let generation = generations.withLock { generations in
            let next = max(newest, generations[name] ?? 0) + 1
            generations[name] = next
            return next
        }
        return try DatasetFileDraft(self, name: name, shape: shape, generation: generation)
    }

    /// Puts a draft in the place of the dataset of its name, under the next version.
    ///
    /// - Parameters:
    ///   - draft: What took the rows.
    ///   - name: The dataset's name.
    /// - Returns: All rows.
    /// - Throws: ``DatasetStoreError``; the dataset that was there stays.
    public func commit(_ draft: any DatasetDraft, as name: String) throws(DatasetStoreError) -> Table {
        let isThere = Folder.exists(folder(of: name) + "/manifest.json")
        let version = isThere ? try StoredDataset.readNewestState(folder(of: name)).version : 0
        try draft.prepare()
        return try draft.commit(version: version + 1)
    }

    /// Appends rows; see ``DatasetStore/append(_:to:named:)``.
    public func append(_ rows: Table, to table: Table, named name: String) throws(DatasetStoreError) -> Table {
        let cell: Cell
        if let open = self.cell(name) { cell = open } else { cell = try store(table, as: name) }
        return try cell.dataset.withLock { dataset throws(DatasetStoreError) in
            try dataset.append(rows)
            return dataset.table
        }
    }

    /// Removes a dataset; see ``DatasetStore/remove(_:)``.
    public func remove(_ name: String) throws(DatasetStoreError) {
        guard Folder.exists(folder(of: name)) else { return }
        try Folder.remove(folder(of: name) + "/manifest.json")
        _ = cells.withLock { $0.removeValue(forKey: name) }
        try Folder.remove(folder(of: name))
    }

    /// What a dataset's files say of it.
    public struct Summary: Sendable, Equatable {
        /// The dataset's name.
        public let name: String
        /// The number of rows.
        public let rows: Int
        /// The version, as clients see it.
        public let version: Int
        /// The names of the columns, x first.
        public let columns: [String]
    }

    /// Lists the datasets below a data directory, which another process may have open.
    ///
    /// - Parameter dataDirectory: The path of the data directory.
    /// - Returns: The datasets in order of their names.
    /// - Throws: ``DatasetStoreError`` for a manifest that cannot be read.
    public static func summaries(dataDirectory: String) throws(DatasetStoreError) -> [Summary] {
        let root = dataDirectory + "/datasets"
        guard Folder.exists(root) else { return [] }
        var summaries: [Summary] = []
        for name in try Folder.names(in: root) where Folder.exists("\(root)/\(name)/manifest.json") {
            let state = try StoredDataset.readNewestState("\(root)/\(name)")
            summaries.append(
                Summary(name: name, rows: state.rows, version: state.version, columns: state.columns.map(\.name)))
        }
        return summaries
    }

    /// Looks through a whole dataset for values that are not those that were written.
    ///
    /// - Parameter name: The dataset's name; one that is not there is no error.
    /// - Throws: ``DatasetStoreError``, `damaged` with the file and the rows.
    /// - Complexity: O(number of rows).
    public func verify(_ name: String) throws(DatasetStoreError) {
        try cell(name)?.dataset.withLock { $0 }.verify()
    }

    func folder(of name: String) -> String { root + "/" + name }

    /// Opens what the manifest of a dataset names, in place of what was open.
    func adopt(_ name: String) throws(DatasetStoreError) -> Table {
        let dataset = try StoredDataset(folder: folder(of: name), isSynchronous: isSynchronous)
        let table = dataset.table
        let cell = Cell(dataset)
        cells.withLock { $0[name] = cell }
        try removeLeftovers(of: name, sparingLater: true)
        return table
    }

    /// Removes the files of a generation that was not committed; what stays is removed at the next start.
    func discard(_ name: String, generation: Int) {
        let files = (try? Folder.names(in: folder(of: name))) ?? []
        for file in files where file.hasPrefix("\(generation)-") { try? Folder.remove(folder(of: name) + "/" + file) }
        if !Folder.exists(folder(of: name) + "/manifest.json") { try? Folder.remove(folder(of: name)) }
    }

    private func cell(_ name: String) -> Cell? { cells.withLock { $0[name] } }

    /// Keeps rows that were in memory only so far.
    private func store(_ table: Table, as name: String) throws(DatasetStoreError) -> Cell {
        let shape = RowShape(xName: table.xName, xKind: table.xKind, columns: table.columns.map(\.name))
        let draft = try makeDraft(for: name, shape: shape)
        try draft.append(RowBlock(table))
        try draft.prepare()
        _ = try draft.commit(version: table.version)
        guard let cell = cell(name) else { preconditionFailure("what was committed is not open") }
        return cell
    }

    /// Removes the files that no manifest names; of later generations only where nobody can be writing them.
    private func removeLeftovers(of name: String, sparingLater: Bool) throws(DatasetStoreError) {
        let manifest = try StoredDataset.readManifest(folder(of: name))
        for file in try Folder.names(in: folder(of: name)) where !manifest.isCurrent(file) {
            if sparingLater, let generation = DatasetManifest.generation(ofFile: file), generation > manifest.generation
            {
                continue
            }
            try Folder.remove(folder(of: name) + "/" + file)
        }
    }
}
