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
