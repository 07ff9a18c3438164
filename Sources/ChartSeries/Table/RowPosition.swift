/// Where rows lie along an x axis.
public enum RowPosition: Sendable, Hashable {
    /// At their x.
    case x
    /// At their index, from 0.
    case index
}

extension Table {
    /// The place of a row.
    public func place(ofRow row: Int, at position: RowPosition) -> Double {
        switch position {
        case .x: x[row]
        case .index: Double(row)
        }
    }

    /// The places of the first and the last row, or `nil` for a table without rows.
    public func extent(at position: RowPosition) -> (first: Double, last: Double)? {
        switch position {
        case .x: extent
        case .index: rowCount == 0 ? nil : (0, Double(rowCount - 1))
        }
    }

    /// Finds the rows whose places lie in a closed range.
    ///
    /// - Complexity: O(log n); O(1) for indices.
    public func rows(in range: ClosedRange<Double>, at position: RowPosition) -> Range<Int> {
        switch position {
        case .x:
            return rows(in: range)
        case .index:
            let count = Double(rowCount)
            let lower = Int(min(max(range.lowerBound.rounded(.up), 0), count))
            return lower..<max(lower, Int(min(max(range.upperBound.rounded(.down) + 1, 0), count)))
        }
    }

    /// Finds the row nearest to a place; of two equally near rows, the earlier.
    ///
    /// - Parameters:
    ///   - target: The place.
    ///   - rows: The rows to choose from.
    ///   - position: Where the rows lie.
    ///   - measure: Maps a place to the quantity whose distance counts, never decreasing; `nil` is the place itself.
    /// - Returns: The row, or `nil` when `rows` is empty.
    public func nearestRow(
        to target: Double, in rows: Range<Int>, at position: RowPosition, measure: ((Double) -> Double)? = nil
    ) -> Int? {
        switch position {
        case .index:
            guard let last = rows.last else { return nil }
            return Int((min(max(target, Double(rows.lowerBound)), Double(last)) - 0.5).rounded(.up))
        case .x:
            guard let measure else { return nearestRow(to: target, in: rows) }
            let after = self.rows(in: target...Double.greatestFiniteMagnitude).clamped(to: rows).lowerBound
            guard after > rows.lowerBound, after < rows.upperBound else { return nearestRow(to: target, in: rows) }
            let isEarlierNearer = measure(target) - measure(x[after - 1]) <= measure(x[after]) - measure(target)
            return nearestRow(to: isEarlierNearer ? x[after - 1] : x[after], in: rows)
        }
    }
}
