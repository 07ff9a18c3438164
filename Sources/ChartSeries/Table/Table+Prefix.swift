extension Table {
    /// The first rows alone, as the table that they were before others were appended to them.
    ///
    /// Without any row, x is a number: the first row decides what it is.
    /// What it answers is what that table answered, sums included: the index of a column covers as many rows as it did then,
    /// and a table that had been too short for one has none. Whoever appends to it copies, as behind any table to which
    /// somebody else has appended.
    ///
    /// - Parameters:
    ///   - rows: How many rows it had.
    ///   - version: Its version.
    /// - Returns: The table; `nil` for fewer than no rows, or more than there are.
    /// - Complexity: O(log n) for each column, and O(rows) where there are few; regular columns are not read.
    public func prefix(rows: Int, version: Int) -> Table? {
        guard rows >= 0, rows <= rowCount else { return nil }
        let landmarks = rows < XLandmarks.minimumRows ? nil : landmarks?.prefix(rows: rows)
        return Table(
            trusting: xName, xKind: rows == 0 ? .number : xKind, x: x.prefix(rows: rows),
            columns: columns.map { $0.prefix(rows: rows) },
            version: version, landmarks: landmarks, soundness: soundness)
    }
}

extension ColumnValues {
    /// The first rows alone, which are there; they are shared.
    func prefix(rows: Int) -> ColumnValues {
        precondition(rows >= 0 && rows <= count, "rows that the column does not have")
        var first = self
        first.count = rows
        return first
    }
}

extension Column {
    /// The first rows alone, with the summary and the index that they had.
    fileprivate func prefix(rows: Int) -> Column {
        let found = withReader { (extremes: $0.extremes(of: 0..<rows), present: $0.sum(of: 0..<rows).count) }
        let extremes = found?.extremes ?? Extremes(at: 0)
        return Column(
            trusting: name, values: values.prefix(rows: rows), minimum: extremes.isEmpty ? nil : extremes.minimum,
            maximum: extremes.isEmpty ? nil : extremes.maximum, missingCount: rows - (found?.present ?? 0),
            index: rows < ExtremesIndex.minimumRows ? nil : index?.prefix(rows: rows))
    }
}

extension ExtremesIndex {
    /// The index of the first rows alone, which it covers; blocks are shared.
    fileprivate func prefix(rows: Int) -> ExtremesIndex {
        var first = self
        first.rowCount = min(rows, rowCount)
        return first
    }
}

extension XLandmarks {
    /// The landmarks of the first rows alone, which are there.
    fileprivate func prefix(rows: Int) -> XLandmarks {
        XLandmarks(trusting: values.prefix(rows: min(Self.count(ofRows: rows), values.count)))
    }
}
