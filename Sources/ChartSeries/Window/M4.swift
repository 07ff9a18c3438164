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
///   - series: The plotted columns; NaN is a missing value.
///   - rows: The rows of the window.
///   - from: The smallest x of the window.
///   - to: The largest x of the window.
///   - width: The number of pixel columns, at least 1.
/// - Returns: The rows that stay for any series, ascending and without duplicates.
/// - Complexity: O((width + number of gaps) · number of series · log(number of rows)) where columns have an index.
public func m4(
    x: ColumnValues,
    series: [Column],
    rows: Range<Int>,
    from: Double,
    to: Double,
    width: Int
) -> [Int] {
    let grid = PixelGrid(from: from, to: to, width: width)
    let drawn = series.map { DrawnSeries(column: $0, band: .present) }
    return M4Selection(places: RowPlaces(values: x), series: drawn, rows: rows, grid: grid, gaps: .every(atMost: .max))
        .rows
}

/// The rows that M4 keeps over all series, and whether they can draw every pixel.
struct M4Selection {
    /// Which gaps leave a row behind.
    enum Gaps {
        /// Each one; where a series has more than so many, the selection is given up.
        case every(atMost: Int)
        /// Of those that end in one pixel column, the last.
        case lastOfPixelColumn
    }

    /// The rows, ascending and without duplicates.
    private(set) var rows: [Int] = []
    /// What the index has told of the values of these rows; `nil` where they are of several series, or nobody asked.
    private var known: [Double]?
    /// Whether some pixel column has present values of one series on both sides of a gap.
    ///
    /// The four rows of the column then need not tell how far the line reaches on either side.
    private(set) var splitsPixelColumn = false
    /// Whether a series had more gaps than may be kept; the rows are not all then.
    private(set) var isGivenUp = false

    /// What is known of the values of the rows in the only column that was chosen from.
    func known(ofColumn column: Int) -> KnownValues? { known.map { KnownValues(column: column, values: $0) } }

    init(
        places: RowPlaces, series: [DrawnSeries], rows window: Range<Int>, grid: PixelGrid, gaps: Gaps,
        notesValues: Bool = false
    ) {
        let notesValues = notesValues && series.count == 1
        let runs = grid.runs(of: places, in: window)
        for one in series where !Task.isCancelled {
            one.column.bringExtremes(ofEach: runs)
            one.column.withReader { reader in
                var walk = M4Walk(
                    window: window, reader: reader, band: one.band, gaps: gaps, notesValues: notesValues)
                if one.isWhole { walk.takeWhole(runs, runs.indices) } else { walk.take(runs) }
                rows = rows.isEmpty ? walk.kept : rows + walk.kept
                if notesValues { known = walk.known }
                splitsPixelColumn = splitsPixelColumn || walk.splitsPixelColumn
                isGivenUp = walk.isGivenUp
            }
            if isGivenUp { return }
        }
        if series.count > 1 {
            rows.sort()
            rows.removeRepeats()
        }
    }
}
