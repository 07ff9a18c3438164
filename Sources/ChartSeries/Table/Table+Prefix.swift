extension Table {
    /// Returns the first rows as the table that they formed before further rows were appended.
    ///
    /// Columns that were added since are left out. The prefix gives the same answers as that table, including sums: its index covers as many rows as it did then. A
    /// table that was too short for an index has none. Without rows, x is of kind `number`, because the first row
    /// decides the kind. Appending to the prefix copies the rows, as the buffers already hold later rows.
    ///
    /// - Parameters:
    ///   - rows: The number of rows.
    ///   - version: The version of the table.
    /// - Returns: The table; `nil` if `rows` is negative or more than the table has.
    /// - Complexity: O(log n) per column, O(rows) per column without an index; a regular x is not read.
    public func prefix(rows: Int, version: Int) -> Table? {
        guard rows >= 0, rows <= rowCount else { return nil }
        let landmarks = rows < XLandmarks.minimumRows ? nil : landmarks?.prefix(rows: rows)
        let widening = life == nil ? nil : edits.first { $0.version > version && $0.columnsBefore != nil }
        let first = Table(
            trusting: xName, xKind: rows == 0 ? .number : xKind, x: x.prefix(rows: rows),
            columns: columns.prefix(widening?.columnsBefore ?? columns.count).map { $0.prefix(rows: rows) },
            version: version, landmarks: landmarks, soundness: soundness)
        return life == nil
            ? first : first.with(rules: rules, edits: edits.filter { $0.version <= version }, events: events)
    }
}

extension ColumnValues {
    /// Returns the first rows, sharing the storage; the column must have that many.
    func prefix(rows: Int) -> ColumnValues {
        precondition(rows >= 0 && rows <= count, "rows that the column does not have")
        var first = self
        first.count = rows
        return first
    }
}

extension Column {
    /// Returns the first rows, with the summary and the index that they had.
    func prefix(rows: Int) -> Column {
        let found = withReader { (extremes: $0.extremes(of: 0..<rows), present: $0.sum(of: 0..<rows).count) }
        let extremes = found?.extremes ?? Extremes(at: 0)
        return Column(
            trusting: name, values: values.prefix(rows: rows), minimum: extremes.isEmpty ? nil : extremes.minimum,
            maximum: extremes.isEmpty ? nil : extremes.maximum, missingCount: rows - (found?.present ?? 0),
            index: rows < ExtremesIndex.minimumRows ? nil : index?.prefix(rows: rows))
    }
}

extension ExtremesIndex {
    /// Returns the index of the first rows, sharing its blocks.
    fileprivate func prefix(rows: Int) -> ExtremesIndex {
        var first = self
        first.rowCount = min(rows, rowCount)
        return first
    }
}

extension XLandmarks {
    /// Returns the landmarks of the first rows, sharing the storage.
    fileprivate func prefix(rows: Int) -> XLandmarks {
        XLandmarks(trusting: values.prefix(rows: min(Self.count(ofRows: rows), values.count)))
    }
}
