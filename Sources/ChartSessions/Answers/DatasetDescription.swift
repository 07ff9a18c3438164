import ChartEngine
package import ChartSeries
package import ChartText
package import ChartWire

/// The description of a dataset in words, without a session.
package struct DatasetDescription: Sendable {
    /// The query parameters that say what is described, and in which language.
    package static let query = ["from", "to", "columns", "locale", "timeZone"]

    private let name: String
    private let chart: Chart
    /// The language of the texts.
    package let locale: ChartLocale

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - query: The query, which declares the parameters of ``query``.
    ///   - table: The rows of the dataset.
    ///   - name: The name of the dataset.
    ///   - accepted: The locale that the client accepts; `nil` for none.
    /// - Throws: `query.invalid`.
    package init(
        _ query: QueryParameters, of table: Table, named name: String, accepting accepted: ChartLocale?
    ) throws(Problem) {
        self.name = name
        locale = try query.locale() ?? accepted ?? .standard
        chart = try Chart(query, of: table, calendar: try query.calendar() ?? .utc)
    }

    /// Describes the rows.
    ///
    /// - Parameter answerBytes: The most bytes that the answer may have.
    /// - Returns: The body of the answer.
    /// - Throws: `dataset.damaged`, `limits.answer`.
    package func body(answerBytes: Int) throws(Problem) -> [UInt8] {
        let bytes = try DescriptionWriter.answer(of: chart, areRowsAlone: true, in: locale, answerBytes: answerBytes)
        try chart.table.checkRows(of: name)
        return bytes
    }
}
