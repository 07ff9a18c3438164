import NIOCore

/// Reads a request that may be answered on the event loop of its connection, where nothing may take long and nobody may
/// wait.
///
/// - Parameters:
///   - request: The request, its query checked.
///   - body: The whole body; empty for a route that reads none.
/// - Returns: What is left to do; nil for a request that goes the way of all others.
/// - Throws: What the request is answered with.
typealias BriefHandler = @Sendable (_ request: RouteRequest, _ body: [UInt8]) throws -> BriefWork?

/// Answers a request that has been read.
///
/// What needs not begin before the other requests of the turn were answered waits for the end of the turn.
///
/// - Parameter complete: Takes the answer: once, before the call returns or later from any thread.
/// - Returns: Whether the request is taken; one that is not has changed nothing, and goes the way of all others.
typealias BriefWork = @Sendable (_ complete: BriefCompletion) -> Bool

/// Takes the answer of a brief request, or what a handler throws.
struct BriefCompletion: Sendable {
    private let loop: any EventLoop
    private let complete: @Sendable (Result<WholeAnswer, any Error>) -> Void

    /// Creates what takes an answer.
    ///
    /// - Parameters:
    ///   - loop: The event loop of the connection.
    ///   - complete: Called there with the answer.
    init(on loop: any EventLoop, _ complete: @escaping @Sendable (Result<WholeAnswer, any Error>) -> Void) {
        self.loop = loop
        self.complete = complete
    }

    /// Takes the answer.
    func callAsFunction(_ result: Result<WholeAnswer, any Error>) {
        loop.execute { [complete] in complete(result) }
    }

    /// Takes what makes the answer on the event loop.
    func callAsFunction(making result: @escaping @Sendable () -> Result<WholeAnswer, any Error>) {
        loop.execute { [complete] in complete(result()) }
    }
}
