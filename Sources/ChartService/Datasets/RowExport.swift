import ChartEngine
package import ChartSeries
package import ChartSessions
package import ChartWire

/// All rows of a range as text, read from the query of a request and written piece by piece.
///
/// A value: reading from a copy does not move the original. The rows are those of the table, also while it grows.
package struct RowExport: Sendable {
    /// The query parameters that describe an export.
    package static let query = ["format", "from", "to", "columns", "timeZone", "safe"]
    /// The size of a piece in bytes; a piece exceeds it by one block of rows at most.
    private static let pieceBytes = 1 << 18
    /// How many rows are read at once.
    private static let rowsAtOnce = 512

    /// The form of the lines.
    package let format: RowTextWriter.Format
    private let name: String
    private let table: Table
    private let columns: [Int]
    private var rest: Range<Int>
    private var writer: RowTextWriter
    private var isAtStart = true

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - query: The query, which declares the parameters of ``query``.
    ///   - table: The rows of the dataset.
    ///   - name: The name of the dataset.
    ///   - rows: The rows where the query names no end.
    ///   - columns: The columns where the query names none.
    ///   - calendar: The civil time of dates without a zone.
    /// - Throws: `query.invalid`.
    package init(
        _ query: QueryParameters, of table: Table, named name: String, rows: Range<Int>, columns: [Int],
        calendar: CivilCalendar
    ) throws(Problem) {
        self.name = name
        self.table = table
        format = try query.choice("format", of: RowTextWriter.Format.self) ?? .csv
        self.columns = try query.columns(of: table) ?? columns
        let calendar = try query.calendar() ?? calendar
        let from = try query.instant("from", of: table, calendar: calendar)
        let to = try query.instant("to", of: table, calendar: calendar)
        if let from, let to, from > to { throw Problem(.queryInvalid, "The range ends before it starts.") }
        let farthest = Double.greatestFiniteMagnitude
        let first = from.map { table.rows(in: $0...farthest).lowerBound } ?? rows.lowerBound
        let end = to.map { table.rows(in: -farthest...$0).upperBound } ?? rows.upperBound
        rest = first..<max(first, end)
        writer = RowTextWriter(
            format, names: [table.xName] + self.columns.map { table.columns[$0].name },
            isSafe: try query.flag("safe") ?? false, instant: Self.instant(of: table))
    }

    /// The text of an instant; `nil` for rows whose x are numbers.
    private static func instant(of table: Table) -> (@Sendable (Double) -> String)? {
        switch table.xKind {
        case .date: { ISO8601.format($0) }
        case .number: nil
        }
    }

    /// Reads a query for the rows of a surface: by default the columns that its visible series read, in its window.
    ///
    /// - Throws: `query.invalid`.
    package init(_ query: QueryParameters, of surface: SessionSurface) throws(Problem) {
        let chart = surface.surface.chart
        try self.init(
            query, of: chart.table, named: surface.dataset ?? "", rows: chart.visibleRows,
            columns: chart.columns(of: chart.series.filter(\.isVisible)),
            calendar: chart.calendar)
    }

    /// The media type of the text.
    package var contentType: String {
        switch format {
        case .csv: "text/csv; charset=utf-8; header=present"
        case .ndjson: "application/x-ndjson"
        }
    }

    /// Writes the next piece.
    ///
    /// - Returns: Whole lines; `nil` after the last one.
    /// - Throws: `dataset.damaged` for rows that turn out not to be those that were written.
    /// - Complexity: O(rows of the piece).
    package mutating func next() throws(Problem) -> [UInt8]? {
        guard isAtStart || !rest.isEmpty else { return nil }
        isAtStart = false
        while !rest.isEmpty, writer.bytes.count < Self.pieceBytes {
            let block = rest.prefix(Self.rowsAtOnce)
            let rows = RowIndices.contiguous(block.startIndex..<block.endIndex)
            writer.append([table.x.values(at: rows)] + columns.map { table.columns[$0].values.values(at: rows) })
            rest = rest.dropFirst(block.count)
        }
        try table.checkRows(of: name)
        return writer.take()
    }
}

extension QueryParameters {
    /// The columns that the query names, in its order; `nil` where it names none.
    func columns(of table: Table) throws(Problem) -> [Int]? {
        guard let names = try list("columns") else { return nil }
        var columns: [Int] = []
        for name in names {
            guard let index = table.index(ofColumn: name), !columns.contains(index) else {
                throw Problem(.queryInvalid, "The dataset has no column \"\(name)\", or it is named twice.")
            }
            columns.append(index)
        }
        return columns
    }
}
