import HTTPTypes

/// One method on one path: what the OpenAPI document describes and the server answers.
struct Route: Sendable {
    /// The method; GET answers HEAD too.
    let method: HTTPRequest.Method
    /// The path with its parameters in braces, such as `/v1/datasets/{name}`.
    let pattern: String
    /// The name of the operation in the OpenAPI document.
    let operationID: String
    /// The query parameters that the route takes; any other is refused.
    var query: [String] = []
    /// Whether the server leaves the query unread, as for the page, whose scripts read it.
    var ignoresQuery = false
    /// What the route reads as its body.
    var body: BodyRule = .none
    /// Whether the route answers while the server shuts down.
    var servesWhileDraining = false
    /// Whether a tracer gets a span for each request.
    var isTraced = false
    /// Answers a request, without waiting for anything; see ``Reply`` for what takes longer.
    let handler: @Sendable (RouteRequest) throws -> Reply
}
