import ChartEngine
package import ChartSeries
import ChartText
package import ChartWire

/// A picture of a dataset without a session: a line for each column, over a range of x.
package struct DatasetPicture: Sendable {
    /// The query parameters that describe the picture.
    package static let query = ["from", "to", "columns"] + PictureRequest.query

    private static let size = ChartSize(width: 800, height: 400)
    private static let growth = 0.1

    private let name: String
    private let table: Table
    private let picture: PictureRequest
    private let surface: Surface

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - query: The query, which declares the parameters of ``query``.
    ///   - table: The rows of the dataset.
    ///   - name: The name of the dataset.
    /// - Throws: `query.invalid`.
    package init(_ query: QueryParameters, of table: Table, named name: String) throws(Problem) {
        self.name = name
        self.table = table
        picture = try PictureRequest(query)
        let from = try query.instant("from", of: table, calendar: .utc) ?? table.extent?.first ?? 0
        let to = try query.instant("to", of: table, calendar: .utc) ?? table.extent?.last ?? from
        guard from <= to else { throw Problem(.queryInvalid, "The picture ends before it starts.") }
        let columns = try query.columns(of: table) ?? Array(table.columns.indices)
        var yOptions = AxisOptions(growBy: GrowBy(min: Self.growth, max: Self.growth))
        yOptions.autoRange = .visible
        surface = Surface(
            chart: Chart(
                id: "main", size: Self.size,
                xAxes: [
                    Axis(
                        id: "x", dimension: .x, options: AxisOptions(type: AxisType(of: table)),
                        visibleRange: AxisRange(min: from, max: to))
                ],
                yAxes: [Axis(id: "y", dimension: .y, options: yOptions)],
                series: columns.map { column in
                    let name = table.columns[column].name
                    return Series(id: name, column: column, xAxis: "x", yAxis: "y", name: name)
                }, table: table))
    }

    /// Draws the picture.
    ///
    /// - Parameter answerBytes: The most bytes that it may have.
    /// - Returns: An SVG document.
    /// - Throws: `dataset.damaged`, `limits.answer`, `CancellationError` in a task that was cancelled.
    package func svg(answerBytes: Int) throws -> [UInt8] {
        let bytes = try picture.svg(of: surface, in: .standard, answerBytes: answerBytes)
        try table.checkRows(of: name)
        return bytes
    }
}
