import ChartEngine
import ChartSeries
import ChartStores
package import ChartWire

/// Writes the answers about sessions as JSON.
///
/// Each method throws `limits.answer` when the answer has more bytes than the view allows.
enum AnswerWriter {
    /// The answer to a change: the changed surfaces, the addressed one first, and the links when they changed.
    static func change(_ report: ChangeReport, view: SurfaceView) throws(Problem) -> [UInt8] {
        // glibc caches blocks of up to 1,032 bytes for each thread; the header of a list takes part of that.
        var writer = JSONWriter(reservingCapacity: view.hasTicks ? 2_048 : 960, limit: view.answerBytes)
        writer.beginObject()
        writer.member("session", report.session)
        writer.member("revision", report.revision)
        writer.member("duplicate", false)
        writeHistory(report.history, into: &writer)
        if let ignored = report.ignored { writeIgnored(ignored, into: &writer) }
        writeSurfaces(report.surfaces, view: view, after: report.basis, into: &writer)
        if let links = report.links { writeLinks(links, into: &writer) }
        if let trace = report.trace { TraceWriter.write(trace, into: &writer) }
        writer.endObject()
        return try writer.answer()
    }

    /// The whole state of a session.
    static func state(
        of session: Session, view: SurfaceView, expiresAt: Int64, tokens: (driver: String, viewer: String)? = nil
    ) throws(Problem) -> [UInt8] {
        let view = view.resolved(for: session)
        var writer = JSONWriter(reservingCapacity: 4_096, limit: view.answerBytes)
        writer.beginObject()
        writer.member("id", session.id)
        if let tokens {
            writer.member("driverToken", tokens.driver)
            writer.member("viewerToken", tokens.viewer)
        }
        writer.member("revision", session.revision)
        writer.member("timeZone", session.timeZone)
        writer.member("locale", session.locale)
        writer.member("idleTimeout", session.idleTimeout)
        writer.key("meta")
        writer.rawValue(session.meta.isEmpty ? Array("{}".utf8) : session.meta)
        writeHistory((session.undoCount, session.redoCount), into: &writer)
        writeSurfaces(session.surfaces.map { view.seen($0) }, view: view, into: &writer)
        writeLinks(session.links, into: &writer)
        writer.member("expiresAt", Int(expiresAt))
        writer.endObject()
        return try writer.answer()
    }

    /// The answer to new rows, or changed ones, with the surfaces whose ranges they moved.
    static func rows(
        of table: Table, dataset: String, after version: Int, surfaces: [SessionSurface], view: SurfaceView
    ) throws(Problem) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 1_024, limit: view.answerBytes)
        writer.beginObject()
        writer.member("dataset", dataset)
        writer.member("version", table.version)
        writer.member("rows", table.rowCount)
        if table.firstRow > 0 { writer.member("firstRow", table.firstRow) }
        if let (changed, isReplacement) = table.changes(since: version) {
            if let changed {
                writer.member("changed", list: [changed.lowerBound, changed.upperBound]) { $1.value($0) }
            }
            if isReplacement { writer.member("replaced", true) }
        }
        writeSurfaces(surfaces.map { view.seen($0) }, view: view, into: &writer)
        writer.endObject()
        return try writer.answer()
    }

    /// One surface.
    static func surface(_ surface: SessionSurface, view: SurfaceView) throws(Problem) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 4_096, limit: view.answerBytes)
        SurfaceWriter(view: view).write(surface, into: &writer)
        return try writer.answer()
    }

    /// The same answer, marked as a duplicate.
    static func duplicate(of answer: [UInt8]) -> [UInt8] {
        let mark = Array("\"duplicate\":false".utf8)
        guard
            let start = answer.indices.first(where: { answer[$0...].starts(with: mark) })
        else { preconditionFailure("every stored answer says that it is no duplicate") }
        var marked = answer
        marked.replaceSubrange(start..<(start + mark.count), with: Array("\"duplicate\":true".utf8))
        return marked
    }

    private static func writeHistory(_ history: (undo: Int, redo: Int), into writer: inout JSONWriter) {
        writer.key("history")
        writer.beginObject()
        writer.member("undo", history.undo)
        writer.member("redo", history.redo)
        writer.endObject()
    }

    private static func writeLinks(_ links: [AxisLink], into writer: inout JSONWriter) {
        writer.member("links", list: links) { link, writer in
            writer.object { writer in
                writer.member("axes", list: link.members) { $1.value("\($0.surface)/\($0.axis)") }
                writer.member("kind", link.kind.rawValue)
            }
        }
    }

    private static func writeIgnored(_ ignored: [IgnoredInput], into writer: inout JSONWriter) {
        writer.key("ignored")
        writer.beginArray()
        for one in ignored where !writer.isOverLimit {
            writer.beginObject()
            writer.member("pointer", "/events/\(one.event)/touches/\(one.contact)")
            writer.member("reason", one.reason)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func writeSurfaces(
        _ surfaces: [SessionSurface], view: SurfaceView, after basis: SceneBasis? = nil, into writer: inout JSONWriter
    ) {
        writer.key("surfaces")
        writer.beginArray()
        let surfaces = surfaces.span
        for index in surfaces.indices where !writer.isOverLimit {
            SurfaceWriter(view: view, basis: basis).write(surfaces[index], into: &writer)
        }
        writer.endArray()
    }
}

extension JSONWriter {
    /// The written text.
    ///
    /// - Parameter remedy: What to ask for instead when the answer is too long.
    /// - Returns: The text.
    /// - Throws: `limits.answer`.
    package func answer(
        remedy: String =
            "Ask for a lower `maxRows` of the window, fewer series, `layout=columns`, `window=none` or `scene=none`."
    ) throws(Problem) -> [UInt8] {
        guard !isOverLimit else {
            throw Problem(.answerTooLong, "The answer would have more bytes than `limits.answerBytes`. \(remedy)")
        }
        return bytes
    }
}
