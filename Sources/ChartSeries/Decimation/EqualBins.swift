/// Divides the rows of a window into bins of equal width along the axis.
///
/// The arithmetic is that of tsdownsample 0.1.5, to the last bit. Bin i ends at first + ½(i + 1)·step + ½(i + 1)·step +
/// 10⁻¹², where step = last / bins − first / bins. It takes the rows below that end, and one row at exactly that end. A
/// bin is empty if its first row is not below its end; that row then goes to the next bin. If rounding puts the last
/// end below the last row, that row is in no bin. If all rows lie at one place, which tsdownsample does not accept,
/// they form one bin.
struct EqualBins {
    private let places: AxisPlaces
    private let rows: Range<Int>
    private let count: Int

    /// Divides the range from the place of the first row to that of the last.
    init(_ places: AxisPlaces, rows: Range<Int>, count: Int) {
        self.places = places
        self.rows = rows
        self.count = count
    }

    /// The width of a bin; `nil` without rows.
    var width: Double? {
        guard let last = rows.last else { return nil }
        return places[last] / Double(count) - places[rows.lowerBound] / Double(count)
    }

    /// The rows of each bin that has rows, in order.
    ///
    /// - Complexity: O(bins · log(rows per bin)).
    var ranges: [Range<Int>] {
        guard let last = rows.last, let width else { return [] }
        let first = places[rows.lowerBound]
        guard places[last] > first else { return [rows] }
        var ranges: [Range<Int>] = []
        ranges.reserveCapacity(count)
        var start = rows.lowerBound
        for bin in 1...count where start <= last {
            let half = Double(bin) * 0.5 * width
            let end = first + half + half + 1e-12
            guard places[start] < end else { continue }
            let search = SortedSearch(x: places.x, rows: start..<last)
            var next = search.firstRow(from: start + rows.count / count) { (places.place?($0) ?? $0) >= end }
            if places[next] <= end { next += 1 }
            ranges.append(start..<next)
            start = next
        }
        return ranges
    }
}
