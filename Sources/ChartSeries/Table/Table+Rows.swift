extension Table {
    /// Finds the rows whose x lies in a closed range.
    ///
    /// - Complexity: O(log n); nearly constant where x is almost evenly spaced.
    public func rows(in range: ClosedRange<Double>) -> Range<Int> {
        let search = SortedSearch(x: x, rows: x.indices)
        let lower = search.firstRow(near: range.lowerBound) { $0 >= range.lowerBound }
        let rest = SortedSearch(x: x, rows: lower..<x.count)
        return lower..<rest.firstRow(near: range.upperBound) { $0 > range.upperBound }
    }

    /// Finds the rows whose key lies in a closed range, such as rows whose civil day starts in it.
    ///
    /// - Parameters:
    ///   - range: The range of keys.
    ///   - key: Maps an x to its key; never decreasing.
    /// - Returns: The rows; if there are none, an empty range at the position where they would be.
    /// - Complexity: O(log n) calls of `key`.
    public func rows(in range: ClosedRange<Double>, by key: (Double) -> Double) -> Range<Int> {
        let search = SortedSearch(x: x, rows: x.indices)
        let lower = search.firstRow(near: range.lowerBound) { key($0) >= range.lowerBound }
        let rest = SortedSearch(x: x, rows: lower..<x.count)
        return lower..<rest.firstRow(near: range.upperBound) { key($0) > range.upperBound }
    }

    /// Finds the row nearest to an x.
    ///
    /// Of two equally near rows the earlier counts, and of rows with the same x the first.
    ///
    /// - Parameters:
    ///   - target: The x.
    ///   - rows: The rows to choose from.
    /// - Returns: The row, or `nil` when `rows` is empty.
    public func nearestRow(to target: Double, in rows: Range<Int>) -> Int? {
        guard !rows.isEmpty else { return nil }
        let search = SortedSearch(x: x, rows: rows)
        let after = search.firstRow(near: target) { $0 >= target }
        guard after > rows.lowerBound else { return after }
        let value = x[after - 1]
        let before = search.firstRow(from: after - 1) { $0 >= value }
        guard after < rows.upperBound else { return before }
        return target - value <= x[after] - target ? before : after
    }

    /// Finds the last row in a range that has a value in a column.
    ///
    /// - Parameters:
    ///   - index: The position of the column in `columns`.
    ///   - rows: The rows to search.
    /// - Returns: The row; `nil` if no row has a value.
    /// - Complexity: O(log n); O(1) if the last row has a value.
    public func lastPresentRow(ofColumn index: Int, in rows: Range<Int>) -> Int? {
        guard let last = rows.last else { return nil }
        let column = columns[index]
        if !column.values[last].isNaN { return last }
        return column.withReader { $0.lastRow(in: .present, from: rows.lowerBound, before: last) } ?? nil
    }

    /// Finds the smallest and the largest present value of a column in a range of rows.
    ///
    /// - Parameters:
    ///   - index: The position of the column in `columns`.
    ///   - rows: The rows to search.
    ///   - limits: The values to consider, such as those that an axis can show; `nil` considers every present value.
    /// - Returns: Both values; `nil` if no row has such a value.
    /// - Complexity: O(log n); with limits, plus the rows in blocks of 32 with values inside and outside them.
    public func valueRange(
        ofColumn index: Int, rows: Range<Int>, within limits: ClosedRange<Double>? = nil
    ) -> (minimum: Double, maximum: Double)? {
        let column = columns[index]
        let band = limits.map { ValueBand($0) } ?? .present
        if rows == x.indices {
            guard let minimum = column.minimum, let maximum = column.maximum else { return nil }
            if band.contains(minimum), band.contains(maximum) { return (minimum, maximum) }
        }
        if column.values.map != nil {
            return DrawnSeries(column: column, band: band).extremes(of: rows).map { ($0.minimum, $0.maximum) }
        }
        guard let found = column.withReader({ $0.extremes(of: rows, in: band) }), !found.isEmpty else { return nil }
        return (found.minimum, found.maximum)
    }
}
