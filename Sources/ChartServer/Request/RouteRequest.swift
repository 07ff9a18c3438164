import ChartService
import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// A request as a route's handler sees it: routed, its query checked, its body not yet read.
///
/// An object, since it is handed from step to step and never changes.
final class RouteRequest: Sendable {
    /// The route that answers.
    let route: Route
    /// The query, held to the route's declaration.
    let query: QueryParameters
    /// What the request may ask for.
    let limits: Limits
    private let request: Request
    private let context: ChartRequestContext

    /// Checks the query of a request that has been routed.
    convenience init(_ request: Request, context: ChartRequestContext, route: Route, limits: Limits) throws(Problem) {
        let query = try QueryParameters(query: route.ignoresQuery ? nil : request.uri.query, allowed: route.query)
        self.init(request, query: query, context: context, route: route, limits: limits)
    }

    /// Takes a request that has been routed, with its query checked.
    init(
        _ request: Request, query: QueryParameters, context: ChartRequestContext, route: Route, limits: Limits
    ) {
        self.query = query
        self.request = request
        self.context = context
        self.route = route
        self.limits = limits
    }

    /// The request's headers.
    var headers: RequestHeaders { RequestHeaders(fields: request.headers) }

    /// The logger that carries the request's id.
    var logger: Logger { context.logger }

    /// The request itself, for what has no better name here.
    var underlying: (request: Request, context: ChartRequestContext) { (request, context) }

    /// The address that the client's sessions are counted by.
    var clientAddress: String { ClientAddress.key(of: context.peer) }

    /// The decoded text of a path parameter; one that cannot be decoded is taken as it is and names nothing.
    func parameter(_ name: String) -> String {
        guard let text = context.parameter(name) else {
            preconditionFailure("\(route.pattern) has no parameter \(name)")
        }
        return PercentEncoding.decode(text) ?? String(text)
    }

    /// The event loop of the connection; nil where there is none.
    var loop: (any EventLoop)? { context.loop }

    /// The media type of the body, in lower case and without its parameters.
    ///
    /// - Throws: `content-type.unsupported`.
    @discardableResult
    func contentType() throws(Problem) -> String {
        try ContentType.check(request.headers, accepted: route.body.contentTypes)
    }

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
    /// - Throws: `content-type.unsupported`, `body.too-large` or `dataset.too-large`.
    func body() async throws -> [UInt8] {
        precondition(route.body != .none, "\(route.operationID) declares no body")
        try contentType()
        return try await ByteLimit(rule: route.body, limits: limits).collect(request)
    }

    /// Reads the body piece by piece.
    ///
    /// - Parameter take: Takes the next bytes; what it throws ends the reading.
    /// - Throws: `content-type.unsupported`, `body.too-large` or `dataset.too-large`.
    func body(_ take: (ByteBufferView) throws -> Void) async throws {
        precondition(route.body != .none, "\(route.operationID) declares no body")
        try contentType()
        try await ByteLimit(rule: route.body, limits: limits).read(request, take)
    }
}
