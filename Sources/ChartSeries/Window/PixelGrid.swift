/// A range of x cut into pixel columns of equal width.
struct PixelGrid {
    let from: Double
    let to: Double
    var width: Int
    /// Makes the place along the axis of an x; `nil` is x itself.
    let place: (@Sendable (Double) -> Double)?
    /// Whether pixels are counted from the largest x, so that an x between two pixel columns belongs to the lower one.
    let isReversed: Bool
    /// Ranges so wide that the arithmetic would overflow are scaled by this power of two, which changes no digit.
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

    /// The pixel column that holds an x; outside the range, the nearest one.
    ///
    /// It never decreases where x grows, rounding included.
    @inline(__always)
    func column(of x: Double) -> Int {
        guard x < to else { return width - 1 }
        guard x > from else { return 0 }
        let distance = (place?(x) ?? x) * scale - origin
        let column = Double(width) * (isReversed ? extent - distance : distance) / extent
        let counted = column < Double(width) ? Int(column) : width - 1
        return isReversed ? width - 1 - counted : counted
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
        runs.reserveCapacity(min(width, rows.count))
        let areMany = rows.count >= 2 * width
        let guesses = areMany ? rightEdges.flatMap { places.rows(near: $0, in: rows) } : nil
        var column = rows.isEmpty ? 0 : column(of: places.values[rows.lowerBound])
        var start = rows.lowerBound
        var expected = 1
        while start < rows.upperBound {
            let guess = guesses?[column] ?? start + expected
            var end = guess
            // Most guesses are right, which is seen faster than a search begins.
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
            // Where rows are many the next pixel column is the next: to look it up would make each wait for the one before.
            column = areMany || end == rows.upperBound ? column + 1 : self.column(of: places.values[end])
        }
        return runs
    }

    /// The x at which each pixel column ends; `nil` where that is not a matter of arithmetic.
    private var rightEdges: [Double]? {
        guard let bucket else { return nil }
        return (1...width).map { from + Double($0) * bucket }
    }
}
