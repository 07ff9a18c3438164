/// A range of x cut into pixel columns of equal width.
struct PixelGrid {
    let from: Double
    let to: Double
    let width: Int
    /// Makes the place along the axis of an x; `nil` is x itself.
    var place: (@Sendable (Double) -> Double)?

    /// The pixel column that holds an x; outside the range, the nearest one.
    ///
    /// It never decreases where x grows, rounding included. Ranges so wide that the arithmetic would overflow are
    /// scaled by a power of two, which changes no digit.
    func column(of x: Double) -> Int {
        guard x < to else { return width - 1 }
        guard x > from else { return 0 }
        if let place { return PixelGrid(from: place(from), to: place(to), width: width).column(of: place(x)) }
        let isHuge = to / 2 - from / 2 > 0x1p900
        let scale = isHuge ? 0x1p-100 : 1
        let origin = from * scale
        let column = Double(width) * (x * scale - origin) / (to * scale - origin)
        return column < Double(width) ? Int(column) : width - 1
    }

    /// The x width of one pixel column; `nil` where they differ.
    var bucket: Double? {
        guard place == nil else { return nil }
        let extent = to - from
        return extent.isFinite ? extent / Double(width) : to / Double(width) - from / Double(width)
    }

    /// Splits rows into one range for each pixel column that holds any, in order.
    ///
    /// - Complexity: O(columns · log(rows per column)).
    func runs(of x: ColumnValues, in rows: Range<Int>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = rows.lowerBound
        var expected = 1
        while start < rows.upperBound {
            let column = column(of: x[start])
            let search = SortedSearch(x: x, rows: (start + 1)..<rows.upperBound)
            let end = search.firstRow(from: start + expected) { self.column(of: $0) > column }
            runs.append(start..<end)
            expected = end - start
            start = end
        }
        return runs
    }
}
