import ChartEngine
package import ChartSeries
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
    private var sources: [Source]
    /// Where each column stands: its source, and its index there.
    private let columns: [(source: Int, column: Int)]
    private var writer: RowTextWriter
    private var isAtStart = true

    /// The rows of a dataset that are not written yet.
    private struct Source: Sendable {
        let name: String
        let table: Table
        var rest: Range<Int>
    }

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
        let chosen = try query.columns(of: table) ?? columns
        try self.init(
            query, sources: [Source(name: name, table: table, rest: rows)], columns: chosen.map { (0, $0) },
            names: chosen.map { table.columns[$0].name }, calendar: calendar)
    }

    private init(
        _ query: QueryParameters, sources: [Source], columns: [(source: Int, column: Int)], names: [String],
        calendar: CivilCalendar
    ) throws(Problem) {
        format = try query.choice("format", of: RowTextWriter.Format.self) ?? .csv
        (self.sources, self.columns) = (sources, columns)
        let table = sources[0].table
        let calendar = try query.calendar() ?? calendar
        let from = try query.instant("from", of: table, calendar: calendar)
        let to = try query.instant("to", of: table, calendar: calendar)
        if let from, let to, from > to { throw Problem(.queryInvalid, "The range ends before it starts.") }
        let farthest = Double.greatestFiniteMagnitude
        for index in sources.indices {
            let (table, rows) = (sources[index].table, sources[index].rest)
            let first = from.map { table.rows(in: $0...farthest).lowerBound } ?? rows.lowerBound
            let end = to.map { table.rows(in: -farthest...$0).upperBound } ?? rows.upperBound
            self.sources[index].rest = first..<max(first, end)
        }
        writer = RowTextWriter(
            format, names: [table.xName] + names, isSafe: try query.flag("safe") ?? false,
            instant: Self.instant(of: table))
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
    /// The rows of several datasets are joined by their x, in columns called by the ids of the series.
    ///
    /// - Throws: `query.invalid`.
    package init(_ query: QueryParameters, of surface: SessionSurface) throws(Problem) {
        let chart = surface.surface.chart
        let parts = chart.parts
        func name(_ dataset: String?) -> String { dataset ?? surface.dataset ?? "" }
        guard parts.count > 1 || chart.series.contains(where: { $0.transform != nil }) else {
            let part = parts[0].chart
            try self.init(
                query, of: part.table, named: name(parts[0].source.dataset), rows: part.visibleRows,
                columns: part.columns(of: part.series.filter(\.isVisible)), calendar: chart.calendar)
            return
        }
        let chosen = try query.series(of: chart) ?? chart.series.filter(\.isVisible)
        let drawn = parts.filter { part in chosen.contains { chart.source(of: $0) == part.source } }
        try self.init(
            query,
            sources: (drawn.isEmpty ? Array(parts.prefix(1)) : drawn).map {
                Source(name: name($0.source.dataset), table: $0.chart.table, rest: $0.chart.visibleRows)
            },
            columns: chosen.map { one in
                let source = chart.source(of: one)
                return (drawn.firstIndex { $0.source == source } ?? 0, chart.part(of: one).series.column)
            }, names: chosen.map(\.id), calendar: chart.calendar)
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
        guard isAtStart || sources.contains(where: { !$0.rest.isEmpty }) else { return nil }
        isAtStart = false
        while sources.contains(where: { !$0.rest.isEmpty }), writer.bytes.count < Self.pieceBytes {
            writer.append(sources.count > 1 ? takeJoined() : takeRows())
        }
        for source in sources { try source.table.checkRows(of: source.name) }
        return writer.take()
    }

    /// The next rows of a single dataset: their x, and each column.
    private mutating func takeRows() -> [[Double]] {
        let (table, block) = (sources[0].table, sources[0].rest.prefix(Self.rowsAtOnce))
        let rows = RowIndices.contiguous(block.startIndex..<block.endIndex)
        sources[0].rest = sources[0].rest.dropFirst(block.count)
        return [table.x.values(at: rows)] + columns.map { table.columns[$0.column].values.values(at: rows) }
    }

    /// The next rows of several datasets, joined by x: of rows with an equal x the first of each go together.
    private mutating func takeJoined() -> [[Double]] {
        var joined = [[Double]](repeating: [], count: 1 + columns.count)
        while joined[0].count < Self.rowsAtOnce {
            let heads = sources.map { source in source.rest.first.map { source.table.x[$0] } }
            guard let x = heads.lazy.compactMap(\.self).min() else { break }
            let rows = heads.indices.map { heads[$0] == x ? sources[$0].rest.popFirst() : nil }
            joined[0].append(x)
            for (index, one) in columns.enumerated() {
                let values = sources[one.source].table.columns[one.column].values
                joined[1 + index].append(rows[one.source].map { values[$0] } ?? .nan)
            }
        }
        return joined
    }
}

extension QueryParameters {
    /// The visible series that the query names as columns, in its order; `nil` where it names none.
    fileprivate func series(of chart: Chart) throws(Problem) -> [Series]? {
        guard let names = try list("columns") else { return nil }
        var found: [Series] = []
        for name in names {
            guard let one = chart.series.first(where: { $0.id == name && $0.isVisible }), !found.contains(one) else {
                throw Problem(.queryInvalid, "The surface has no visible series \"\(name)\", or it is named twice.")
            }
            found.append(one)
        }
        return found
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
