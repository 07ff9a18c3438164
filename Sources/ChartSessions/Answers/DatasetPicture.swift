import ChartEngine
package import ChartSeries
import ChartText
package import ChartWire

/// A picture of a dataset without a session: a line for each column, over a range of x.
package struct DatasetPicture: Sendable {
    /// The query parameters that describe the picture.
    package static let query = ["from", "to", "columns"] + PictureRequest.query

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
        surface = Surface(chart: try Chart(query, of: table))
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
