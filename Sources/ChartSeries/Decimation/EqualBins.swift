/// The rows of a window in bins that are equally wide along the axis.
///
/// The arithmetic is that of tsdownsample 0.1.5, to the last bit: bin i ends at
/// first + ½(i + 1)·step + ½(i + 1)·step + 10⁻¹², where step = last / bins − first / bins, and takes the rows up to the
/// first one that is not below that end, and this one if it is the end itself. A bin whose first row is not below its
/// end is empty and leaves the row to the next. So a row at the very end of the window is in no bin where rounding puts
/// the last end below it. Where all rows lie at one place, which tsdownsample does not take, they are one bin.
struct EqualBins {
    private let places: AxisPlaces
    private let rows: Range<Int>
    private let count: Int

    /// Cuts the places from the first row's to the last row's into bins.
    init(_ places: AxisPlaces, rows: Range<Int>, count: Int) {
        self.places = places
        self.rows = rows
        self.count = count
    }

    /// The width of a bin, or `nil` without rows.
    var width: Double? {
        guard let last = rows.last else { return nil }
        return places[last] / Double(count) - places[rows.lowerBound] / Double(count)
    }

    /// The rows of each bin that has any, in order.
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
