import HTTPTypes

/// One method on one path: what the OpenAPI document describes and the server answers.
///
/// An object, because all event loops share it: a structure would have each of its parts counted for each request.
final class Route: Sendable {
    /// Answers a request, without waiting for anything; see ``Reply`` for what takes longer.
    typealias Handler = @Sendable (RouteRequest) throws -> Reply

    /// The method; GET answers HEAD too.
    let method: HTTPRequest.Method
    /// The path with its parameters in braces, such as `/v1/datasets/{name}`.
    let pattern: String
    /// The name of the operation in the OpenAPI document.
    let operationID: String
    /// What a caller needs.
    let access: RouteAccess
    /// The query parameters that the route takes; any other is refused.
    let query: [String]
    /// Those of the parameters that may be given several times.
    let repeatable: [String]
    /// Whether the server leaves the query unread, as for the page, whose scripts read it.
    let ignoresQuery: Bool
    /// What the route reads as its body.
    let body: BodyRule
    /// Whether the route answers while the server shuts down.
    let servesWhileDraining: Bool
    /// Whether the route tells how the process is, so that no rate holds its callers.
    let isProbe: Bool
    /// Whether a tracer gets a span for each request.
    let isTraced: Bool
    /// Whether clients call the route all the time, so that the log tells of its successes at `debug` alone.
    let isFrequent: Bool
    /// What the audit log calls the route; nil for one that it leaves out.
    let audited: AuditRecord.Action?
    /// Whether feeders call the route: it takes their credentials, and a rate that they exceed is 503.
    let isFeed: Bool
    /// Answers a request.
    let handler: Handler

    /// Declares a route.
    init(
        method: HTTPRequest.Method, pattern: String, operationID: String, access: RouteAccess, query: [String] = [],
        repeatable: [String] = [], ignoresQuery: Bool = false, body: BodyRule = .none,
        servesWhileDraining: Bool = false, isProbe: Bool = false,
        isTraced: Bool = true, isFrequent: Bool = false, audited: AuditRecord.Action? = nil, isFeed: Bool = false,
        handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.operationID = operationID
        self.access = access
        self.query = query
        self.repeatable = repeatable
        self.ignoresQuery = ignoresQuery
        self.body = body
        self.servesWhileDraining = servesWhileDraining
        self.isProbe = isProbe
        self.isTraced = isTraced
        self.isFrequent = isFrequent
        self.audited = audited
        self.isFeed = isFeed
        self.handler = handler
    }
}
