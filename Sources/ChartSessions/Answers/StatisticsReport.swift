import ChartEngine
package import ChartSeries
package import ChartWire

/// The statistics of series or columns over a range of x, read from the query of a request.
package struct StatisticsReport: Sendable {
    /// The query parameters for a surface; `from` and `to` are both included.
    package static let surfaceQuery = ["from", "to"]
    /// The query parameters for a dataset.
    package static let datasetQuery = surfaceQuery + ["columns", "timeZone"]

    private let range: (from: Double, to: Double)?
    private let series: [One]

    /// A series or a column, and its rows in the range.
    private struct One: Sendable {
        let id: String
        let name: String
        let column: Int
        let rows: Range<Int>
        let table: Table
        let dataset: String
    }

    /// Reads a query for the columns of a dataset: by default all, over all rows.
    ///
    /// - Parameters:
    ///   - query: The query, which declares the parameters of ``datasetQuery``.
    ///   - table: The rows of the dataset.
    ///   - name: The name of the dataset.
    /// - Throws: `query.invalid`.
    package init(_ query: QueryParameters, of table: Table, named name: String) throws(Problem) {
        let range = try query.closedRange(of: table, within: table.extent, calendar: try query.calendar() ?? .utc)
        let rows = range.map { table.rows(in: $0.from...$0.to) } ?? 0..<0
        self.range = range
        series = (try query.columns(of: table) ?? Array(table.columns.indices)).map { column in
            let own = table.columns[column].name
            return One(id: own, name: own, column: column, rows: rows, table: table, dataset: name)
        }
    }

    /// Reads a query for the visible series of a surface: by default over what their axes show.
    ///
    /// - Throws: `query.invalid`.
    package init(_ query: QueryParameters, of surface: SessionSurface) throws(Problem) {
        let chart = surface.surface.chart
        let window = (chart.windowRange.min, chart.windowRange.max)
        let range = try query.closedRange(of: chart.table, within: window, calendar: chart.calendar)
        let isWindow = query.text("from") == nil && query.text("to") == nil
        self.range = range
        series = chart.series.filter(\.isVisible).map { one in
            let (part, own) = chart.part(of: one)
            let table = part.table
            let rows = isWindow ? nil : range.map { table.rows(in: $0.from...$0.to) }
            return One(
                id: one.id, name: one.name, column: own.column, rows: rows ?? chart.visibleRows(of: one), table: table,
                dataset: chart.source(of: one).dataset ?? surface.dataset ?? "")
        }
    }

    /// The most bytes of the answer.
    package var expectedBytes: Int { 128 + series.reduce(0) { $0 + 512 + 6 * ($1.id.utf8.count + $1.name.utf8.count) } }

    /// Works out the statistics.
    ///
    /// - Parameter answerBytes: The most bytes that the answer may have.
    /// - Returns: The body of the answer.
    /// - Throws: `dataset.damaged`, `limits.answer`, `CancellationError` in a cancelled task.
    package func body(answerBytes: Int) throws -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: min(expectedBytes, 65_536), limit: answerBytes)
        writer.beginStatistics(range)
        for one in series {
            let statistics = one.table.statistics(ofColumn: one.column, rows: one.rows)
            try Task.checkCancellation()
            writer.beginObject()
            writer.member("id", one.id)
            writer.member("name", one.name)
            writer.members(of: statistics, column: one.column, in: one.table)
            writer.endObject()
            try one.table.checkRows(of: one.dataset)
        }
        writer.endArray()
        writer.endObject()
        return try writer.answer(remedy: "Ask for fewer series.")
    }
}

extension QueryParameters {
    /// The range from `from` to `to`, each of which has an end of another range in its place.
    ///
    /// - Throws: `query.invalid`.
    fileprivate func closedRange(
        of table: Table, within range: (first: Double, last: Double)?, calendar: CivilCalendar
    ) throws(Problem) -> (from: Double, to: Double)? {
        let from = try instant("from", of: table, calendar: calendar)
        let to = try instant("to", of: table, calendar: calendar)
        guard let first = from ?? range?.first ?? to, let last = to ?? range?.last ?? from else { return nil }
        guard first <= last else { throw Problem(.queryInvalid, "The range ends before it starts.") }
        return (first, last)
    }
}

extension JSONWriter {
    fileprivate mutating func beginStatistics(_ range: (from: Double, to: Double)?) {
        beginObject()
        member("from", orNull: range?.from)
        member("to", orNull: range?.to)
        key("series")
        beginArray()
    }

    fileprivate mutating func members(of statistics: ColumnStatistics, column: Int, in table: Table) {
        let summary = statistics.summary
        let values = table.columns[column].values
        let (first, last) = (summary.firstRow.map { values[$0] }, summary.lastRow.map { values[$0] })
        let change = first.flatMap { first in last.map { $0 - first } }
        member("count", summary.count)
        member("missing", summary.missingCount)
        member("sum", orNull: statistics.sum)
        member("mean", orNull: statistics.mean)
        member("deviation", orNull: statistics.deviation)
        place("minimum", summary.extremes?.minimumRow, values, table)
        place("maximum", summary.extremes?.maximumRow, values, table)
        place("first", summary.firstRow, values, table)
        place("last", summary.lastRow, values, table)
        member("change", orNull: change)
        let percent = change.flatMap { change in first.map { change / $0.magnitude * 100 } }
        member("percent", orNull: first == 0 ? nil : percent)
        member("integral", orNull: statistics.integral)
    }

    private mutating func place(_ name: StaticString, _ row: Int?, _ values: ColumnValues, _ table: Table) {
        key(name)
        guard let row else { return null() }
        object { writer in
            writer.member("x", table.x[row])
            writer.member("value", values[row])
        }
    }
}
