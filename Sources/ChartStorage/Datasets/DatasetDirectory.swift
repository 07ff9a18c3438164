package import ChartSeries
package import ChartStores
import Dispatch
import Synchronization

/// Stores the rows of datasets in files, one folder per dataset and one file per column.
///
/// `manifest.json` names the current files and is replaced atomically, so a killed process leaves the old rows or the
/// new ones. Values are little-endian doubles, which are mapped. A journal holds the appends until the next manifest.
/// The opening of the directory removes files that no manifest names.
package final class DatasetDirectory: DatasetStore {
    /// A dataset found by ``open()``.
    package struct Found: Sendable {
        /// The dataset's name.
        package let name: String
        /// Its rows or their error.
        package let table: Result<Table, DatasetStoreError>
        /// The loss of the last appends when the machine stopped; `nil` without one.
        package let loss: String?
        /// The subject of the principal that wrote it; `nil` without one, and where the manifest cannot be read.
        package let owner: String?
        /// What makes the rows of earlier editions; `nil` for a dataset that was never changed but by appends.
        package var history: EditionHistory?
    }

    private final class Cell: Sendable {
        let dataset: Mutex<StoredDataset>

        init(_ dataset: StoredDataset) { self.dataset = Mutex(dataset) }
    }

    /// The written appends of a dataset that are being acknowledged.
    private struct Acknowledgement {
        let name: String
        let cell: Cell
        let count: Int
    }

    let root: String
    private let isSynchronous: Bool
    private let dataDirectory: String
    /// What the last use left to a power loss; its appends may be missing without damage until all datasets are open.
    private let lastUse: Mutex<MachineRun.LastUse>
    private let lock: File
    private let cells = Mutex<[String: Cell]>([:])
    /// Held while written appends are acknowledged, so that the datasets are free for the next ones meanwhile.
    private let acknowledging = Mutex<Void>(())
    /// The names whose last change the disk has not confirmed.
    private let suspended = Mutex<Set<String>>([])
    /// The unfinished drafts; held while the files of drafts are created or leftovers removed.
    private let drafts = Mutex(UnfinishedDrafts())
    /// What a backup in progress knows; `nil` without one.
    let hold = Mutex<BackupHold?>(nil)
    /// The number of created spools.
    private let spools = Atomic(0)

    /// Opens or creates a data directory, for this process alone.
    ///
    /// - Parameters:
    ///   - dataDirectory: The path of the data directory.
    ///   - isSynchronous: Whether an append waits for the disk, so that it survives a power loss and not only a killed
    ///     process. Other changes always wait.
    /// - Throws: `DatasetStoreError`, `locked` while another process uses the directory.
    package init(dataDirectory: String, isSynchronous: Bool = false) throws(DatasetStoreError) {
        root = dataDirectory + "/datasets"
        self.isSynchronous = isSynchronous
        self.dataDirectory = dataDirectory
        lastUse = Mutex(MachineRun.lastUse(inDirectory: dataDirectory))
        try Folder.create(root)
        lock = try File(dataDirectory + "/lock", .openOrCreate)
        guard lock.lock() else {
            throw DatasetStoreError(.locked, "the data directory \(dataDirectory) is in use by another process")
        }
        try UnfinishedRestore.check(dataDirectory)
    }

    /// Opens every dataset, in the order of the names, and removes the leftovers of a killed process.
    ///
    /// Other files and folders stay.
    ///
    /// - Returns: Each dataset, a damaged one with its error.
    /// - Throws: `DatasetStoreError` if the directory cannot be listed.
    /// - Complexity: O(number of datasets), independent of their rows.
    package func open() throws(DatasetStoreError) -> [Found] {
        var found: [Found] = []
        try open { found.append($0) }
        return found
    }

    /// Opens every dataset, in the order of the names; see ``open()``.
    ///
    /// - Parameters:
    ///   - lookedThrough: The bytes of datasets to check before they are taken, in order.
    ///   - take: Takes each dataset before the next one is opened, and may close it.
    /// - Throws: `DatasetStoreError` if the directory cannot be listed.
    package func open(
        lookingThrough lookedThrough: Int = 0, _ take: (Found) -> Void
    ) throws(DatasetStoreError) {
        for name in try Folder.names(in: root) where name.hasPrefix(FileRowSpool.prefix) {
            try Folder.remove(root + "/" + name)
        }
        var budget = lookedThrough
        for name in try Folder.names(in: root) where !name.hasPrefix(".") && Folder.isFolder(folder(of: name)) {
            do throws(DatasetStoreError) {
                guard Folder.exists(folder(of: name) + "/manifest.json") else {
                    try removeDrafts(of: name)
                    let files = Folder.exists(folder(of: name)) ? try Folder.names(in: folder(of: name)) : []
                    guard files.contains(where: DatasetManifest.mayName) else { continue }
                    throw Self.withoutManifest(folder(of: name))
                }
                let table = try adopt(name, within: &budget)
                if isSynchronous, lastUse.withLock({ $0 != .synchronous }), let cell = cell(name) {
                    try cell.dataset.withLock { dataset throws(DatasetStoreError) in try dataset.synchronize() }
                }
                let (loss, owner) = cell(name)?.dataset.withLock { ($0.loss, $0.owner) } ?? (nil, nil)
                let history = cell(name)?.dataset.withLock(\.self).history
                take(Found(name: name, table: .success(table), loss: loss, owner: owner, history: history))
            } catch {
                let owner = try? StoredDataset.readManifest(folder(of: name)).owner
                take(Found(name: name, table: .failure(error), loss: nil, owner: owner))
            }
        }
        lastUse.withLock { $0 = isSynchronous ? .synchronous : .sameRun }
        // A failed write leaves no text, so that the next start assumes another run of the machine.
        try? MachineRun.write(isSynchronous: isSynchronous, inDirectory: dataDirectory)
    }

    /// Opens a dataset, and checks it if the budget allows; the server checks the other ones later.
    ///
    /// An altered index is removed and rebuilt.
    private func adopt(_ name: String, within budget: inout Int) throws(DatasetStoreError) -> Table {
        let table = try adopt(name)
        let bytes = bytes(of: name)
        guard bytes <= budget else { return table }
        budget -= bytes
        do throws(DatasetStoreError) {
            try verify(name)
            return table
        } catch {
            let again = try adopt(name)
            try verify(name)
            return again
        }
    }

    /// Starts a dataset; see `DatasetStore.makeDraft(for:shape:owner:)`.
    package func makeDraft(
        for name: String, shape: RowShape, owner: String?
    ) throws(DatasetStoreError) -> any DatasetDraft {
        let generation = try beginGeneration(of: name)
        do throws(DatasetStoreError) {
            return try DatasetFileDraft(self, name: name, shape: shape, owner: owner, generation: generation)
        } catch {
            discard(name, generation: generation)
            throw error
        }
    }

    /// Replaces the dataset by a draft, under the next version.
    ///
    /// - Parameters:
    ///   - draft: The draft with the rows.
    ///   - name: The dataset's name.
    /// - Returns: All rows.
    /// - Throws: `DatasetStoreError`; an earlier dataset stays.
    package func commit(_ draft: any DatasetDraft, as name: String) throws(DatasetStoreError) -> Table {
        let isThere = Folder.exists(folder(of: name) + "/manifest.json")
        let version = isThere ? try StoredDataset.readNewestState(folder(of: name)).version : 0
        let before = isThere ? try StoredDataset.readManifest(folder(of: name)) : nil
        let events = try before?.events?.events(in: folder(of: name))
        try draft.prepare()
        return try draft.commit(
            version: version + 1,
            life: DatasetLife(
                rules: before?.rules ?? .standard, history: EditionHistory(floor: version + 1), events: events))
    }

    /// Changes rows that are there; see `DatasetStore.edit(_:of:named:owner:life:)`.
    ///
    /// The new files hold the rows from the segment of the first changed one on; those before stay where they are.
    package func edit(
        _ edit: RowEdit, of table: Table, named name: String, owner: String?, life: DatasetLife
    ) throws(DatasetStoreError) -> Table {
        let cell = try storedCell(table, as: name)
        let generation = try beginGeneration(of: name)
        let edited: StoredDataset
        do throws(DatasetStoreError) {
            edited = try cell.dataset.withLock { dataset throws(DatasetStoreError) in
                try dataset.edited(by: edit, generation: generation, life: life)
            }
            try suspendingIfUnsynced(name) { () throws(DatasetStoreError) in try edited.writeManifest() }
        } catch {
            // A manifest in doubt may name the new files.
            if error.kind != .inDoubt { discard(name, generation: generation) }
            throw error
        }
        cells.withLock { $0[name] = Cell(edited) }
        drafts.withLock { drafts in
            drafts.end(name, generation)
            removeLeftovers(of: name, drafts)
        }
        return edited.table
    }

    /// Changes the rules of a dataset; see `DatasetStore.setLife(_:of:named:owner:)`.
    package func setLife(
        _ life: DatasetLife, of table: Table, named name: String, owner: String?
    ) throws(DatasetStoreError) -> Table {
        let cell = try storedCell(table, as: name)
        let table = try suspendingIfUnsynced(name) { () throws(DatasetStoreError) in
            try cell.dataset.withLock { dataset throws(DatasetStoreError) in
                try dataset.setLife(life)
                return dataset.table
            }
        }
        removeKeptFiles(of: name)
        return table
    }

    /// The open dataset of a name that is about to change; rows that were only in memory are stored first.
    private func storedCell(_ table: Table, as name: String) throws(DatasetStoreError) -> Cell {
        try checkIsConfirmed(name)
        noteChange(of: name)
        return if let cell = cell(name) { cell } else { try store(table, as: name) }
    }

    /// Starts the next generation of a dataset's files.
    private func beginGeneration(of name: String) throws(DatasetStoreError) -> Int {
        try drafts.withLock { drafts throws(DatasetStoreError) in
            try Folder.create(folder(of: name))
            let files = try Folder.names(in: folder(of: name))
            return drafts.begin(name, above: files.compactMap(DatasetManifest.generation(ofFile:)).max() ?? 0)
        }
    }

    /// Appends rows; see `DatasetStore.append(_:to:named:)`.
    package func append(_ rows: AppendedRows, to table: Table, named name: String) throws(DatasetStoreError) -> Table {
        let grown = try write(rows, to: table, named: name)
        if let error = acknowledge([name])[name] { throw error }
        return grown
    }

    /// Whether an append waits for the disk; see `DatasetStore.awaitsDisk`.
    package var awaitsDisk: Bool { isSynchronous }

    /// Writes rows; see `DatasetStore.write(_:to:named:)`.
    package func write(_ rows: AppendedRows, to table: Table, named name: String) throws(DatasetStoreError) -> Table {
        try checkIsConfirmed(name)
        let cell: Cell
        if let open = self.cell(name) { cell = open } else { cell = try store(table, as: name) }
        noteChange(of: name)
        return try cell.dataset.withLock { dataset throws(DatasetStoreError) in try dataset.write(rows) }
    }

    /// Acknowledges written rows; see `DatasetStore.acknowledge(_:)`.
    ///
    /// The disk gets the columns of all datasets and then all journals, several files at a time, so that its file system
    /// commits few times.
    package func acknowledge(_ names: [String]) -> [String: DatasetStoreError] {
        acknowledging.withLock { _ in
            var errors: [String: DatasetStoreError] = [:]
            var rest: [Acknowledgement] = []
            for name in names {
                guard let cell = cell(name) else { continue }
                rest.append(Acknowledgement(name: name, cell: cell, count: cell.dataset.withLock { $0.writtenCount }))
            }
            let columns = synchronized(rest) { one in
                one.cell.dataset.withLock { $0.changedPaths(ofFirst: one.count) }
            }
            advance(&rest, noting: &errors) { name, cell, count throws(DatasetStoreError) in
                try checkIsConfirmed(name)
                if let error = columns[name] { throw error }
            }
            rest.removeAll { $0.count == 0 }
            advance(&rest, noting: &errors) { name, cell, count throws(DatasetStoreError) in
                noteChange(of: name)
                try cell.dataset.withLock { dataset throws(DatasetStoreError) in try dataset.writeLines(ofFirst: count)
                }
            }
            let journals = synchronized(rest) { [$0.cell.dataset.withLock(\.journalPath)] }
            advance(&rest, noting: &errors) { name, cell, count throws(DatasetStoreError) in
                noteChange(of: name)
                if let error = journals[name] { throw error }
                try cell.dataset.withLock { dataset throws(DatasetStoreError) in try dataset.acknowledge(first: count) }
            }
            return errors
        }
    }

    /// Waits for the disk for several files at a time, where an append waits for it.
    ///
    /// - Returns: An error of each dataset that has one.
    private func synchronized(
        _ all: [Acknowledgement], _ paths: (Acknowledgement) -> [String]
    ) -> [String: DatasetStoreError] {
        guard isSynchronous else { return [:] }
        let files = all.flatMap { one in paths(one).map { (name: one.name, path: $0) } }
        let errors = Mutex<[String: DatasetStoreError]>([:])
        DispatchQueue.concurrentPerform(iterations: files.count) { index in
            let (name, path) = files[index]
            do throws(DatasetStoreError) {
                if Folder.isFolder(path) { try Folder.synchronize(path) } else { try File(path, .write).synchronize() }
            } catch {
                errors.withLock { $0[name] = error }
            }
        }
        return errors.withLock { $0 }
    }

    /// Takes a step of acknowledgements, and leaves those that it succeeds for.
    private func advance(
        _ all: inout [Acknowledgement], noting errors: inout [String: DatasetStoreError],
        _ step: (_ name: String, _ cell: Cell, _ count: Int) throws(DatasetStoreError) -> Void
    ) {
        var next: [Acknowledgement] = []
        for one in all {
            do throws(DatasetStoreError) {
                try step(one.name, one.cell, one.count)
                next.append(one)
            } catch {
                // Rows that are written meanwhile stand behind those that do not count.
                if isSynchronous || error.kind == .unsynced { suspended.withLock { _ = $0.insert(one.name) } }
                one.cell.dataset.withLock { $0.dropWritten() }
                errors[one.name] = error
            }
        }
        all = next
    }

    /// Whether the disk has not confirmed the last change; see `DatasetStore.isSuspended(_:)`.
    package func isSuspended(_ name: String) -> Bool { suspended.withLock { $0.contains(name) } }

    /// Reads a dataset anew; see `DatasetStore.readAnew(_:_:)`.
    package func readAnew(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table? {
        let folder = folder(of: name)
        let isThere = Folder.exists(folder + "/manifest.json")
        if isThere {
            let manifest = try StoredDataset.readManifest(folder)
            if manifest.hasJournalHeader == true {
                try DatasetJournal.cutUnacknowledged(folder + "/" + manifest.journal)
            }
        }
        if Folder.isFolder(folder) { try Folder.synchronize(folder) }
        try Folder.synchronize(root)
        suspended.withLock { _ = $0.remove(name) }
        guard isThere else { return nil }
        close(name)
        for file in try Folder.names(in: folder) where DatasetManifest.mayName(file) {
            try File(folder + "/" + file, .read).forgetPages()
        }
        return try adopt(name, soundness: soundness)
    }

    private func checkIsConfirmed(_ name: String) throws(DatasetStoreError) {
        guard isSuspended(name) else { return }
        throw DatasetStoreError(.unsynced, "the disk has not confirmed the last change of \(folder(of: name))")
    }

    /// Runs a change of a dataset, which takes no other one if the disk does not confirm this one.
    private func suspendingIfUnsynced<Result>(
        _ name: String, _ change: () throws(DatasetStoreError) -> Result
    ) throws(DatasetStoreError) -> Result {
        do throws(DatasetStoreError) {
            return try change()
        } catch {
            if error.kind == .unsynced { suspended.withLock { _ = $0.insert(name) } }
            throw error
        }
    }

    /// Creates a spool file; see `DatasetStore.makeSpool()`.
    package func makeSpool() throws(DatasetStoreError) -> (any RowSpool)? {
        let number = spools.add(1, ordering: .relaxed).newValue
        return try FileRowSpool("\(root)/\(FileRowSpool.prefix)\(number)")
    }

    /// Removes a dataset; see `DatasetStore.remove(_:)`.
    package func remove(_ name: String) throws(DatasetStoreError) {
        try checkIsConfirmed(name)
        noteChange(of: name)
        let folder = folder(of: name)
        let (manifest, aside) = (folder + "/manifest.json", folder + "/manifest.new")
        if Folder.isFolder(folder) {
            try suspendingIfUnsynced(name) { () throws(DatasetStoreError) in
                try markForRemoval(name)
                try Folder.synchronize(folder)
                guard Folder.exists(manifest) else { return }
                try File.move(manifest, to: aside)
                try Folder.synchronize(folder) { () throws(DatasetStoreError) in try File.move(aside, to: manifest) }
            }
        }
        _ = cells.withLock { $0.removeValue(forKey: name) }
        // Without its manifest the dataset is gone; the next start removes remaining files.
        try? removeRest(of: name)
    }

    /// The summary of a dataset's files.
    package struct Summary: Sendable, Equatable {
        /// The dataset's name.
        package let name: String
        /// The number of rows.
        package let rows: Int
        /// The version, as clients see it.
        package let version: Int
        /// The names of the columns, x first.
        package let columns: [String]
    }

    /// Lists the datasets of a data directory, which another process may use.
    ///
    /// - Parameter dataDirectory: The path of the data directory.
    /// - Returns: The datasets in the order of their names.
    /// - Throws: `DatasetStoreError` for an unreadable manifest.
    package static func summaries(dataDirectory: String) throws(DatasetStoreError) -> [Summary] {
        let root = dataDirectory + "/datasets"
        guard Folder.exists(root) else { return [] }
        try UnfinishedRestore.check(dataDirectory)
        var summaries: [Summary] = []
        for name in try Folder.names(in: root) where Folder.exists("\(root)/\(name)/manifest.json") {
            let state = try StoredDataset.readNewestState("\(root)/\(name)")
            summaries.append(
                Summary(name: name, rows: state.rows, version: state.version, columns: state.columns.map(\.name)))
        }
        return summaries
    }

    /// Checks all values that a dataset has at the time of the call.
    ///
    /// - Parameter name: The dataset's name; a missing one is no error.
    /// - Throws: `DatasetStoreError`, `damaged` with the file and the rows.
    /// - Complexity: O(number of rows).
    package func verify(_ name: String) throws(DatasetStoreError) {
        guard var inspection = inspection(of: name) else { return }
        while try inspection.advance() {}
    }

    /// Starts a check of a dataset; see `DatasetStore.inspection(of:)`.
    package func inspection(of name: String) -> (any DatasetInspection)? {
        cell(name)?.dataset.withLock { $0 }.inspection
    }

    /// Returns the bytes of a dataset's files; see `DatasetStore.bytes(of:)`.
    package func bytes(of name: String) -> Int { Folder.bytes(in: folder(of: name)) }

    /// Closes files; see `DatasetStore.close(_:)`.
    package func close(_ name: String) { cells.withLock { $0[name] = nil } }

    /// Reopens files; see `DatasetStore.open(_:_:)`.
    package func open(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table {
        try adopt(name, soundness: soundness)
    }

    /// Looks for a truncated file; see `DatasetStore.shortFile(of:)`.
    package func shortFile(of name: String) -> DatasetStoreError? { cell(name)?.dataset.withLock { $0 }.shortFile }

    func folder(of name: String) -> String { root + "/" + name }

    /// The files of a dataset as they are now; `nil` without a dataset.
    ///
    /// - Throws: `DatasetStoreError` for files that cannot be read, and for those of a dataset that changes meanwhile.
    func record(of name: String) throws(DatasetStoreError) -> DatasetRecord? {
        if let cell = cell(name) { return cell.dataset.withLock(\.record) }
        return try StoredDataset.readRecord(folder(of: name))
    }

    /// Removes the files that only a backup has needed.
    func removeKeptFiles(of name: String) {
        guard Folder.exists(folder(of: name) + "/manifest.json") else {
            try? removeRest(of: name)
            return
        }
        drafts.withLock { removeLeftovers(of: name, $0) }
    }

    /// Tells a backup in progress of a change that is about to be made.
    private func noteChange(of name: String) {
        hold.withLock { _ = $0?.changed.insert(name) }
    }

    /// Whether a backup in progress may still need the files of a dataset; their removal waits for its end then.
    private func isHeld(_ name: String) -> Bool {
        hold.withLock { hold in
            hold?.kept.insert(name)
            return hold != nil
        }
    }

    /// Opens the files of a dataset's current or new manifest, and replaces the open ones.
    ///
    /// - Parameters:
    ///   - name: The dataset's name.
    ///   - coming: The new manifest, written after its files are open; `nil` for the current one.
    ///   - soundness: The soundness that the rows share with earlier ones.
    /// - Returns: All rows.
    /// - Throws: `DatasetStoreError`; the open files and their manifest stay.
    func adopt(
        _ name: String, coming: DatasetManifest? = nil, soundness: TableSoundness = TableSoundness()
    ) throws(DatasetStoreError) -> Table {
        noteChange(of: name)
        let dataset = try StoredDataset(
            folder: folder(of: name), coming: coming, mayHaveLost: coming == nil && mayHaveLost, soundness)
        if let coming {
            try checkIsConfirmed(name)
            try suspendingIfUnsynced(name) { () throws(DatasetStoreError) in
                try StoredDataset.write(coming, to: folder(of: name))
            }
        }
        try removeMark(ofGeneration: dataset.generation, of: name, isConfirmed: coming != nil)
        let table = dataset.table
        let cell = Cell(dataset)
        cells.withLock { $0[name] = cell }
        drafts.withLock { drafts in
            if let coming { drafts.end(name, coming.generation) }
            removeLeftovers(of: name, drafts)
        }
        return table
    }

    /// Removes the files of an uncommitted generation; the next start removes remaining ones.
    func discard(_ name: String, generation: Int) {
        drafts.withLock { drafts in
            drafts.end(name, generation)
            let files = (try? Folder.names(in: folder(of: name))) ?? []
            try? Folder.remove(
                files.filter { DatasetManifest.generation(ofFile: $0) == generation }, in: folder(of: name))
            if !drafts.hasAny(name) { Folder.removeEmpty(folder(of: name)) }
        }
    }

    private func cell(_ name: String) -> Cell? { cells.withLock { $0[name] } }

    private var mayHaveLost: Bool { lastUse.withLock { $0 == .otherRun } }

    /// Stores rows that were only in memory.
    private func store(_ table: Table, as name: String) throws(DatasetStoreError) -> Cell {
        let block = RowBlock(table)
        let draft = try makeDraft(for: name, shape: block.shape)
        try draft.append(block)
        try draft.prepare()
        _ = try draft.commit(version: table.version)
        guard let cell = cell(name) else { preconditionFailure("what was committed is not open") }
        return cell
    }

    /// Removes the files that neither the manifest nor a draft names; the next start removes remaining ones.
    private func removeLeftovers(of name: String, _ drafts: UnfinishedDrafts) {
        guard !isHeld(name), let manifest = try? StoredDataset.readManifest(folder(of: name)) else { return }
        for file in (try? Folder.names(in: folder(of: name))) ?? [] {
            if !manifest.isCurrent(file), DatasetManifest.mayName(file), !drafts.own(file, of: name) {
                try? Folder.remove(folder(of: name) + "/" + file)
            }
        }
    }

    private static func withoutManifest(_ folder: String) -> DatasetStoreError {
        DatasetStoreError(.damaged, "\(folder) has lost its manifest; its other files are kept")
    }

    /// Marks all files of a folder, so that the next start removes them if the process is killed now.
    private func markForRemoval(_ name: String) throws(DatasetStoreError) {
        guard Folder.isFolder(folder(of: name)) else { return }
        let generations = try Folder.names(in: folder(of: name)).compactMap(DatasetManifest.generation(ofFile:))
        for generation in Set(generations) where !drafts.withLock({ $0.isUnfinished(name, generation) }) {
            _ = try File(folder(of: name) + "/" + DatasetManifest.draftMark(ofGeneration: generation), .create)
        }
    }

    /// Removes the mark of the committed draft, after the disk has its manifest.
    private func removeMark(
        ofGeneration generation: Int, of name: String, isConfirmed: Bool
    ) throws(DatasetStoreError) {
        let mark = folder(of: name) + "/" + DatasetManifest.draftMark(ofGeneration: generation)
        guard Folder.exists(mark) else { return }
        if !isConfirmed { try Folder.synchronize(folder(of: name)) }
        // A mark beside the manifest is harmless.
        try? Folder.remove(mark)
    }

    /// Removes the marked files of killed imports from a folder without a manifest, and an empty folder.
    private func removeDrafts(of name: String) throws(DatasetStoreError) {
        let folder = folder(of: name)
        let files = try Folder.names(in: folder)
        let marked = Set(files.filter(DatasetManifest.isDraftMark).compactMap(DatasetManifest.generation(ofFile:)))
        try Folder.remove(
            files.filter { file in
                DatasetManifest.generation(ofFile: file).map(marked.contains)
                    ?? (file == "manifest.new" && !marked.isEmpty)
            }, in: folder)
        Folder.removeEmpty(folder)
    }

    /// Removes the files of a folder without a manifest, except those of drafts, and an empty folder.
    private func removeRest(of name: String) throws(DatasetStoreError) {
        try drafts.withLock { drafts throws(DatasetStoreError) in
            guard !isHeld(name), Folder.isFolder(folder(of: name)) else { return }
            let files = try Folder.names(in: folder(of: name))
            try Folder.remove(
                files.filter { DatasetManifest.mayName($0) && !drafts.own($0, of: name) }, in: folder(of: name))
            if !drafts.hasAny(name) { Folder.removeEmpty(folder(of: name)) }
        }
    }
}
