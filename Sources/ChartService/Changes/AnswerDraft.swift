package import ChartSeries
package import ChartSessions
import ChartWire

/// The body of an answer that is not written yet.
package enum AnswerDraft: Sendable {
    /// No body.
    case empty
    /// The answer to a change.
    case change(ChangeReport)
    /// The answer to a numbered batch, which is kept.
    case numbered(KeptAnswer, ChangeReport)
    /// The answer to a numbered batch that came before; the report shows the surface as it is now.
    case duplicate(KeptAnswer, ChangeReport)
    /// A surface on its own.
    case surface(SessionSurface, SurfaceView)
    /// The whole state of a session.
    case state(Session, SurfaceView, expiresAt: Int64, tokens: (driver: String, viewer: String)?)

    /// How long it takes to write.
    package var effort: WindowEffort {
        switch self {
        case .empty: .short
        case .change(let report), .numbered(_, let report): report.surfaces.effort(report.view)
        case .duplicate(let answer, let report): answer.written == nil ? report.surfaces.fullEffort : .short
        case .surface(let surface, let view): [surface].effort(view)
        case .state(let session, let view, _, _): session.surfaces.effort(view)
        }
    }

    /// Whether the answer is surely no longer than it may be; else it has to be written to know.
    var isSurelyWithinLimit: Bool {
        switch self {
        case .empty, .duplicate: true
        case .change(let report), .numbered(_, let report): report.isSurelyWithinLimit
        case .surface, .state: false
        }
    }

    /// Writes the answer to what has happened: one that would be too long goes without the rows of windows.
    ///
    /// - Throws: A ``SessionError`` for rows that turn out to be damaged, `CancellationError` in a task that was cancelled.
    package func write() throws -> [UInt8] {
        switch self {
        case .empty: return []
        case .change(let report): return try Self.checked(report.surfaces) { report.bounded() }
        case .numbered(let answer, _): return try answer.bytes()
        case .duplicate(let answer, _): return AnswerWriter.duplicate(of: try answer.bytes())
        case .surface(let surface, let view):
            return try Self.checked([surface]) {
                view.bounded { view throws(Problem) in try AnswerWriter.surface(surface, view: view) }
            }
        case .state: return try writeWithinLimit()
        }
    }

    /// Writes the answer to what has not happened, or not yet.
    ///
    /// - Throws: `limits.answer`, and what ``write()`` throws.
    package func writeWithinLimit() throws -> [UInt8] {
        switch self {
        case .change(let report), .numbered(_, let report):
            return try Self.checked(report.surfaces) { try AnswerWriter.change(report, view: report.view) }
        case .surface(let surface, let view):
            return try Self.checked([surface]) { try AnswerWriter.surface(surface, view: view) }
        case .state(let session, let view, let expiresAt, let tokens):
            return try Self.checked(session.surfaces) {
                try AnswerWriter.state(of: session, view: view, expiresAt: expiresAt, tokens: tokens)
            }
        case .empty, .duplicate: return try write()
        }
    }

    private static func checked(
        _ surfaces: [SessionSurface], _ write: () throws -> [UInt8]
    ) throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try write()
        } catch {
            // An error may come of damaged rows, and tells nothing then.
            try surfaces.checkRows()
            throw error
        }
        try surfaces.checkRows()
        // The rows of a cancelled task's window may be cut short.
        try Task.checkCancellation()
        return bytes
    }
}

extension [SessionSurface] {
    /// How long it takes to write all their windows.
    fileprivate var fullEffort: WindowEffort { effort(SurfaceView()) }
}
