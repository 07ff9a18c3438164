import ChartSessions
import Hummingbird
import NIOCore

/// Sends an answer in pieces, each when the client has taken most of what came before.
struct AnswerPieces: Sendable {
    /// An answer of more bytes is sent in pieces of so many.
    static let pieceBytes = 1 << 18
    /// A client that takes a large answer may rest for so long in all.
    static let rest = Duration.seconds(30)
    /// How many bytes a second the client of a large answer takes at least beside that: others may wait for its place.
    static let leastRate = 32_768

    /// The bytes.
    let bytes: ByteBuffer
    /// What is held until the client has taken the bytes; a client that takes them too slowly loses its connection.
    var place: LargeAnswers.Place?
    /// The event loop of the connection; nil where there is none.
    var loop: (any EventLoop)?

    /// Whether the bytes may wait for more time to pass.
    ///
    /// - Parameters:
    ///   - sent: How many the client has taken.
    ///   - duration: In how much time.
    /// - Returns: Whether the client is fast enough.
    static func isInTime(_ sent: Int, after duration: Duration) -> Bool {
        duration <= rest + .milliseconds(sent * 1_000 / leastRate)
    }

    /// The body of an answer that consists of the bytes.
    var body: ResponseBody {
        ResponseBody(contentLength: bytes.readableBytes) { writer in
            let start = ContinuousClock.now
            var rest = bytes
            while let piece = rest.readSlice(length: min(Self.pieceBytes, rest.readableBytes)),
                piece.readableBytes > 0
            {
                try await writer.write(piece)
                // The connection is known to be full, so that the next piece waits, once its loop has had this one.
                try await loop?.submit {}.get()
                guard place == nil || Self.isInTime(rest.readerIndex, after: start.duration(to: .now)) else {
                    throw CancellationError()
                }
            }
            try await writer.finish(nil)
        }
    }
}
