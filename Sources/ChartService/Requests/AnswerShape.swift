package import ChartWire

/// What the query of a change asks for: what the answer shows, and how the change is made.
package struct AnswerShape: Sendable {
    /// What the answer shows.
    let view: SurfaceView
    /// Whether the change is tried out or explained.
    package let mode: ChangeMode

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - operation: The operation; the answer to a new surface has its specification and its rows.
    ///   - query: The query.
    /// - Throws: `query.invalid`.
    package init(of operation: ChangeOperation, _ query: QueryParameters) throws(Problem) {
        let isNewSurface = operation == .createSurface
        view = try query.view(window: isNewSurface ? .full : .auto, hasSpecification: isNewSurface)
        mode = try query.changeMode()
    }
}
