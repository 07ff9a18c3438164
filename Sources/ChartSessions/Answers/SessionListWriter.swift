package import ChartWire

/// Writes a page of the list of sessions.
package enum SessionListWriter {
    /// Writes `{"sessions":[…],"next":"…"}`; `next` is the name to ask for the next page after, null at the end.
    ///
    /// - Parameters:
    ///   - page: The sessions.
    ///   - limit: The most sessions that the client wants.
    ///   - writer: Takes the bytes.
    package static func write(_ page: [SessionSummary], limit: Int, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("sessions")
        writer.beginArray()
        for session in page where !writer.isOverLimit { write(session, into: &writer) }
        writer.endArray()
        writer.member("next", orNull: page.count == limit ? page.last?.id : nil)
        writer.endObject()
    }

    private static func write(_ session: SessionSummary, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", session.id)
        writer.member("owner", orNull: session.owner)
        writer.member("revision", session.revision)
        writer.member("datasets", list: session.datasets) { $1.value($0) }
        writer.member("viewers", session.viewers)
        writer.member("createdAt", orNull: session.createdAt.map(Double.init))
        writer.member("lastUsedAt", Double(session.lastUsedAt))
        writer.endObject()
    }
}
