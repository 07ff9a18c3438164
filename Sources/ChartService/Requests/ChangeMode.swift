import ChartSessions
package import ChartWire
import HTTPTypes

/// How a client wants a change to be applied and answered.
package struct ChangeMode: Sendable {
    /// The query parameters for a dry run and an explanation.
    static let query = ["dryRun", "explain"]

    /// Whether to answer what would happen, without changing anything.
    package var isDryRun = false
    /// Whether to answer what recognizers, modifiers and limits did.
    package var isExplained = false

    /// The headers of the answer: the entity tag of the addressed surface, except after a dry run, and the language.
    func headers(of report: ChangeReport) -> HTTPFields {
        var headers = HTTPFields()
        if !isDryRun, !report.surfaces.isEmpty {
            headers.append(HTTPField(name: .eTag, value: report.surfaces[0].entityTag))
        }
        if let locale = report.view.locale { headers.tell(locale) }
        return headers
    }
}

extension QueryParameters {
    /// The mode that the query asks for; the default on a route without these parameters.
    ///
    /// - Returns: The mode.
    /// - Throws: `query.invalid`.
    package func changeMode() throws(Problem) -> ChangeMode {
        ChangeMode(isDryRun: try flag("dryRun") ?? false, isExplained: try flag("explain") ?? false)
    }
}
