import ChartSessions
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
    /// event: a browser keeps it in silence. So a viewer that resumes misses nothing, and gets nothing twice.
    /// The viewers of a server that shuts down come back one after another, each after a time by chance.
    static func bytes(of event: StreamEvent) -> ByteBuffer {
        switch event {
        case .state(let revision, let body): bytes("state", id: revision, body)
        case .update(let revision, let body): bytes("update", id: revision, body)
        case .data(_, let bookmark, let body): bytes("data", id: nil, body, then: bookmark)
        case .bookmark(let bookmark): ByteBuffer(string: Self.text(bookmark))
        case .silence: ByteBuffer(string: ":\n\n")
        case .end(let reason):
            bytes(
                "end", id: nil, retry: reason == .shutdown ? .random(in: returnMilliseconds) : nil,
                Array(#"{"reason":"\#(reason.rawValue)"}"#.utf8))
        }
    }

    /// After how many milliseconds the viewers of a server that shuts down come back.
    static let returnMilliseconds = 500...3_000

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
