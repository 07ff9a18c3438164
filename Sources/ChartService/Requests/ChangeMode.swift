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

    /// The headers of the answer: the entity tag of the addressed surface, except after a dry run.
    func headers(of surfaces: [SessionSurface]) -> HTTPFields {
        guard !isDryRun, !surfaces.isEmpty else { return [:] }
        var headers = HTTPFields()
        headers.append(HTTPField(name: .eTag, value: surfaces[0].entityTag))
        return headers
    }
}

extension QueryParameters {
    /// The mode that the query asks for; the default on a route without these parameters.
    ///
    /// - Returns: The mode.
    /// - Throws: `query.invalid`.
    package func changeMode() throws(Problem) -> ChangeMode {
        guard declares("dryRun") else { return ChangeMode() }
        return ChangeMode(isDryRun: try flag("dryRun") ?? false, isExplained: try flag("explain") ?? false)
    }
}
