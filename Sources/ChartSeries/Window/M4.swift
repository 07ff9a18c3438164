/// Chooses the rows that a line chart needs at a width in pixels, by M4.
///
/// Pixel column k holds the rows with ⌊width · (x − from) / (to − from)⌋ = k; the last one also holds the rows at `to`.
/// For each pixel column and series, M4 keeps the first, the last, the first smallest and the first largest present
/// value. It also keeps the first row of each run of missing values between two present ones, so that the gap stays
/// visible. These present values may be in the row before or the row after the window.
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
/// - Returns: The rows kept for any series, ascending and without duplicates.
/// - Complexity: O((width + number of gaps) · number of series · log(number of rows)) if columns have an index.
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

/// The rows that M4 keeps over all series, and whether they draw every pixel exactly.
struct M4Selection {
    /// The gaps of which the first row is kept.
    enum Gaps {
        /// Every gap; the selection stops at a series that has more gaps than this number.
        case every(atMost: Int)
        /// The last of the gaps that end in the same pixel column.
        case lastOfPixelColumn
    }

    /// The rows, ascending and without duplicates.
    private(set) var rows: [Int] = []
    /// The values of these rows as far as the index gave them; `nil` for several series or if not requested.
    private var known: [Double]?
    /// Whether some pixel column has present values of one series on both sides of a gap.
    ///
    /// The four rows of that pixel column then may not show how far the line reaches on each side of the gap.
    private(set) var splitsPixelColumn = false
    /// Whether a series had more gaps than allowed; the rows are then incomplete.
    private(set) var isGivenUp = false

    /// The known values of the rows; `nil` unless the selection was of one column.
    func known(ofColumn column: Int) -> KnownValues? { known.map { KnownValues(column: column, values: $0) } }

    init(
        places: RowPlaces, series: [DrawnSeries], rows window: Range<Int>, grid: PixelGrid, gaps: Gaps,
        notesValues: Bool = false
    ) {
        let notesValues = notesValues && series.count == 1 && series[0].map == nil
        let runs = grid.runs(of: places, in: window)
        for one in series where !Task.isCancelled {
            one.column.bringExtremes(ofEach: runs)
            one.column.withReader { reader in
                var walk = M4Walk(
                    window: window, reader: reader, band: one.map == nil ? one.band : .present, gaps: gaps,
                    notesValues: notesValues)
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
