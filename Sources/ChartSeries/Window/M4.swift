/// Chooses the rows that a line chart needs at a width of so many pixels: M4.
///
/// Pixel column k holds the rows with ⌊width · (x − from) / (to − from)⌋ = k, the last one also those at `to`. Of each
/// column and series the first, the last, the first smallest and the first largest present value stay. Of each run of
/// missing values between two present ones, the row before and the row after the window included, the first row stays,
/// so that a gap stays a gap.
///
/// Source: Jugel, Jerzak, Hackenbroich and Markl, "M4: A Visualization-Oriented Time Series Data Aggregation", 2014.
///
/// - Parameters:
///   - x: The x of every row of the table, ascending.
///   - series: The values of each plotted column; NaN is a missing one.
///   - rows: The rows of the window.
///   - from: The smallest x of the window.
///   - to: The largest x of the window.
///   - width: The number of pixel columns, at least 1.
/// - Returns: The rows that stay for any series, ascending and without duplicates.
/// - Complexity: O(number of rows · number of series).
public func m4(
    x: ColumnValues,
    series: [ColumnValues],
    rows: Range<Int>,
    from: Double,
    to: Double,
    width: Int
) -> [Int] {
    let grid = PixelGrid(from: from, to: to, width: width)
    return M4Selection(x: x, series: series, rows: rows, grid: grid, gaps: .every).rows
}

/// The rows that M4 keeps over all series, and whether they can draw every pixel.
struct M4Selection {
    /// The rows, ascending and without duplicates.
    private(set) var rows: [Int] = []
    /// Whether some pixel column has present values of one series on both sides of a gap.
    ///
    /// The four rows of the column then need not tell how far the line reaches on either side.
    private(set) var splitsPixelColumn = false

    init(x: ColumnValues, series: [ColumnValues], rows window: Range<Int>, grid: PixelGrid, gaps: M4Scan.Gaps) {
        let runs = grid.runs(of: x, in: window)
        for values in series {
            var scan = M4Scan(gaps: gaps)
            scan.take(before: window.lowerBound > 0 ? values[window.lowerBound - 1] : nil)
            for run in runs {
                scan.take(run, of: values)
            }
            scan.take(after: window.upperBound < values.count ? values[window.upperBound] : nil)
            splitsPixelColumn = splitsPixelColumn || scan.splitsPixelColumn
            rows.append(contentsOf: scan.kept)
        }
        if series.count > 1 {
            rows.sort()
            rows.removeRepeats()
        }
    }
}
