/// A range of x cut into pixel columns of equal width.
struct PixelGrid {
    let from: Double
    let to: Double
    var width: Int
    /// Makes the place along the axis of an x; `nil` is x itself.
    let place: (@Sendable (Double) -> Double)?
    /// Ranges so wide that the arithmetic would overflow are scaled by this power of two, which changes no digit.
    private let scale: Double
    /// The place of `from`, scaled.
    private let origin: Double
    /// The distance from the place of `from` to that of `to`, scaled.
    private let extent: Double

    init(from: Double, to: Double, width: Int, place: (@Sendable (Double) -> Double)? = nil) {
        self.from = from
        self.to = to
        self.width = width
        self.place = place
        let (low, high) = (place?(from) ?? from, place?(to) ?? to)
        scale = high / 2 - low / 2 > 0x1p900 ? 0x1p-100 : 1
        origin = low * scale
        extent = high * scale - origin
    }

    /// The pixel column that holds an x; outside the range, the nearest one.
    ///
    /// It never decreases where x grows, rounding included.
    @inline(__always)
    func column(of x: Double) -> Int {
        guard x < to else { return width - 1 }
        guard x > from else { return 0 }
        let column = Double(width) * ((place?(x) ?? x) * scale - origin) / extent
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
    func runs(of places: RowPlaces, in rows: Range<Int>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        guard var column = places.values[rows].first.map({ column(of: $0) }) else { return runs }
        runs.reserveCapacity(min(width, rows.count))
        let bucket = bucket ?? .nan
        var start = rows.lowerBound
        var expected = 1
        while start < rows.upperBound {
            let rest = (start + 1)..<rows.upperBound
            let guess = places.row(near: from + Double(column + 1) * bucket, in: rest, from: start + expected)
            let search = SortedSearch(x: places.values, rows: rest)
            let end = search.firstRow(from: guess) { self.column(of: $0) > column }
            runs.append(start..<end)
            expected = end - start
            start = end
            if start < rows.upperBound { column = self.column(of: places.values[start]) }
        }
        return runs
    }
}
