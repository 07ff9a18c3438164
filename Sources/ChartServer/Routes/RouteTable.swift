import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Synchronization

/// Every route of the server, and the one place where a path finds its route.
struct RouteTable: Sendable {
    /// A route, with what it remembers of its requests.
    final class Entry: Sendable {
        /// The route.
        let route: Route
        /// The last query, because most clients send the same again and again.
        private let lastQuery = Mutex(QueryParameters?.none)

        /// Whether the query may have a token, which is not kept.
        private let hasSecret: Bool

        fileprivate init(_ route: Route) {
            self.route = route
            hasSecret = route.query.contains("token")
        }

        /// The query of a request, held to the route's declaration.
        ///
        /// - Throws: `query.unknown`, `query.invalid`.
        func query(ofPath path: String) throws(Problem) -> QueryParameters {
            guard !route.ignoresQuery, let mark = path.utf8.firstIndex(of: UInt8(ascii: "?")) else {
                return try QueryParameters(query: nil, allowed: route.query)
            }
            let text = path[path.utf8.index(after: mark)...]
            // Byte by byte, because the log keeps the query as it was sent.
            if let last = lastQuery.withLock({ $0 }), last.text.utf8.elementsEqual(text.utf8) { return last }
            let parameters = try QueryParameters(
                query: String(text), allowed: route.query, repeatable: route.repeatable)
            if !hasSecret { lastQuery.withLock { $0 = parameters } }
            return parameters
        }
    }

    /// What a path and a method find.
    enum Match: Sendable {
        /// A route.
        case route(Entry, PathParameters)
        /// A pattern that other methods answer.
        case otherMethod(pattern: String, methods: [HTTPRequest.Method])
        /// No pattern.
        case unknown

        /// Whether it is a probe.
        var isProbe: Bool {
            guard case .route(let entry, _) = self else { return false }
            return entry.route.isProbe
        }
    }

    /// The routes of one pattern.
    private struct Group: Sendable {
        let pattern: String
        let path: PathPattern
        var entries: [Entry]

        /// The methods that the pattern answers, HEAD beside GET.
        var methods: [HTTPRequest.Method] {
            entries.flatMap { $0.route.method == .get ? [.get, .head] : [$0.route.method] }
        }
    }

    /// The routes, in the order of the documentation.
    let routes: [Route]
    /// The patterns by their number of parts; of those with as many, a pattern with fewer parameters comes first.
    private let groups: [[Group]]

    /// Creates a table; two routes of one method and pattern, or of one operation, are our own bug.
    init(_ routes: [Route]) {
        let keys = Set(routes.map { "\($0.method.rawValue) \($0.pattern)" })
        let operations = Set(routes.map(\.operationID))
        precondition(keys.count == routes.count && operations.count == routes.count, "a route stands twice")
        self.routes = routes
        var groups: [[Group]] = []
        for route in routes {
            let path = PathPattern(route.pattern)
            while groups.count <= path.count { groups.append([]) }
            if let index = groups[path.count].firstIndex(where: { $0.pattern == route.pattern }) {
                groups[path.count][index].entries.append(Entry(route))
            } else {
                groups[path.count].append(Group(pattern: route.pattern, path: path, entries: [Entry(route)]))
            }
        }
        self.groups = groups.map { $0.sorted { $0.path.parameterCount < $1.path.parameterCount } }
    }

    /// Finds the route of a request.
    ///
    /// - Parameters:
    ///   - method: The method; HEAD finds the route of GET.
    ///   - path: The path, which a query may follow.
    /// - Returns: The route, the methods that the path knows instead, or that no route has the path.
    /// - Complexity: O(length of the path + number of patterns with as many parts).
    func match(_ method: HTTPRequest.Method, _ path: String) -> Match {
        // A target such as `http://host/path` is the proxy's form of the path behind it.
        let parts = PathParts(path.utf8.first == UInt8(ascii: "/") ? path : URI(path).path)
        guard parts.count < groups.count else { return .unknown }
        for group in groups[parts.count] {
            guard let parameters = group.path.parameters(of: parts) else { continue }
            let wanted = method == .head ? .get : method
            guard let entry = group.entries.first(where: { $0.route.method == wanted }) else {
                return .otherMethod(pattern: group.pattern, methods: group.methods)
            }
            return .route(entry, parameters)
        }
        return .unknown
    }
}

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

/// The parts of a path between its slashes, by bytes; empty parts are left out, and a query is no part of it.
struct PathParts: Sendable {
    /// The path as it was sent.
    let path: String
    private let places: [Range<Int>]

    /// Parts a path.
    ///
    /// - Complexity: O(length of the path).
    init(_ path: String) {
        var path = path
        places = path.withUTF8 { unsafe Self.places(in: $0.span) }
        self.path = path
    }

    /// How many parts there are.
    var count: Int { places.count }

    /// The text of a part.
    subscript(index: Int) -> Substring {
        let start = path.utf8.index(path.startIndex, offsetBy: places[index].lowerBound)
        return path[start..<path.utf8.index(start, offsetBy: places[index].count)]
    }

    /// Whether the parts of a path have these bytes; nil stands for any.
    func match(_ literals: [[UInt8]?]) -> Bool {
        var path = path
        return path.withUTF8 { bytes in
            let bytes = unsafe bytes.span
            for (place, literal) in zip(places, literals) {
                guard let literal else { continue }
                guard literal.count == place.count else { return false }
                for index in literal.indices where literal[index] != bytes[place.lowerBound + index] { return false }
            }
            return true
        }
    }

    private static func places(in path: Span<UInt8>) -> [Range<Int>] {
        var places: [Range<Int>] = []
        // As many as the longest pattern of the server has.
        places.reserveCapacity(8)
        var start = 0
        var end = 0
        while end <= path.count {
            let isEnd = end == path.count || path[end] == UInt8(ascii: "?") || path[end] == UInt8(ascii: "#")
            if isEnd || path[end] == UInt8(ascii: "/") {
                if start < end { places.append(start..<end) }
                if isEnd { break }
                start = end + 1
            }
            end += 1
        }
        return places
    }
}

/// What stands in a path for the parameters of its pattern.
struct PathParameters: Sendable {
    fileprivate let parts: PathParts
    /// The name of the parameter at each part; nil for a part that is literal.
    fileprivate let names: [String?]

    /// The text of a parameter, as it stands in the path; nil for one that the pattern does not have.
    subscript(name: String) -> Substring? { names.firstIndex(of: name).map { parts[$0] } }
}

/// The pattern of one or more routes, such as `/v1/sessions/{id}`.
struct PathPattern: Sendable {
    private let literals: [[UInt8]?]
    private let names: [String?]

    /// Takes a pattern whose parameters stand in braces.
    init(_ pattern: String) {
        let words = pattern.split(separator: "/")
        literals = words.map { $0.hasPrefix("{") ? nil : Array($0.utf8) }
        names = words.map { $0.hasPrefix("{") ? String($0.dropFirst().dropLast()) : nil }
    }

    /// How many parts a path of this pattern has.
    var count: Int { literals.count }

    /// How many parts are parameters.
    var parameterCount: Int { literals.count { $0 == nil } }

    /// The parameters of a path of as many parts; nil for a path of another pattern.
    func parameters(of parts: PathParts) -> PathParameters? {
        guard parts.match(literals) else { return nil }
        return PathParameters(parts: parts, names: names)
    }
}

extension RouteTable {
    /// The route of the metrics, unless they go elsewhere.
    private static func metrics(of dependencies: RouteDependencies) -> [Route] {
        guard let metrics = dependencies.metrics else { return [] }
        return MetricsRoutes.routes(
            metrics: metrics, sources: dependencies.metricSources ?? MetricSources(dependencies))
    }

    /// The table of the running server.
    static func all(over dependencies: RouteDependencies) -> RouteTable {
        let datasets = DatasetRoutes(service: dependencies.service)
        return RouteTable(
            HealthRoutes.routes(
                drain: dependencies.drain, store: dependencies.service.sessions.store,
                auditLog: AuditLog(isOn: dependencies.settings.isAudited, output: dependencies.output))
                + Self.metrics(of: dependencies)
                + OpenAPIRoutes.routes(document: OpenAPIDocument())
                + datasets.routes
                + EventsOfDataRoutes(service: dependencies.service).routes
                + FeedRoutes(service: dependencies.service).routes
                + DatasetWindowRoutes(service: dependencies.service).routes
                + RowRoutes(service: dependencies.service).routes
                + PictureRoutes(service: dependencies.service).routes
                + SessionRoutes(service: dependencies.service).routes
                + TokenRoutes(service: dependencies.service).routes
                + SurfaceRoutes(service: dependencies.service).routes
                + ModifierRoutes(service: dependencies.service).routes
                + AnnotationRoutes(service: dependencies.service).routes
                + EventRoutes(service: dependencies.service).routes
                + StreamRoutes(service: dependencies.service).routes
                + LogRoutes(service: dependencies.service).routes
                + (dependencies.page.map { [PageRoutes.page($0), GeneratedRowsRoute(beside: datasets).route] } ?? [])
                + (dependencies.documentation.map { _ in [PageRoutes.documentation] } ?? []))
    }
}
