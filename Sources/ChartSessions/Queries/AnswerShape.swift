package import ChartText
package import ChartWire

/// What the query of a change asks for: what the answer shows, and how the change is made.
package struct AnswerShape: Sendable {
    /// What the answer shows.
    private(set) var view = SurfaceView()
    /// The locale that the client accepts, where its query names none.
    private(set) var accepted: ChartLocale?
    /// Whether the change is tried out or explained.
    package private(set) var mode = ChangeMode()

    /// Creates what an empty query asks for.
    package init() {}

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - operation: The operation; the answer to a new surface has its specification and its rows.
    ///   - query: The query.
    ///   - accepted: The locale that the client accepts; `nil` for that of the session.
    /// - Throws: `query.invalid`.
    package init(
        of operation: ChangeOperation, _ query: QueryParameters, accepting accepted: ChartLocale? = nil
    ) throws(Problem) {
        let isNewSurface = operation == .createSurface
        var view = try query.view(window: isNewSurface ? .full : .auto, hasSpecification: isNewSurface)
        self.accepted = view.locale == nil ? accepted : nil
        view.locale = view.locale ?? accepted
        self.view = view
        mode = try query.changeMode()
    }

    /// The query that makes the same answer to a client that accepts no language.
    func selfContained(_ query: String) -> String {
        guard let accepted else { return query }
        return query + (query.isEmpty ? "" : "&") + "locale=\(accepted.tag)"
    }
}
