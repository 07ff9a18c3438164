package import ChartWire

/// How a client wants a change to be applied and answered.
package struct ChangeMode: Sendable {
    /// The query parameters for a dry run and an explanation.
    static let query = ["dryRun", "explain"]

    /// Whether to answer what would happen, without changing anything.
    package var isDryRun = false
    /// Whether to answer what recognizers, modifiers and limits did.
    package var isExplained = false
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
