import ChartEngine
package import ChartWire

/// Ranges that a caller looks at in place of those of a surface, and that change nothing: `view.x=10,20`.
///
/// A range is what `visibleRange` of an axis takes: two numbers or two dates.
package struct ViewedRanges: Sendable {
    /// The name of the query parameters, for any axis.
    package static let query = ["\(name){axis}"]

    /// What the names of the parameters begin with.
    private static let name = "view."

    private let ranges: [(axis: String, ends: JSONValue)]

    /// Whether the query names no range.
    package var isEmpty: Bool { ranges.isEmpty }

    /// Reads a query; what is no range is refused when it is looked at.
    package init(_ query: QueryParameters) {
        ranges = query.named(Self.name).map { axis, text in
            let ends = text.split(separator: ",", omittingEmptySubsequences: false).map { end -> JSONValue in
                guard let number = Double(end), number.isFinite else { return .string(String(end)) }
                return .number(number + 0)
            }
            return (axis, .array(ends))
        }
    }

    /// A surface as it would be after a PATCH of these ranges, with the revision that it has.
    ///
    /// - Parameters:
    ///   - id: The surface.
    ///   - session: The session.
    /// - Returns: The surface.
    /// - Throws: `query.invalid` for an unknown axis or a range that the axis cannot show, or `SessionError`.
    package func surface(_ id: String, of session: borrowing Session) throws -> SessionSurface {
        let index = try session.index(ofSurface: id)
        guard !isEmpty else { return session.surfaces[index] }
        var trial = copy session
        try look(at: id, of: &trial)
        return trial.surfaces[index]
    }

    /// Shows these ranges in a copy of a session.
    func look(at id: String, of session: inout Session) throws {
        try session.withoutRevision { session in
            for (axis, ends) in ranges {
                do {
                    try session.changeSurface(id) { surface in
                        try surface.changeAxis(axis, by: ["visibleRange": ends])
                    }
                } catch let problem as Problem {
                    throw Self.problem(axis, problem.detail)
                }
            }
        }
    }

    private static func problem(_ axis: String, _ detail: String) -> Problem {
        Problem(.queryInvalid, "The query parameter \(name)\(axis) is not valid. \(detail)")
    }
}
