import ChartSeries
import ChartSessions
import ChartWire
import NIOCore

/// How events of a stream stand on the wire (`text/event-stream`).
enum ServerSentEvents {
    /// The first bytes of every stream: a browser that loses it asks again after so many milliseconds.
    ///
    /// They leave at once, so that the client sees that the stream is there.
    static let opening = ByteBuffer(string: "retry: 1000\n\n")

    /// The bytes of an event.
    ///
    /// An event has an id where the viewer knows a revision after it. Rows are followed by an id of their own, without an
    /// event: a browser keeps it in silence. So a viewer that resumes misses nothing, and gets nothing twice. The
    /// viewers of a server that shuts down come back one after another, each after a time by chance.
    static func bytes(of event: StreamEvent) -> ByteBuffer {
        switch event {
        case .state(let revision, let body): bytes("state", id: revision, body)
        case .update(let revision, let body, _): bytes("update", id: revision, body)
        case .data(_, let bookmark, let body): bytes("data", id: nil, body, then: bookmark)
        case .bookmark(let bookmark): ByteBuffer(string: Self.text(bookmark))
        case .silence: reminder
        case .end(let reason): end(because: reason)
        }
    }

    /// The bytes of a keep-alive.
    static let reminder = ByteBuffer(string: ":\n\n")

    private static func end(because reason: StreamEnding, of source: [UInt8] = []) -> ByteBuffer {
        bytes(
            "end", id: nil, retry: reason == .shutdown ? .random(in: returnMilliseconds) : nil,
            told(source, Array(#"{"reason":"\#(reason.rawValue)"}"#.utf8)))
    }

    /// The first event of a stream of many sessions: the id by which it is changed.
    static func stream(_ id: String) -> ByteBuffer { bytes("stream", id: nil, Array(#"{"id":"\#(id)"}"#.utf8)) }

    /// The bytes of an event in a stream of many sessions, which says of which one it is.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - session: The session.
    ///   - name: What the client calls it.
    /// - Returns: The bytes, without an id; nil for what such a stream does not tell.
    static func bytes(of event: StreamEvent, session: String, as name: String) -> ByteBuffer? {
        let source = members(session, name)
        return switch event {
        case .state(_, let body): bytes("state", id: nil, told(source, body))
        // The answer to a change names its session itself.
        case .update(_, let body, let batch): bytes("update", id: nil, told(members(nil, name, of: batch), body))
        case .data(_, _, let body): bytes("data", id: nil, told(source, body))
        case .end(let reason): end(because: reason, of: source)
        case .bookmark, .silence: nil
        }
    }

    /// The bytes of the event that a session of a stream cannot be had.
    static func refusal(_ problem: Problem, session: String, as name: String) -> ByteBuffer {
        let body = Array(#"{"problem":"#.utf8) + problem.body + Array("}".utf8)
        return bytes("refused", id: nil, told(members(session, name), body))
    }

    /// An object that says of which session an event is, and which batch made it.
    private static func members(_ session: String?, _ name: String, of batch: StreamedBatch? = nil) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 128)
        writer.beginObject()
        if let session { writer.member("session", session) }
        writer.member("as", name)
        if let batch {
            writer.member("client", batch.number.client.text)
            writer.member("sequence", batch.number.sequence)
        }
        writer.endObject()
        return writer.bytes
    }

    /// An object with the members of one and then of the other, both of which have some; the first may be missing.
    private static func told(_ source: [UInt8], _ body: [UInt8]) -> [UInt8] {
        source.isEmpty ? body : source.dropLast() + [UInt8(ascii: ",")] + body.dropFirst()
    }

    /// After how many milliseconds the viewers of a server that shuts down come back.
    private static let returnMilliseconds = 500...3_000

    private static func text(_ bookmark: StreamBookmark) -> String { "id: \(bookmark.text)\n\n" }

    private static func bytes(
        _ name: String, id: Int?, retry: Int? = nil, _ body: [UInt8], then bookmark: StreamBookmark? = nil
    ) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(body.count + 64)
        if let retry { buffer.writeString("retry: \(retry)\n") }
        if let id { buffer.writeString("id: \(id)\n") }
        buffer.writeString("event: \(name)\ndata: ")
        // The end of a line would end the data; in JSON it can only be white space, as in what a client keeps as meta.
        let ends: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        buffer.writeBytes(body.contains(where: ends.contains) ? body.filter { !ends.contains($0) } : body)
        buffer.writeString("\n\n")
        if let bookmark { buffer.writeString(text(bookmark)) }
        return buffer
    }
}
