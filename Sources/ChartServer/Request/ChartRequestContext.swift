import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What accompanies one request from the socket to its answer.
struct ChartRequestContext: RequestContext {
    /// Hummingbird's own part: logger, route pattern, path parameters.
    var coreContext: CoreRequestContextStorage
    /// Names the request in the answer and in the log.
    private(set) var requestID: String

    /// The path's parameters, where the router was not asked.
    var pathParameters: PathParameters?

    /// The text of a path parameter, as it stands in the path; nil for one that the route's pattern does not have.
    func parameter(_ name: String) -> Substring? {
        if let pathParameters { pathParameters[name] } else { parameters.get(name).map { $0[...] } }
    }

    /// The other end of the connection; nil where it has no address.
    let peer: SocketAddress?
    /// The event loop of the connection; nil where there is no connection.
    let loop: (any EventLoop)?

    /// Creates the context of a request that has just arrived, with a minted request id.
    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress
        loop = peer == nil ? nil : source.channel.eventLoop
        // A log handler may drop metadata, so the logger alone cannot keep the id.
        requestID = source.logger[metadataKey: Self.requestIDKey]?.description ?? RequestID().description
    }

    /// The route's pattern, such as `/v1/datasets/{name}`, or nil for a path that no route has.
    var routePattern: String? {
        endpointPath == "NotFound" ? nil : endpointPath
    }

    /// Takes over the client's request id when it is a sane one, and the trace that it names, so that two logs can be
    /// joined.
    mutating func adoptNames(from headers: HTTPFields) {
        if let parent = headers.value(of: .traceParent).flatMap({ TraceParent($0) }) {
            logger[metadataKey: Self.traceIDKey] = .string(parent.traceID)
            logger[metadataKey: Self.parentIDKey] = .string(parent.parentID)
        }
        guard let id = headers.value(of: .requestID), Self.isSane(id) else { return }
        requestID = id
        logger[metadataKey: Self.requestIDKey] = .string(id)
    }

    static let requestIDKey = "hb.request.id"
    static let traceIDKey = "trace_id"
    static let parentIDKey = "parent_id"

    private static func isSane(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                case _: false
                }
            }
    }
}
