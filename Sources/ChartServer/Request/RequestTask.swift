import ChartDatasets
import NIOCore

/// The task of a request: what a handler needs to wait, to read a body piece by piece, or to stream.
struct RequestTask: Sendable {
    /// The request from its admission on.
    let exchange: Exchange
    /// The body, which may be read once.
    let body: IncomingBody
    /// The client that waits for the answer.
    let connection: ClientConnection

    /// Does work that takes long on a thread of its own, and gives it up when the client's connection closes.
    ///
    /// The request has no body. The connection goes on after the answer.
    ///
    /// - Parameter work: The work, which looks now and then whether its task is cancelled.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, `CancellationError` when it was given up.
    private func runWhileClientWaits<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try LongWork.checkRoom()
        return try await waitWhileClientWaits { try await LongWork.run(work) }
    }

    /// Waits for something, and gives it up when the client's connection closes.
    ///
    /// The body of the request was read. The connection goes on after the answer.
    ///
    /// - Parameter wait: Waits, until its task is cancelled.
    /// - Returns: What `wait` returns.
    /// - Throws: What `wait` throws, `CancellationError` when it was given up.
    func waitWhileClientWaits<Result: Sendable>(
        _ wait: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let departures = connection.departures()
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await wait() }
            group.addTask {
                for await _ in departures { throw CancellationError() }
                return nil
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() ?? nil else { throw CancellationError() }
            return result
        }
    }

    /// Makes an answer that may be large, and gives it up when the client's connection closes.
    ///
    /// The request has no body.
    ///
    /// - Parameters:
    ///   - bytes: How many bytes the answer may have.
    ///   - client: The address of the client.
    ///   - answers: The room of large answers.
    ///   - isLong: Whether making it takes long.
    ///   - make: Makes the answer.
    /// - Returns: The answer with its room.
    /// - Throws: What `make` throws, `CancellationError` when it was given up.
    func answer(
        of bytes: Int, to client: String, in answers: LargeAnswers, isLong: Bool,
        _ make: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        if !isLong, let room = answers.freeRoom(of: bytes, for: client) { return try make().keeping(room) }
        return try await runWhileClientWaits {
            let room = try await answers.room(of: bytes, for: client)
            return try make().keeping(room)
        }
    }

    /// Calls a function as soon as the client's connection closes, not only when a write fails, until the task is cancelled.
    func waitForDeparture(_ leave: () -> Void) async {
        for await _ in connection.departures() { return leave() }
    }

    /// Reads the whole body.
    ///
    /// - Returns: The bytes of the body.
    /// - Throws: `body.too-large` or `dataset.too-large`.
    func wholeBody() async throws -> [UInt8] { try await limit.collect(body) }

    /// Reads the body piece by piece, unpacked, and then looks once more whether the change may be made.
    ///
    /// - Parameter take: Takes the next bytes; what it throws ends the reading.
    /// - Throws: `body.too-large` or `dataset.too-large`, `body.malformed` for a body that is no gzip and says so,
    ///   `audit.blocked`.
    func body(_ take: (ByteBufferView) throws -> Void) async throws {
        if exchange.request?.isGzip == true {
            let reader = try GzipReader(mostBytes: limit.bytes)
            try await limit.read(body) { packed in
                try reader.append(packed) { try take(ByteBuffer(bytes: $0).readableBytesView) }
            }
            try reader.finish()
        } else {
            try await limit.read(body, take)
        }
        try exchange.checkChange()
    }

    private var limit: ByteLimit {
        guard let limit = exchange.limit else { preconditionFailure("a request without a route has no body to read") }
        return limit
    }
}

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

        /// The task reads no further: the connection takes the rest, and drops it.
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
