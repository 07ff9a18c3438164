import ChartSeries
import ChartStores

/// A dataset in its folder, open for appends.
///
/// An append is written first, and counts once its line in the journal is acknowledged. Where that waits for the disk, the
/// caller waits between the steps without holding the dataset, so that the next appends are written meanwhile.
struct StoredDataset: Sendable {
    /// Rows that are written and do not count yet.
    private struct Written: Sendable {
        var table: Table
        var state: DatasetState
        /// The columns' files, x first; a regular x has none.
        var columns: [StoredColumn?]
    }

    /// The rows as of the last append that counts.
    private(set) var table: Table
    /// The loss of the last appends when the machine stopped; `nil` without one.
    let loss: String?

    let folder: String
    /// The soundness shared by all mappings and all versions of the rows.
    let soundness: TableSoundness
    private(set) var manifest: DatasetManifest
    private(set) var state: DatasetState
    private var journal: DatasetJournal
    /// The columns' files, x first; a regular x has none.
    private(set) var columns: [StoredColumn?]
    /// The appends that do not count yet, in their order.
    private var written: [Written] = []
    /// The files of indexes and landmarks, with their sizes at the opening.
    private var sizesBeside: [(path: String, size: Int)] = []

    /// The bytes at which a journal is folded into the manifest.
    private static let longestJournal = 1 << 20

    /// Opens the dataset of a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder's path.
    ///   - coming: The new manifest of the folder; `nil` for the current one.
    ///   - mayHaveLost: Whether the last appends may be missing after a power loss; otherwise that is damage.
    ///   - soundness: Notes a truncated file.
    /// - Throws: `DatasetStoreError`, `damaged` for a missing, truncated or altered file.
    /// - Complexity: O(1); it reads only the open segment of each column.
    init(
        folder: String, coming: DatasetManifest? = nil, mayHaveLost: Bool, _ soundness: TableSoundness
    ) throws(DatasetStoreError) {
        self.folder = folder
        self.soundness = soundness
        if let coming { manifest = coming } else { manifest = try Self.readManifest(folder) }
        var states: [DatasetState] = []
        journal = try DatasetJournal(
            folder + "/" + manifest.journal, hasHeader: manifest.hasJournalHeader == true, mayHaveLost: mayHaveLost,
            states: &states)
        let found = try Self.openNewest(states, manifest, folder, mayHaveLost: mayHaveLost, soundness)
        (state, columns) = (found.state, found.columns)
        let lost = Self.loss(rows: found.lostRows, bytes: journal.lostBytes)
        loss =
            lost
            ?? (journal.cutBytes > 0
                ? "\(journal.cutBytes) bytes of an append that was never answered are cut off" : nil)
        table = try Self.table(state, manifest, columns, folder, soundness)
        table.lookForAwayRows()
        let extent = table.extent ?? (0, 0)
        guard extent.first.isFinite, extent.last.isFinite, extent.first <= extent.last, table.rowCount == state.rows
        else {
            throw DatasetStoreError(.damaged, "\(folder)/\(manifest.file(ofColumn: 0)) is not in order")
        }
        let beside = columns.indices.map { manifest.indexFile(ofColumn: $0) } + [manifest.landmarksFile]
        sizesBeside = beside.compactMap { name in
            let path = folder + "/" + name
            return File.size(at: path).map { (path, $0) }
        }
        try checkIsSound()
        if lost != nil || journal.length > Self.longestJournal || manifest.hasJournalHeader != true { try? fold() }
        if journal.hasUnacknowledged {
            // A killed process may have written them without waiting for the disk.
            try synchronize()
            try journal.acknowledge()
        }
    }

    /// Takes the rows and the files of an edition, and creates its journal.
    ///
    /// - Parameters:
    ///   - table: All rows.
    ///   - manifest: The manifest of the edition.
    ///   - columns: The columns' files, x first; a regular x has none.
    ///   - folder: The folder's path.
    ///   - soundness: Notes a truncated file.
    /// - Throws: `DatasetStoreError`.
    init(
        _ table: Table, _ manifest: DatasetManifest, _ columns: [StoredColumn?], in folder: String,
        _ soundness: TableSoundness
    ) throws(DatasetStoreError) {
        (self.table, self.manifest, self.columns, self.folder) = (table, manifest, columns, folder)
        self.soundness = soundness
        state = manifest.state
        loss = nil
        let path = folder + "/" + manifest.journal
        try DatasetJournal.create(path)
        var states: [DatasetState] = []
        journal = try DatasetJournal(path, hasHeader: true, mayHaveLost: false, states: &states)
    }

    /// Opens the columns of the newest state; after a power loss, of the newest one that the disk has.
    ///
    /// - Complexity: O(number of rows since the manifest) after a power loss.
    static func openNewest(
        _ lines: [DatasetState], _ manifest: DatasetManifest, _ folder: String, mayHaveLost: Bool,
        _ soundness: TableSoundness
    ) throws(DatasetStoreError) -> (state: DatasetState, columns: [StoredColumn?], lostRows: Int) {
        let candidates = candidates(manifest.state, lines)
        guard let newest = candidates.last else { throw DatasetStoreError(.damaged, "\(folder) holds no state") }
        guard mayHaveLost else { return (newest, try openColumns(of: newest, manifest, folder, soundness), 0) }
        var fault: DatasetStoreError?
        for state in candidates.reversed() {
            do throws(DatasetStoreError) {
                let columns = try openColumns(of: state, manifest, folder, soundness)
                let start = manifest.state.rows / SegmentChecksum.rows
                try checkSegments(from: start, of: state, columns, manifest, folder)
                return (state, columns, newest.rows - state.rows)
            } catch {
                fault = fault ?? error
            }
        }
        throw fault ?? DatasetStoreError(.damaged, "\(folder) holds no state")
    }

    /// Checks the full segments of columns from one on.
    static func checkSegments(
        from start: Int = 0, of state: DatasetState, _ columns: [StoredColumn?], _ manifest: DatasetManifest,
        _ folder: String
    ) throws(DatasetStoreError) {
        for (index, column) in columns.enumerated() {
            guard let column else { continue }
            let path = folder + "/" + manifest.file(ofColumn: index)
            for (segment, checksum) in state.columns[index].sealed.enumerated().dropFirst(start) {
                try FileInspection.check(
                    column.values, path: path, start: segment * SegmentChecksum.rows, checksum: checksum)
            }
        }
    }

    /// Says what a power loss has taken; `nil` where it has taken nothing.
    static func loss(rows: Int, bytes: Int) -> String? {
        let lost = [rows > 0 ? "\(rows) rows" : nil, bytes > 0 ? "\(bytes) bytes of the journal" : nil].compactMap(
            \.self)
        return lost.isEmpty ? nil : lost.joined(separator: " and ") + " of the last appends are not on the disk"
    }

    /// The files as they are now.
    var record: DatasetRecord { DatasetRecord(manifest: manifest, state: state) }

    /// The subject of the principal that wrote the dataset; `nil` without one.
    var owner: String? { manifest.owner }

    /// The generation of the files.
    var generation: Int { manifest.generation }

    /// Reads the manifest of a folder.
    static func readManifest(_ folder: String) throws(DatasetStoreError) -> DatasetManifest {
        let path = folder + "/manifest.json"
        let bytes = try File(path, .read).readAll()
        guard let manifest = try? JSONFile.decode(DatasetManifest.self, from: bytes) else {
            throw DatasetStoreError(.damaged, "\(path) is not a manifest")
        }
        guard manifest.format == DatasetManifest.format, manifest.isSound else {
            throw DatasetStoreError(.damaged, "\(path) has an unknown format")
        }
        guard manifest.checksum == manifest.sealed.checksum else {
            throw DatasetStoreError(.damaged, "\(path) was changed")
        }
        return manifest
    }

    /// Writes the indexes and landmarks, so that the next start need not read every row.
    static func writeIndexes(of manifest: DatasetManifest, in folder: String) throws(DatasetStoreError) {
        let state = manifest.state
        let soundness = TableSoundness()
        for (index, column) in try openColumns(of: state, manifest, folder, soundness).enumerated() {
            guard let column else { continue }
            if index > 0 {
                let path = folder + "/" + manifest.indexFile(ofColumn: index)
                try IndexFile.write(column.values, state.columns[index], to: path)
            } else if column.values.count >= XLandmarks.minimumRows {
                let path = folder + "/" + manifest.landmarksFile
                _ = try StoredColumn(writing: XLandmarks(of: column.values).values, to: path, soundness)
            }
        }
        if soundness.isDamaged { throw wasCut(folder) }
    }

    /// Throws if a read has found a truncated file.
    private func checkIsSound() throws(DatasetStoreError) {
        if soundness.isDamaged { throw Self.wasCut(folder) }
    }

    private static func wasCut(_ folder: String) -> DatasetStoreError {
        DatasetStoreError(.damaged, "a file of \(folder) was cut while it was read")
    }

    /// Reads the newest state of a folder, and no rows.
    static func readNewestState(_ folder: String) throws(DatasetStoreError) -> DatasetState {
        try readNewestState(folder, try readManifest(folder)).state
    }

    /// Reads the newest state, and the bytes of an unacknowledged append after it.
    static func readNewestState(
        _ folder: String, _ manifest: DatasetManifest
    ) throws(DatasetStoreError) -> (state: DatasetState, unansweredBytes: Int) {
        let journal = try DatasetJournal.read(
            folder + "/" + manifest.journal, hasHeader: manifest.hasJournalHeader == true, mayHaveLost: false)
        return (candidates(manifest.state, journal.states).last ?? manifest.state, journal.unansweredBytes)
    }

    /// Writes rows that fit after all written ones.
    ///
    /// - Parameter rows: The rows; the caller has checked the first piece against the last result, or ``table``.
    /// - Returns: All rows, which count once they are acknowledged.
    /// - Throws: `DatasetStoreError`; the dataset has not changed then.
    mutating func write(_ rows: AppendedRows) throws(DatasetStoreError) -> Table {
        let last = written.last ?? Written(table: table, state: state, columns: columns)
        var (grown, columns, regularX) = (last.table, last.columns, last.state.regularX)
        for index in 0..<rows.pieceCount {
            grown = try write(rows.piece(index), behind: grown, &columns, &regularX)
        }
        try checkIsSound()
        let next = DatasetState(
            version: last.table.version + 1, rows: grown.rowCount, regularX: regularX,
            columns: columns.indices.map { index in
                guard let summary = columns[index]?.summary else { return last.state.columns[index] }
                return summary.record(name: last.state.columns[index].name)
            })
        let table = last.table.replaced(by: grown)
        written.append(Written(table: table, state: next, columns: columns))
        return table
    }

    /// The number of appends that do not count yet.
    var writtenCount: Int { written.count }

    /// The paths that the disk must have before the lines of written appends: columns and, for a new one, their folder.
    func changedPaths(ofFirst count: Int) -> [String] {
        guard count > 0 else { return [] }
        let (old, new) = (columns, written[count - 1].columns)
        let changed = new.indices.filter { new[$0] != nil }
        let hasNew = changed.contains { old[$0] == nil }
        return changed.map { folder + "/" + manifest.file(ofColumn: $0) } + (hasNew ? [folder] : [])
    }

    /// The path of the journal, which the disk must have before written appends are acknowledged.
    var journalPath: String { folder + "/" + manifest.journal }

    /// Writes the lines of the first written appends.
    mutating func writeLines(ofFirst count: Int) throws(DatasetStoreError) {
        let start = manifest.state
        try journal.write(written.prefix(count).map { $0.state.since(start) })
    }

    /// Acknowledges the first written appends, whose lines are written.
    mutating func acknowledge(first count: Int) throws(DatasetStoreError) {
        guard count > 0 else { return }
        try journal.acknowledge()
        let last = written[count - 1]
        (table, state, columns) = (last.table, last.state, last.columns)
        written.removeFirst(count)
        // The rows are stored already; a later append retries a failed fold.
        if journal.length > Self.longestJournal { try? fold() }
    }

    /// Drops the appends that do not count.
    mutating func dropWritten() { written = [] }

    /// Waits until the disk has all that counts.
    func synchronize() throws(DatasetStoreError) {
        for column in columns { try column?.synchronize() }
        try Folder.synchronize(folder)
        try journal.synchronize()
    }

    /// Writes rows after the earlier ones.
    ///
    /// - Parameters:
    ///   - rows: The rows, which fit.
    ///   - table: All rows before.
    ///   - columns: The columns' files.
    ///   - regularX: The regular x; the first irregular row creates its file and makes this `nil`.
    /// - Returns: All rows.
    /// - Throws: `DatasetStoreError`.
    private func write(
        _ rows: Table, behind table: Table, _ columns: inout [StoredColumn?], _ regularX: inout RegularX?
    ) throws(DatasetStoreError) -> Table {
        let added: [Column]
        do throws(TableError) {
            added = try table.check(rows)
        } catch {
            preconditionFailure("rows that were checked do not fit: \(error)")
        }
        if let regular = regularX, !rows.x.continues(start: regular.start, step: regular.step, from: table.rowCount) {
            columns[0] = try StoredColumn(writing: table.x, to: folder + "/" + manifest.file(ofColumn: 0), soundness)
            regularX = nil
        }
        var values: [ColumnValues] = []
        for (index, source) in ([rows.x] + added.map(\.values)).enumerated() {
            if columns[index] == nil {
                values.append(table.x.appending(source))
            } else if let grown = try columns[index]?.append(source) {
                values.append(grown)
            }
        }
        return table.grown(x: values[0], columns: Array(values.dropFirst()), by: added)
    }

    /// The check of the current rows.
    var inspection: FileInspection {
        var parts: [FileInspection.Part] = []
        for (column, values) in ([table.x] + table.columns.map(\.values)).enumerated() where values.regularity == nil {
            if column > 0 { parts.append(.index(path: folder + "/" + manifest.indexFile(ofColumn: column))) }
            let path = folder + "/" + manifest.file(ofColumn: column)
            for (segment, checksum) in state.columns[column].sealed.enumerated() {
                parts.append(.segment(values, path: path, start: segment * SegmentChecksum.rows, checksum: checksum))
            }
        }
        if let landmarks = table.landmarks {
            parts.append(.landmarks(landmarks, of: table.x, path: folder + "/" + manifest.landmarksFile))
        }
        return FileInspection(parts.reversed())
    }

    /// The error of the first truncated file; `nil` without one.
    var shortFile: DatasetStoreError? {
        if let fault = columns.lazy.compactMap({ $0?.shortness }).first { return fault }
        let short = sizesBeside.first { beside in File.size(at: beside.path).map { $0 < beside.size } ?? false }
        return short.map { DatasetStoreError(.damaged, "\($0.path) was cut; the next start rebuilds it") }
    }

    /// Folds the journal into the manifest.
    private mutating func fold() throws(DatasetStoreError) {
        try fold(manifest, state)
        try journal.clear()
    }

    /// Writes a manifest with a state, once the disk has the columns.
    private mutating func fold(_ manifest: DatasetManifest, _ state: DatasetState) throws(DatasetStoreError) {
        for column in columns { try column?.synchronize() }
        var folded = manifest
        folded.state = state
        folded.hasJournalHeader = true
        try Self.write(folded, to: folder)
        self.manifest = folded
    }

    /// Takes other rules, as the next version; no written append waits.
    ///
    /// - Throws: `DatasetStoreError`; the dataset has not changed then.
    mutating func setLife(_ life: DatasetLife) throws(DatasetStoreError) {
        var (changed, next) = (manifest, state)
        changed.rules = life.rules == .standard ? nil : life.rules
        changed.events = try EventsRecord(life.events, before: manifest.events, in: folder)
        next.version += 1
        try fold(changed, next)
        state = next
        table = table.numbered(next.version).with(rules: life.rules, edits: life.edits, events: life.events)
        // Its lines are older than the manifest, and do not count.
        try? journal.clear()
    }

    /// Replaces the manifest atomically, and waits until the disk has it with all files of the folder.
    ///
    /// - Throws: `DatasetStoreError`; the earlier manifest stays. A power loss may still leave the new one.
    static func write(_ manifest: DatasetManifest, to folder: String) throws(DatasetStoreError) {
        let (path, aside) = (folder + "/manifest.json", folder + "/manifest.new")
        let old = Folder.exists(path) ? try File(path, .read).readAll() : nil
        let file = try File(aside, .create)
        try file.write(JSONFile.encode(manifest.sealed).span, at: 0)
        try file.synchronize()
        try Folder.synchronize(folder)
        try File.move(aside, to: path)
        try Folder.synchronize(folder) { () throws(DatasetStoreError) in
            guard let old else { return try File.move(path, to: aside) }
            try File(aside, .create).write(old.span, at: 0)
            try File.move(aside, to: path)
        }
    }

    /// The possible states of the folder, in order; lines older than the manifest are of a journal being cleared.
    private static func candidates(_ start: DatasetState, _ lines: [DatasetState]) -> [DatasetState] {
        var states = [start]
        for line in lines where line.continues(start) { states.append(line.after(start)) }
        return states.filter(\.isSound)
    }

    /// Opens the columns' files, x first; a regular x has none.
    static func openColumns(
        of state: DatasetState, _ manifest: DatasetManifest, _ folder: String, _ soundness: TableSoundness
    ) throws(DatasetStoreError) -> [StoredColumn?] {
        var columns: [StoredColumn?] = []
        for (index, record) in state.columns.enumerated() {
            let isMissing = index == 0 && state.regularX != nil
            let files = manifest.files(ofColumn: index).map { (folder + "/" + $0.name, $0.from) }
            columns.append(isMissing ? nil : try StoredColumn(opening: files, record, rows: state.rows, soundness))
        }
        return columns
    }

    /// Reads the rows of a folder without a change of its files; a missing index stays missing.
    ///
    /// - Throws: `DatasetStoreError`, `damaged` for a missing, truncated or altered file.
    static func readRows(_ folder: String, mayHaveLost: Bool) throws(DatasetStoreError) -> Table {
        let manifest = try readManifest(folder)
        let journal = try DatasetJournal.read(
            folder + "/" + manifest.journal, hasHeader: manifest.hasJournalHeader == true, mayHaveLost: mayHaveLost)
        let soundness = TableSoundness()
        let (state, columns, _) = try openNewest(
            journal.states, manifest, folder, mayHaveLost: mayHaveLost, soundness)
        return try table(state, manifest, columns, folder, soundness, writesIndexes: false)
    }

    private static func table(
        _ state: DatasetState, _ manifest: DatasetManifest, _ columns: [StoredColumn?], _ folder: String,
        _ soundness: TableSoundness, writesIndexes: Bool = true
    ) throws(DatasetStoreError) -> Table {
        let regular = state.regularX.map { ColumnValues(start: $0.start, step: $0.step, count: state.rows) }
        let shown = try state.columns.indices.dropFirst().map { index throws(DatasetStoreError) in
            let record = state.columns[index]
            let values = columns[index]?.values ?? []
            return Column(
                trusting: record.name, values: values, minimum: record.minimum, maximum: record.maximum,
                missingCount: record.missing,
                index: try self.index(
                    of: values, record, in: folder + "/" + manifest.indexFile(ofColumn: index), soundness,
                    writes: writesIndexes))
        }
        return Table(
            trusting: state.columns[0].name, xKind: manifest.xKind, x: columns[0]?.values ?? regular ?? [],
            columns: shown, version: state.version,
            landmarks: landmarks(ofRows: manifest.state.rows, in: folder + "/" + manifest.landmarksFile, soundness),
            soundness: soundness
        ).with(
            rules: manifest.rules ?? .standard, edits: manifest.edits ?? [],
            events: try manifest.events?.events(in: folder))
    }

    /// Returns the index of a column, and may write a missing or outdated one.
    private static func index(
        of values: ColumnValues, _ record: ColumnRecord, in path: String, _ soundness: TableSoundness, writes: Bool
    ) throws(DatasetStoreError) -> ExtremesIndex? {
        if let index = try IndexFile.open(path, values, record, soundness) { return index }
        // The values may be truncated: write no index of them.
        guard writes, !soundness.isDamaged else { return nil }
        return try? IndexFile.write(values, record, to: path)
    }

    /// Reads the landmarks of the manifest's rows.
    static func landmarks(ofRows rows: Int, in path: String, _ soundness: TableSoundness) -> XLandmarks? {
        let count = XLandmarks.count(ofRows: rows)
        guard rows >= XLandmarks.minimumRows, Folder.exists(path), let file = try? File(path, .read),
            (try? file.size()) == count * MemoryLayout<Double>.size,
            let values = try? file.map(capacity: count * MemoryLayout<Double>.size, soundness).values()
        else { return nil }
        return XLandmarks(trusting: ColumnValues(sharing: values, count: count))
    }
}

/// Editions: rows that are put between others, replaced or removed.
///
/// An edition is a generation of files with the rows from the segment of the first changed one on. The files of earlier
/// generations keep the rows before it, and the manifest says which file has which rows. So its replacement makes the
/// edition, all or nothing.
extension StoredDataset {
    /// Makes an edition, which counts once ``writeManifest()`` has succeeded; no written append waits.
    ///
    /// - Parameters:
    ///   - edit: The change of ``table``.
    ///   - generation: The generation of the new files.
    ///   - life: What the dataset has beside its rows, afterwards.
    /// - Returns: The dataset afterwards.
    /// - Throws: `DatasetStoreError`; this dataset has not changed then.
    func edited(by edit: RowEdit, generation: Int, life: DatasetLife) throws(DatasetStoreError) -> StoredDataset {
        let rows = edit.from + edit.tail.rowCount
        let head = Self.head(of: table, rows: edit.from, of: edit)
        var next = manifest
        next.state = state
        next.generation = generation
        next.hasJournalHeader = true
        next.xKind = rows == 0 ? .number : edit.tail.rowCount == 0 ? table.xKind : edit.tail.xKind
        next.rules = life.rules == .standard ? nil : life.rules
        next.edits = life.edits.isEmpty ? nil : life.edits
        next.events = try EventsRecord(life.events, before: manifest.events, in: folder)
        next.history = try HistoryRecord(life.history, before: manifest.history, generation: generation, in: folder)

        var columns: [StoredColumn?] = []
        var values: [ColumnValues] = []
        for index in state.columns.indices {
            let (before, tail) =
                index == 0
                ? (table.x, edit.tail.x) : (table.columns[index - 1].values, edit.tail.columns[index - 1].values)
            let kept: (cut: Int, parts: [FilePart])
            let column: StoredColumn?
            if index == 0, let regular = state.regularX {
                kept = (0, [])
                let goesOn = rows > 0 && tail.continues(start: regular.start, step: regular.step, from: edit.from)
                next.state.regularX = goesOn ? regular : nil
                column = goesOn ? nil : try edited(index, before, tail, head, kept, edit.from, generation)
            } else {
                kept = Self.kept(of: manifest.fileParts(ofColumn: index), from: edit.from)
                column = try edited(index, before, tail, head, kept, edit.from, generation)
            }
            let parts = kept.parts + [FilePart(generation: generation, from: kept.cut)]
            if index == 0 { next.xParts = parts.count > 1 ? parts : nil }
            if index == 1 { next.parts = parts.count > 1 ? parts : nil }
            columns.append(column)
            values.append(column?.values ?? before.prefix(rows: edit.from, then: tail))
        }
        try Folder.synchronize(folder)
        next.state.version = table.version + 1
        next.state.rows = rows
        next.state.columns = state.columns.indices.map { index in
            let name = state.columns[index].name
            return columns[index]?.summary.record(name: name) ?? ColumnFileSummary().record(name: name)
        }
        let edited = head.grown(x: values[0], columns: Array(values.dropFirst()), by: edit.tail.columns)
            .numbered(next.state.version).with(rules: life.rules, edits: life.edits, events: life.events)
        if soundness.isDamaged { throw DatasetStoreError(.damaged, "a file of \(folder) was cut while it was read") }
        return try StoredDataset(edited, next, columns, in: folder, soundness)
    }

    /// The rows before an edit that stay, with the index that they had.
    private static func head(of table: Table, rows: Int, of edit: RowEdit) -> Table {
        if rows > 0, let head = table.prefix(rows: rows, version: table.version) { return head }
        return Table(
            trusting: table.xName, xKind: edit.tail.rowCount > 0 ? edit.tail.xKind : .number, x: [],
            columns: table.columns.map {
                Column(trusting: $0.name, values: [], minimum: nil, maximum: nil, missingCount: 0)
            }, version: table.version, soundness: table.soundness)
    }

    /// The files of a column that stay, and the number of their rows.
    ///
    /// Of too many files half are written anew, which costs little in the mean.
    private static func kept(of parts: [FilePart], from row: Int) -> (cut: Int, parts: [FilePart]) {
        let cut = row / SegmentChecksum.rows * SegmentChecksum.rows
        let kept = parts.filter { $0.from < cut }
        guard kept.count >= StoredColumn.mostParts else { return (cut, kept) }
        let half = StoredColumn.mostParts / 2
        return (kept[half].from, Array(kept.prefix(half)))
    }

    /// Writes the rows of a column behind its kept files.
    private func edited(
        _ index: Int, _ before: ColumnValues, _ tail: ColumnValues, _ head: Table,
        _ kept: (cut: Int, parts: [FilePart]), _ from: Int, _ generation: Int
    ) throws(DatasetStoreError) -> StoredColumn {
        // Rows that were appended without waiting for the disk stay in their file.
        if kept.cut > 0 { try columns[index]?.synchronize() }
        return try StoredColumn(
            editing: before,
            keeping: kept.parts.map {
                (folder + "/" + DatasetManifest.file(ofColumn: index, generation: $0.generation), $0.from)
            },
            writing: folder + "/" + DatasetManifest.file(ofColumn: index, generation: generation), behind: kept.cut,
            head: Self.summary(ofFirst: kept.cut, column: index, of: head),
            sealed: Array(state.columns[index].sealed.prefix(kept.cut / SegmentChecksum.rows)), from: from, tail: tail,
            soundness)
    }

    /// The extremes of the first rows of a column, x being 0, and the number of missing values.
    private static func summary(ofFirst rows: Int, column index: Int, of table: Table) -> ColumnSummary {
        guard rows > 0 else { return ColumnSummary() }
        guard index > 0 else { return ColumnSummary(minimum: table.x[0], maximum: table.x[rows - 1]) }
        guard let column = table.prefix(rows: rows, version: table.version)?.columns[index - 1] else {
            preconditionFailure("rows that stay are not there")
        }
        return ColumnSummary(minimum: column.minimum, maximum: column.maximum, missing: column.missingCount)
    }

    /// Replaces the manifest, which makes the edition.
    ///
    /// - Throws: `DatasetStoreError`; the earlier manifest stays.
    func writeManifest() throws(DatasetStoreError) { try Self.write(manifest, to: folder) }

    /// What makes the rows of earlier editions; `nil` for a dataset that was never changed but by appends.
    var history: EditionHistory? {
        guard let record = manifest.history else { return nil }
        let edition = manifest.edits?.edition ?? manifest.state.version
        return (try? record.history(in: folder, edition: edition)) ?? EditionHistory(floor: max(record.floor, edition))
    }
}

extension ColumnValues {
    /// The first rows with others behind them.
    fileprivate func prefix(rows: Int, then tail: ColumnValues) -> ColumnValues {
        guard let (start, step) = regularity, tail.continues(start: start, step: step, from: rows) else {
            preconditionFailure("only a regular column has no file")
        }
        return ColumnValues(start: start, step: step, count: rows + tail.count)
    }
}
