import ChartSeries
import ChartStores

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
