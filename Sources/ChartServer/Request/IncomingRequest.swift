import HTTPTypes
import NIOCore
import Synchronization

/// A request as it comes in: its head, what that finds, whom it comes from, and when it came.
///
/// An object, because the steps hand it on without change: a head is large.
final class IncomingRequest: Sendable {
    /// The head of the request.
    let head: HTTPRequest
    /// What its path and method find.
    let match: RouteTable.Match
    /// The other end of the connection; nil where it has no address.
    private let peer: SocketAddress?
    /// The proxies that may tell the client's address.
    private let proxies: TrustedProxies
    private let foundAddress = Mutex(ClientAddress?.none)
    /// How many bytes the head says that the body has, where it is collected before the request begins; nil elsewhere.
    let collectedLength: Int?
    /// The place that the shutdown waits for from the head on; nil for a request that is refused or needs none.
    let place: DrainPlace?
    /// The last caller of its connection; nil where none is remembered.
    let lastCaller: LastCaller?
    /// When the head came.
    let start = ContinuousClock.now

    /// Takes a request.
    init(
        _ head: HTTPRequest, match: RouteTable.Match = .unknown, from peer: SocketAddress? = nil,
        proxies: TrustedProxies = .none, collectedLength: Int? = nil, place: DrainPlace? = nil,
        lastCaller: LastCaller? = nil
    ) {
        self.head = head
        self.match = match
        self.peer = peer
        self.proxies = proxies
        self.collectedLength = collectedLength
        self.place = place
        self.lastCaller = lastCaller
    }

    /// Whether a peer that is no believed proxy has sent a header of one.
    var ignoresProxy: Bool { proxies.ignoresHeader(in: head.headerFields, from: peer) }

    /// Whether the request finds a probe.
    var isProbe: Bool {
        guard case .route(let entry, _) = match else { return false }
        return entry.route.isProbe
    }

    /// The scheme that a believed proxy says that the client has used; nil where none says so.
    var forwardedScheme: String? { proxies.scheme(of: head.headerFields, peer: peer) }

    /// The address of the client; found when it is first asked for.
    var clientAddress: ClientAddress {
        foundAddress.withLock { found in
            if let found { return found }
            let address = proxies.client(of: head.headerFields, peer: peer)
            found = address
            return address
        }
    }
}
