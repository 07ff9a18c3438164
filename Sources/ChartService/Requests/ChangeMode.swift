import ChartSessions
package import ChartWire
import HTTPTypes

/// How a client wants a change to be made and answered.
package struct ChangeMode: Sendable {
    /// The query parameters of a change that can be tried out and explained.
    static let query = ["dryRun", "explain"]

    /// Whether to answer what would happen and change nothing.
    package var isDryRun = false
    /// Whether to answer what recognizers, modifiers and limits did.
    var isExplained = false

    /// The headers of the answer: the entity tag of the addressed surface, when it has come to be.
    func headers(of surfaces: [SessionSurface]) -> HTTPFields {
        guard !isDryRun, !surfaces.isEmpty else { return [:] }
        var headers = HTTPFields()
        headers.append(HTTPField(name: .eTag, value: surfaces[0].entityTag))
        return headers
    }
}

extension QueryParameters {
    /// How the query wants the change; as usual on a route that takes no such parameters.
    ///
    /// - Returns: The mode.
    /// - Throws: `query.invalid`.
    package func changeMode() throws(Problem) -> ChangeMode {
        guard declares("dryRun") else { return ChangeMode() }
        return ChangeMode(isDryRun: try flag("dryRun") ?? false, isExplained: try flag("explain") ?? false)
    }
}
