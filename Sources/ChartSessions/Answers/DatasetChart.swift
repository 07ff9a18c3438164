import ChartEngine
import ChartSeries
import ChartWire

/// The chart of a dataset that no session shows.
extension Chart {
    /// A chart of a dataset without a session: a line for each column, over a range of x.
    ///
    /// - Parameters:
    ///   - query: The query, with `from`, `to` and `columns`.
    ///   - table: The rows of the dataset.
    ///   - calendar: The calendar of dates without a zone and of what is said of them.
    /// - Throws: `query.invalid`.
    init(_ query: QueryParameters, of table: Table, calendar: CivilCalendar = .utc) throws(Problem) {
        let from = try query.instant("from", of: table, calendar: calendar) ?? table.extent?.first ?? 0
        let to = try query.instant("to", of: table, calendar: calendar) ?? table.extent?.last ?? from
        guard from <= to else { throw Problem(.queryInvalid, "The range ends before it starts.") }
        let columns = try query.columns(of: table) ?? Array(table.columns.indices)
        var yOptions = AxisOptions(growBy: GrowBy(min: 0.1, max: 0.1))
        yOptions.autoRange = .visible
        self.init(
            id: "main", size: ChartSize(width: 800, height: 400),
            xAxes: [
                Axis(
                    id: "x", dimension: .x, options: AxisOptions(type: AxisType(of: table)),
                    visibleRange: AxisRange(min: from, max: to))
            ],
            yAxes: [Axis(id: "y", dimension: .y, options: yOptions)],
            series: columns.map { column in
                let name = table.columns[column].name
                return Series(id: name, column: column, xAxis: "x", yAxis: "y", name: name)
            }, table: table, calendar: calendar)
    }
}
