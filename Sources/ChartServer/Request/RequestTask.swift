import Hummingbird
import NIOCore

/// The task that answers a request: what a handler needs to wait, to read a body piece by piece, or to stream.
struct RequestTask: Sendable {
    /// The request of Hummingbird, whose body may be read once.
    let request: Request
    /// Hummingbird's context.
    let context: ChartRequestContext
    /// What the body may be; nil where no route was found.
    let limit: ByteLimit?

    /// Does work that takes long on a thread of its own, and gives it up when the client's connection closes.
    ///
    /// The request has no body, and the connection closes after the answer.
    ///
    /// - Parameter work: The work, which looks now and then whether its task is cancelled.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, `CancellationError` when it was given up.
    func runWhileClientWaits<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
        // A request of a test in this process has no connection.
        guard context.peer != nil else { return try await LongWork.run { try await work() } }
        return try await request.body.consumeWithCancellationOnInboundClose { _ in
            try await LongWork.run { try await work() }
        }
    }

    /// Reads the whole body.
    ///
    /// - Returns: The bytes of the body.
    /// - Throws: `body.too-large` or `dataset.too-large`.
    func wholeBody() async throws -> [UInt8] { try await requiredLimit.collect(request) }

    /// Reads the body piece by piece.
    ///
    /// - Parameter take: Takes the next bytes; what it throws ends the reading.
    /// - Throws: `body.too-large` or `dataset.too-large`.
    func body(_ take: (ByteBufferView) throws -> Void) async throws {
        try await requiredLimit.read(request, take)
    }

    private var requiredLimit: ByteLimit {
        guard let limit else { preconditionFailure("a request without a route has no body to read") }
        return limit
    }
}
