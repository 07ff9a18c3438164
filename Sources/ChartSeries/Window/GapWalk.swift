/// Finds the gaps of a series, which are runs of missing values between two drawn ones.
///
/// The drawn values may be in the row before or the row after the window. A gap is the range of its rows, so its upper
/// bound is the drawn row after it.
struct GapWalk {
    private let reader: ColumnReader
    private let band: ValueBand
    /// The rows of the window, and the rows directly before and after it.
    private let seen: Range<Int>
    private let window: Range<Int>

    init(window: Range<Int>, reader: ColumnReader, band: ValueBand) {
        self.window = window
        self.reader = reader
        self.band = band
        seen = max(0, window.lowerBound - 1)..<min(reader.rowCount, window.upperBound + 1)
    }

    /// The first gap.
    var first: Range<Int>? {
        reader.firstRow(in: band, from: seen.lowerBound, before: seen.upperBound).flatMap(gap)
    }

    /// The first gap after another.
    func next(behind previous: Range<Int>) -> Range<Int>? { gap(behind: previous.upperBound) }

    /// The last gap whose upper bound lies in a range of rows; the first and the last of these rows are drawn.
    func last(endingIn rows: ClosedRange<Int>) -> Range<Int>? {
        let start = max(seen.lowerBound, rows.lowerBound - 1)
        guard let missing = reader.lastRow(outside: band, from: start, before: rows.upperBound),
            let before = reader.lastRow(in: band, from: seen.lowerBound, before: missing)
        else { return nil }
        return before + 1..<missing + 1
    }

    /// The gap that ends at the row after the window.
    var atEnd: Range<Int>? {
        guard seen.upperBound > window.upperBound, band.contains(reader.values[window.upperBound]) else { return nil }
        return window.isEmpty ? nil : last(endingIn: window.upperBound...window.upperBound)
    }

    /// The first gap after a drawn row.
    private func gap(behind row: Int) -> Range<Int>? {
        guard let start = reader.firstRow(outside: band, from: row + 1, before: seen.upperBound),
            let end = reader.firstRow(in: band, from: start + 1, before: seen.upperBound)
        else { return nil }
        return start..<end
    }
}
