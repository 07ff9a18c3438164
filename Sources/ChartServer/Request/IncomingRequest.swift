import HTTPTypes

/// A request as it comes in: its head, what that finds, and when it came.
///
/// An object, because the steps hand it on without change: a head is large.
final class IncomingRequest: Sendable {
    /// The head of the request.
    let head: HTTPRequest
    /// What its path and method find.
    let match: RouteTable.Match
    /// How many bytes the head says that the body has, where an event loop collects it.
    let bodyLength: Int
    /// The place that the shutdown waits for from the head on; nil for a request that is refused or needs none.
    let place: DrainPlace?
    /// When the head came.
    let start = ContinuousClock.now

    /// Takes a request.
    init(_ head: HTTPRequest, match: RouteTable.Match = .unknown, bodyLength: Int = 0, place: DrainPlace? = nil) {
        self.head = head
        self.match = match
        self.bodyLength = bodyLength
        self.place = place
    }
}
