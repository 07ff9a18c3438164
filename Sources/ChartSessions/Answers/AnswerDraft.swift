import ChartEngine
package import ChartSeries
package import ChartText
import ChartWire

/// The body of an answer before it is encoded.
package enum AnswerDraft: Sendable {
    /// No body.
    case empty
    /// The answer to a change.
    case change(ChangeReport)
    /// The answer to a numbered batch; the session keeps it for repeats.
    case numbered(KeptAnswer, ChangeReport)
    /// The answer to a repeated batch; the report shows the surface as it is now.
    case duplicate(KeptAnswer, ChangeReport)
    /// One surface.
    case surface(SessionSurface, SurfaceView)
    /// The description of a surface.
    case description(SessionSurface, ChartLocale, answerBytes: Int)
    /// The whole state of a session.
    case state(Session, SurfaceView, expiresAt: Int64, tokens: (driver: String, viewer: String)?)

    /// The effort of writing the answer.
    package var effort: WindowEffort {
        switch self {
        case .empty: .short
        case .change(let report), .numbered(_, let report): report.effort
        case .duplicate(let answer, let report): answer.written == nil ? report.surfaces.fullEffort : .short
        // Specifications have no bound beside that of the answer.
        case .surface(let surface, let view): max([surface].effort(view), .usual)
        case .description(let surface, _, _): surface.hasAwayRows ? .long : .usual
        case .state(let session, let view, _, _): max(session.surfaces.effort(view), .usual)
        }
    }

    /// About how many bytes the answer has, mostly too many.
    package var expectedBytes: Int {
        switch self {
        case .empty: 0
        case .change(let report), .numbered(_, let report), .duplicate(_, let report): report.expectedBytes
        case .surface(let surface, let view): [surface].expectedBytes(view)
        case .description(_, _, let answerBytes): answerBytes
        case .state(let session, let view, _, _): session.surfaces.expectedBytes(view)
        }
    }

    /// Whether the answer is certainly within its size limit; otherwise only writing it tells.
    var isSurelyWithinLimit: Bool {
        switch self {
        case .empty, .duplicate: true
        case .change(let report), .numbered(_, let report): report.isSurelyWithinLimit
        case .surface, .description, .state: false
        }
    }

    /// Writes the answer to an applied change; an answer over the limit omits the rows of windows.
    ///
    /// - Throws: A `SessionError` for damaged rows, `CancellationError` in a cancelled task.
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
        case .description, .state: return try writeWithinLimit()
        }
    }

    /// Writes the answer to a request that has not changed anything yet.
    ///
    /// - Throws: `limits.answer`, and what ``write()`` throws.
    package func writeWithinLimit() throws -> [UInt8] {
        switch self {
        case .change(let report), .numbered(_, let report):
            return try Self.checked(report.surfaces) { try AnswerWriter.change(report, view: report.view) }
        case .surface(let surface, let view):
            return try Self.checked([surface]) { try AnswerWriter.surface(surface, view: view) }
        case .description(let surface, let locale, let answerBytes):
            return try Self.checked([surface]) {
                try DescriptionWriter.answer(of: surface.surface.chart, in: locale, answerBytes: answerBytes)
            }
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
            // Damaged rows may have caused the error; their problem replaces it.
            try surfaces.checkRows()
            throw error
        }
        try surfaces.checkRows()
        // A cancelled task may have cut short the rows of a window.
        try Task.checkCancellation()
        return bytes
    }
}

extension [SessionSurface] {
    /// The effort of writing all their windows.
    fileprivate var fullEffort: WindowEffort { effort(SurfaceView()) }
}
