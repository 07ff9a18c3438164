import NIOCore

/// The body of a request: collected before the request began, or in pieces, which can be read once.
enum IncomingBody: Sendable {
    /// All bytes.
    case whole(ByteBuffer)
    /// The pieces as they come.
    case pieces(Pieces)

    /// The pieces of a body; the client sends more only while they are read.
    typealias Pieces = NIOThrowingAsyncSequenceProducer<
        ByteBuffer, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, Demand
    >
    /// Takes the pieces as they come.
    typealias Source = Pieces.Source

    /// Tells when more pieces are wanted.
    struct Demand: NIOAsyncSequenceProducerDelegate {
        fileprivate let more: @Sendable () -> Void

        func produceMore() { more() }

        /// Nobody reads the rest, which is read from the connection and dropped.
        func didTerminate() { more() }
    }

    /// Makes a body in pieces.
    ///
    /// - Parameter more: Called when more pieces are wanted.
    /// - Returns: The body, and what takes its pieces.
    static func make(more: @escaping @Sendable () -> Void) -> (body: IncomingBody, source: Source) {
        let pieces = Pieces.makeSequence(
            backPressureStrategy: .init(lowWatermark: 2, highWatermark: 8), finishOnDeinit: true,
            delegate: Demand(more: more))
        return (.pieces(pieces.sequence), pieces.source)
    }

    /// Reads the body from its begin to its end.
    ///
    /// - Parameter take: Takes the next bytes; what it throws ends the reading.
    /// - Throws: What `take` throws, or what has broken the body off.
    func read(_ take: (ByteBuffer) throws -> Void) async throws {
        switch self {
        case .whole(let bytes):
            if bytes.readableBytes > 0 { try take(bytes) }
        case .pieces(let pieces):
            for try await piece in pieces { try take(piece) }
        }
    }
}
