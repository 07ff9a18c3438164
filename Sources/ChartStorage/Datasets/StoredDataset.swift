import ChartSeries
import ChartSessions

/// A dataset in its folder, open for appends.
struct StoredDataset: Sendable {
    /// The rows as of the last append.
    private(set) var table: Table
    /// The loss of the last appends when the machine stopped; `nil` without one.
    let loss: String?

    private let folder: String
    private let isSynchronous: Bool
    /// The soundness shared by all mappings and all versions of the rows.
    private let soundness: TableSoundness
    private var manifest: DatasetManifest
    private var state: DatasetState
    private var journal: DatasetJournal
    /// The columns' files, x first; a regular x has none.
    private var columns: [StoredColumn?]
    /// The files of indexes and landmarks, with their sizes at the opening.
    private var sizesBeside: [(path: String, size: Int)] = []

    /// The bytes at which a journal is folded into the manifest.
    private static let longestJournal = 1 << 20

    /// Opens the dataset of a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder's path.
    ///   - coming: The new manifest of the folder; `nil` for the current one.
    ///   - isSynchronous: Whether an append waits for the disk.
    ///   - mayHaveLost: Whether the last appends may be missing after a power loss; otherwise that is damage.
    ///   - soundness: Notes a truncated file.
    /// - Throws: `DatasetStoreError`, `damaged` for a missing, truncated or altered file.
    /// - Complexity: O(1); it reads only the open segment of each column.
    init(
        folder: String, coming: DatasetManifest? = nil, isSynchronous: Bool, mayHaveLost: Bool,
        _ soundness: TableSoundness
    ) throws(DatasetStoreError) {
        self.folder = folder
        self.isSynchronous = isSynchronous
        self.soundness = soundness
        if let coming { manifest = coming } else { manifest = try Self.readManifest(folder) }
        var states: [DatasetState] = []
        journal = try DatasetJournal(
            folder + "/" + manifest.journal, hasHeader: manifest.hasJournalHeader == true, states: &states)
        let candidates = Self.candidates(manifest.state, states)
        guard let newest = candidates.last else { throw DatasetStoreError(.damaged, "\(folder) holds no state") }
        var found: (state: DatasetState, columns: [StoredColumn?])?
        var fault: DatasetStoreError?
        for state in mayHaveLost ? candidates.reversed() : [newest] {
            do throws(DatasetStoreError) {
                found = (state, try Self.openColumns(of: state, manifest, folder, soundness))
                break
            } catch {
                fault = fault ?? error
            }
        }
        guard let found else { throw fault ?? DatasetStoreError(.damaged, "\(folder) holds no state") }
        state = found.state
        columns = found.columns
        if state != newest {
            loss = "\(newest.rows - state.rows) rows of the last appends are not on the disk"
        } else {
            loss =
                journal.cutBytes > 0
                ? "\(journal.cutBytes) bytes of an append that was never answered are cut off" : nil
        }
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
        if state != newest || journal.length > Self.longestJournal || manifest.hasJournalHeader != true { try? fold() }
    }

    /// The files as they are now.
    var record: DatasetRecord { DatasetRecord(manifest: manifest, state: state) }

    /// The subject of the principal that wrote the dataset; `nil` without one.
    var owner: String? { manifest.owner }

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
        let manifest = try readManifest(folder)
        return try readNewestState(folder, manifest).state
    }

    /// Reads the newest state, and the bytes of an unacknowledged append after it.
    static func readNewestState(
        _ folder: String, _ manifest: DatasetManifest
    ) throws(DatasetStoreError) -> (state: DatasetState, unansweredBytes: Int) {
        let journal = try DatasetJournal.read(
            folder + "/" + manifest.journal, hasHeader: manifest.hasJournalHeader == true)
        return (candidates(manifest.state, journal.states).last ?? manifest.state, journal.unansweredBytes)
    }

    /// Appends rows that fit.
    ///
    /// It writes the pieces after the current rows; the journal then acknowledges them.
    ///
    /// - Parameter rows: The rows; the caller has checked the first piece against ``table``.
    /// - Throws: `DatasetStoreError`; the dataset has not changed then.
    mutating func append(_ rows: AppendedRows) throws(DatasetStoreError) {
        var columns = self.columns
        var (grown, regularX) = (table, state.regularX)
        for index in 0..<rows.pieceCount {
            let isLast = index == rows.pieceCount - 1
            grown = try write(
                rows.piece(index), behind: grown, &columns, &regularX, isSynchronous: isSynchronous && isLast)
        }
        try checkIsSound()
        let old = state
        let next = DatasetState(
            version: table.version + 1, rows: grown.rowCount, regularX: regularX,
            columns: columns.indices.map { index in
                guard let summary = columns[index]?.summary else { return old.columns[index] }
                return summary.record(name: old.columns[index].name)
            })
        try journal.append(next.since(manifest.state), isSynchronous: isSynchronous)
        self.columns = columns
        state = next
        table = table.replaced(by: grown)
        // The rows are stored already; a later append retries a failed fold.
        if journal.length > Self.longestJournal { try? fold() }
    }

    /// Writes rows after the earlier ones.
    ///
    /// - Parameters:
    ///   - rows: The rows, which fit.
    ///   - table: All rows before.
    ///   - columns: The columns' files.
    ///   - regularX: The regular x; the first irregular row creates its file and makes this `nil`.
    ///   - isSynchronous: Whether to wait for the disk.
    /// - Returns: All rows.
    /// - Throws: `DatasetStoreError`.
    private func write(
        _ rows: Table, behind table: Table, _ columns: inout [StoredColumn?], _ regularX: inout RegularX?,
        isSynchronous: Bool
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
            } else if let grown = try columns[index]?.append(source, isSynchronous: isSynchronous) {
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
        for column in columns { try column?.synchronize() }
        var folded = manifest
        folded.state = state
        folded.hasJournalHeader = true
        try Self.write(folded, to: folder)
        manifest = folded
        try journal.clear()
    }

    /// Replaces the manifest atomically.
    ///
    /// - Throws: `DatasetStoreError`; the earlier manifest stays.
    static func write(_ manifest: DatasetManifest, to folder: String) throws(DatasetStoreError) {
        let aside = folder + "/manifest.new"
        let file = try File(aside, .create)
        try file.write(JSONFile.encode(manifest.sealed).span, at: 0)
        try file.synchronize()
        try Folder.synchronize(folder)
        try File.move(aside, to: folder + "/manifest.json")
        // The new manifest is visible from here on, so an error no longer matters.
        try? Folder.synchronize(folder)
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
            let path = folder + "/" + manifest.file(ofColumn: index)
            columns.append(isMissing ? nil : try StoredColumn(opening: path, record, rows: state.rows, soundness))
        }
        return columns
    }

    /// Reads the rows of a folder without a change of its files; a missing index stays missing.
    ///
    /// - Throws: `DatasetStoreError`, `damaged` for a missing, truncated or altered file.
    static func readRows(_ folder: String) throws(DatasetStoreError) -> Table {
        let manifest = try readManifest(folder)
        let (state, _) = try readNewestState(folder, manifest)
        let soundness = TableSoundness()
        let columns = try openColumns(of: state, manifest, folder, soundness)
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
            soundness: soundness)
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
