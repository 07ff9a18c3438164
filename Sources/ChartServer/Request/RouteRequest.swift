import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes
import Logging
import Synchronization

/// A request as a route's handler sees it: routed, its query checked, its body not yet read.
///
/// An object, because the steps hand it on without change: a structure of many references would be copied each time.
final class RouteRequest: Sendable {
    /// The route that answers.
    let route: Route
    /// The query, held to the route's declaration.
    let query: QueryParameters
    /// The logger that carries the request's id.
    let logger: Logger
    private let incoming: IncomingRequest
    private let identified = Mutex(IdentifiedCaller(.anyone))
    private let isChanging = Atomic(false)
    private let isLooking = Atomic(false)
    private let parameters: PathParameters

    /// Takes a request that has been routed, with its query checked.
    init(
        _ incoming: IncomingRequest, route: Route, parameters: PathParameters, query: QueryParameters,
        logger: Logger
    ) {
        self.incoming = incoming
        self.route = route
        self.parameters = parameters
        self.query = query
        self.logger = logger
    }

    /// Who calls; known before the handler begins.
    var caller: Caller { identified.withLock(\.caller) }

    /// Whether the caller's credential still counts, for an answer that lasts; nil where it lasts as long as the session.
    var validity: (@Sendable () -> Bool)? { identified.withLock(\.validity) }

    /// Who calls, and while which credential counts.
    var identifiedCaller: IdentifiedCaller { identified.withLock(\.self) }

    /// Notes who calls, once that is known.
    func identify(as caller: IdentifiedCaller) { identified.withLock { $0 = caller } }

    /// What the caller needs: what the route says, or less for a dry run of what a viewer may try out.
    var access: RouteAccess { isLooking.load(ordering: .relaxed) ? .session(.viewer) : route.access }

    /// Notes that the request changes nothing, so that a viewer may ask it.
    func beginLook() { isLooking.store(true, ordering: .relaxed) }

    /// Whether its handler has begun a change that the audit log tells of.
    var hasBegunChange: Bool { isChanging.load(ordering: .relaxed) }

    /// Notes that its handler begins a change that the audit log tells of.
    func beginChange() { isChanging.store(true, ordering: .relaxed) }

    /// What the request presents to say who calls.
    var credential: Credential {
        Credential(
            authorization: headers[.authorization], queryToken: query.text("token"), ofFeeder: route.isFeed)
    }

    /// The method, the path and the headers.
    var head: HTTPRequest { incoming.head }

    /// The request's headers.
    var headers: RequestHeaders { RequestHeaders(fields: incoming.head.headerFields) }

    /// The address of the client.
    var clientAddress: ClientAddress { incoming.clientAddress }

    /// The decoded text of a path parameter; one that cannot be decoded is taken as it is and names nothing.
    ///
    /// So is a dataset's name beyond ASCII: as a `String` the Kelvin sign equals K, and would find the dataset of that name.
    func parameter(_ name: String) -> String {
        guard let text = parameters[name] else { preconditionFailure("\(route.pattern) has no parameter \(name)") }
        let decoded = PercentEncoding.decode(text) ?? String(text)
        return name == "name" && decoded.utf8.contains { $0 >= 0x80 } ? String(text) : decoded
    }

    /// The media type of the body, in lower case and without its parameters.
    ///
    /// - Throws: `content-type.unsupported`.
    @discardableResult
    func contentType() throws(Problem) -> String {
        try ContentType.check(
            incoming.head.headerFields, accepted: route.body.contentTypes, takesGzip: route.body.takesGzip)
    }

    /// Whether the body is compressed by gzip.
    var isGzip: Bool { route.body.takesGzip && ContentType.isGzip(incoming.head.headerFields) }

    /// The encoding that the charset of the body names.
    var encoding: TextEncoding? { ContentType.encoding(of: incoming.head.headerFields) }
}
