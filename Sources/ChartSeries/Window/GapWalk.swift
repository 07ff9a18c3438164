/// Finds the gaps of a series: runs of missing values between two drawn ones, the row before and the row after the
/// window included.
///
/// A gap is given as its rows, so that its upper bound is the drawn row behind it.
struct GapWalk {
    private let reader: ColumnReader
    private let band: ValueBand
    /// The rows of the window, and the rows before and after it.
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

    /// The first gap behind another.
    func next(behind previous: Range<Int>) -> Range<Int>? { gap(behind: previous.upperBound) }

    /// The last gap whose upper bound lies in some rows, of which the first and the last are drawn.
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

    /// The first gap behind a drawn row.
    private func gap(behind row: Int) -> Range<Int>? {
        guard let start = reader.firstRow(outside: band, from: row + 1, before: seen.upperBound),
            let end = reader.firstRow(in: band, from: start + 1, before: seen.upperBound)
        else { return nil }
        return start..<end
    }
}
