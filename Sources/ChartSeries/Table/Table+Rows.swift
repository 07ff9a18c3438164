extension Table {
    /// Finds the rows whose x lies in a closed range.
    ///
    /// - Complexity: O(log n); nearly constant where x is nearly regular.
    public func rows(in range: ClosedRange<Double>) -> Range<Int> {
        let search = SortedSearch(x: x, rows: x.indices)
        let lower = search.firstRow(near: range.lowerBound) { $0 >= range.lowerBound }
        let rest = SortedSearch(x: x, rows: lower..<x.count)
        return lower..<rest.firstRow(near: range.upperBound) { $0 > range.upperBound }
    }

    /// Finds the rows whose key lies in a closed range, such as those whose civil day starts in it.
    ///
    /// - Parameters:
    ///   - range: The range in which a key counts.
    ///   - key: Makes the key of an x; it never decreases where x grows.
    /// - Returns: The rows, possibly none; an empty range stands where its rows would.
    /// - Complexity: O(log n) calls of `key`.
    public func rows(in range: ClosedRange<Double>, by key: (Double) -> Double) -> Range<Int> {
        let search = SortedSearch(x: x, rows: x.indices)
        let lower = search.firstRow(near: range.lowerBound) { key($0) >= range.lowerBound }
        let rest = SortedSearch(x: x, rows: lower..<x.count)
        return lower..<rest.firstRow(near: range.upperBound) { key($0) > range.upperBound }
    }

    /// Finds the row of the smallest distance to an x.
    ///
    /// A tie keeps the earlier row, and of rows with the same x the first.
    ///
    /// - Parameters:
    ///   - target: The x to look for.
    ///   - rows: The rows that count.
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

    /// Finds the smallest and the largest present value of a column among some rows.
    ///
    /// - Parameters:
    ///   - index: The position of the column in `columns`.
    ///   - rows: The rows that count.
    /// - Returns: Both values, or `nil` when none of the rows has a value.
    /// - Complexity: O(number of rows), constant for all rows.
    public func valueRange(ofColumn index: Int, rows: Range<Int>) -> (minimum: Double, maximum: Double)? {
        if rows == x.indices {
            guard let minimum = columns[index].minimum, let maximum = columns[index].maximum else { return nil }
            return (minimum, maximum)
        }
        var minimum = Double.infinity
        var maximum = -Double.infinity
        for value in columns[index].values[rows] {
            if value < minimum { minimum = value }
            if value > maximum { maximum = value }
        }
        return minimum <= maximum ? (minimum, maximum) : nil
    }
}
