import HTTPTypes
import Hummingbird

/// One method on one path: what the OpenAPI document describes and the router serves.
struct Route: Sendable {
    /// The method; GET answers HEAD too.
    let method: HTTPRequest.Method
    /// The path with its parameters in braces, such as `/v1/datasets/{name}`.
    let pattern: String
    /// The name of the operation in the OpenAPI document.
    let operationID: String
    /// The query parameters that the route takes; any other is refused.
    var query: [String] = []
    /// Whether the query is another's to read, as that of the page is its scripts'.
    var ignoresQuery = false
    /// What the route reads as its body.
    var body: BodyRule = .none
    /// Whether the handler may hold its thread for so long that other requests should not wait behind it.
    var takesLong = false
    /// Whether the route answers while the server shuts down.
    var servesWhileDraining = false
    /// Answers what is brief on the event loop of its connection; nil for a route that is asked too seldom for that.
    var brief: BriefHandler?
    /// Answers a request.
    let handler: @Sendable (RouteRequest) async throws -> Response
}
