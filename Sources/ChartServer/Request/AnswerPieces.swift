import Hummingbird
import NIOCore

/// Sends an answer in pieces, each when the client has taken most of the earlier ones.
struct AnswerPieces: Sendable {
    /// The size of a piece in bytes; a longer answer is sent in several.
    static let pieceBytes = 1 << 18
    /// How long the client of a large answer may pause in all.
    static let rest = Duration.seconds(30)
    /// The least bytes a second that the client must take beside that, because other answers may wait for its place.
    static let leastRate = 32_768

    /// The bytes.
    let bytes: ByteBuffer
    /// The place held until the client has taken the bytes; a client that is too slow loses its connection.
    var place: LargeAnswers.Place?
    /// The event loop of the connection; nil when there is none.
    var loop: (any EventLoop)?

    /// Whether a client takes the bytes fast enough.
    ///
    /// - Parameters:
    ///   - sent: How many bytes the client has taken.
    ///   - duration: How long it took.
    /// - Returns: Whether the client is fast enough.
    static func isInTime(_ sent: Int, after duration: Duration) -> Bool {
        duration <= rest + .milliseconds(sent * 1_000 / leastRate)
    }

    /// The body of an answer with the bytes.
    var body: ResponseBody {
        ResponseBody(contentLength: bytes.readableBytes) { writer in
            let start = ContinuousClock.now
            var rest = bytes
            while let piece = rest.readSlice(length: min(Self.pieceBytes, rest.readableBytes)),
                piece.readableBytes > 0
            {
                try await writer.write(piece)
                // Once the event loop has handled this piece, a full connection is known and delays the next one.
                try await loop?.submit {}.get()
                guard place == nil || Self.isInTime(rest.readerIndex, after: start.duration(to: .now)) else {
                    throw CancellationError()
                }
            }
            try await writer.finish(nil)
        }
    }
}
