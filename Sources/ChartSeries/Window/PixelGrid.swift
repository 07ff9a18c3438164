/// A range of x that is divided into pixel columns of equal width.
struct PixelGrid {
    let from: Double
    let to: Double
    var width: Int
    /// Maps an x to its place along the axis; `nil` is x itself.
    let place: (@Sendable (Double) -> Double)?
    /// Whether pixels count from the largest x; an x between two pixel columns then belongs to the lower one.
    let isReversed: Bool
    /// A power of two that scales very wide ranges to avoid overflow; it changes no digit.
    private let scale: Double
    /// The place of `from`, scaled.
    private let origin: Double
    /// The distance from the place of `from` to that of `to`, scaled.
    private let extent: Double

    init(
        from: Double, to: Double, width: Int, place: (@Sendable (Double) -> Double)? = nil, isReversed: Bool = false
    ) {
        self.from = from
        self.to = to
        self.width = width
        self.place = place
        self.isReversed = isReversed
        let (low, high) = (place?(from) ?? from, place?(to) ?? to)
        scale = high / 2 - low / 2 > 0x1p900 ? 0x1p-100 : 1
        origin = low * scale
        extent = high * scale - origin
    }

    /// Returns the pixel column of an x, or the nearest one outside the range.
    ///
    /// The result never decreases as x grows, in spite of rounding.
    @inline(__always)
    func column(of x: Double) -> Int {
        guard x < to else { return width - 1 }
        guard x > from else { return 0 }
        let distance = (place?(x) ?? x) * scale - origin
        let column = Double(width) * (isReversed ? extent - distance : distance) / extent
        let counted = column < Double(width) ? Int(column) : width - 1
        return isReversed ? width - 1 - counted : counted
    }

    /// The width in x of one pixel column; `nil` if the widths differ.
    var bucket: Double? {
        guard place == nil else { return nil }
        let extent = to - from
        return extent.isFinite ? extent / Double(width) : to / Double(width) - from / Double(width)
    }

    /// Splits rows into one range per pixel column that has rows, in order.
    ///
    /// - Complexity: O(columns · log(rows per column)).
    func runs(of places: RowPlaces, in rows: Range<Int>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        runs.reserveCapacity(min(width, rows.count))
        let areMany = rows.count >= 2 * width
        let guesses = areMany ? rightEdges.flatMap { places.rows(near: $0, in: rows) } : nil
        var column = rows.isEmpty ? 0 : column(of: places.values[rows.lowerBound])
        var start = rows.lowerBound
        var expected = 1
        while start < rows.upperBound {
            let guess = guesses?[column] ?? start + expected
            var end = guess
            // Most guesses are right; checking one is faster than starting a search.
            if guess <= start || guess >= rows.upperBound || self.column(of: places.values[guess]) <= column
                || self.column(of: places.values[guess - 1]) > column
            {
                let search = SortedSearch(x: places.values, rows: start..<rows.upperBound)
                end = search.firstRow(from: guess) { self.column(of: $0) > column }
            }
            if end > start {
                runs.append(start..<end)
                expected = end - start
            }
            start = end
            // With many rows, the next pixel column is column + 1; computing it would make each step wait for a read.
            column = areMany || end == rows.upperBound ? column + 1 : self.column(of: places.values[end])
        }
        return runs
    }

    /// The right edge in x of each pixel column; `nil` if the widths differ.
    private var rightEdges: [Double]? {
        guard let bucket else { return nil }
        return (1...width).map { from + Double($0) * bucket }
    }
}
