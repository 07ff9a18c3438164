import NIOCore

/// Sends an answer in pieces, each when the client has taken most of the earlier ones.
struct AnswerPieces: Sendable {
    /// The size of a piece in bytes; a longer answer is sent in several.
    static let pieceBytes = 1 << 16
    /// How long the client of a large answer may pause in all.
    static let rest = Duration.seconds(30)
    /// The least bytes a second that the client must take beside that, because other answers may wait for its place.
    static let leastRate = 32_768

    /// The bytes that were not sent.
    private var rest: ByteBuffer
    /// The room held until the client has taken the bytes; a client that is too slow loses its connection.
    private let room: LargeAnswers.Room?
    private let start = ContinuousClock.now

    /// Takes the bytes of an answer.
    init(_ bytes: ByteBuffer, room: LargeAnswers.Room?) {
        (rest, self.room) = (bytes, room)
    }

    /// Whether a client takes the bytes fast enough.
    ///
    /// - Parameters:
    ///   - sent: How many bytes the client has taken.
    ///   - duration: How long it took.
    /// - Returns: Whether the client is fast enough.
    static func isInTime(_ sent: Int, after duration: Duration) -> Bool {
        duration <= rest + .milliseconds(sent * 1_000 / leastRate)
    }

    /// Takes the next piece, once the client has taken most of the earlier ones.
    ///
    /// - Returns: The piece; nil at the end.
    /// - Throws: `CancellationError` for a client that is too slow.
    mutating func next() throws(CancellationError) -> ByteBuffer? {
        guard room == nil || rest.readerIndex == 0 || Self.isInTime(rest.readerIndex, after: start.duration(to: .now))
        else { throw CancellationError() }
        guard rest.readableBytes > 0 else { return nil }
        return rest.readSlice(length: min(Self.pieceBytes, rest.readableBytes))
    }
}
