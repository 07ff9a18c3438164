import NIOCore

/// Decides when a connection has waited too long for its client; time is an input.
///
/// It limits three waits: for the first request, for the body of a request (by a least rate), and for the client to
/// take the answer. Hummingbird closes a connection that is idle between two requests.
struct RequestProgress {
    /// What the client has to do next.
    enum Phase: Equatable {
        /// The client has sent no request yet.
        case opening(since: NIODeadline)
        /// The client sends a body; so many bytes have arrived since this time.
        case body(since: NIODeadline, bytes: Int)
        /// The client sends a body although the answer is complete.
        case surplus(since: NIODeadline)
        /// Nothing: the server works, or the connection is idle.
        case none
    }

    /// What to do at a time.
    enum Verdict: Equatable {
        /// Close the connection, because the client is too slow.
        case close
        /// Ask again at this time.
        case wait(until: NIODeadline)
        /// Nothing, because there is nothing to wait for.
        case rest
    }

    /// The fewest bytes of a body in a timeout: about 500 a second with the default.
    static let fewestBodyBytes = 16_384

    private let timeout: TimeAmount
    private(set) var phase: Phase
    /// Since when the client has taken too little of the answer; nil while it keeps up.
    private var blockedSince: NIODeadline?
    /// Whether the server wants more of the body.
    private var isReading = true

    /// Starts with a new connection.
    init(timeout: TimeAmount, openedAt now: NIODeadline) {
        self.timeout = timeout
        phase = .opening(since: now)
    }

    /// Records the head of a request.
    mutating func receiveHead(at now: NIODeadline) { phase = .body(since: now, bytes: 0) }

    /// Records a part of a body.
    mutating func receiveBody(bytes count: Int) {
        guard case .body(let since, let bytes) = phase else { return }
        phase = .body(since: since, bytes: bytes + count)
    }

    /// Records the end of a request.
    mutating func receiveEnd() { phase = .none }

    /// Whether the client still has to send the rest of a request.
    var expectsBody: Bool {
        if case .body = phase { true } else { false }
    }

    /// Records the end of the answer.
    mutating func finishAnswer(at now: NIODeadline) {
        if expectsBody { phase = .surplus(since: now) }
    }

    /// Records whether the server wants more of the body.
    mutating func setReading(_ isReading: Bool) { self.isReading = isReading }

    /// Records whether the client keeps up with the answer.
    mutating func setWritable(_ isWritable: Bool, at now: NIODeadline) {
        blockedSince = isWritable ? nil : blockedSince ?? now
    }

    /// Decides what to do at a time.
    mutating func verdict(at now: NIODeadline) -> Verdict {
        if let blockedSince, now >= blockedSince + timeout { return .close }
        var next = blockedSince.map { $0 + timeout }
        switch phase {
        case .none: break
        case .opening(let since), .surplus(let since):
            guard now < since + timeout else { return .close }
            next = min(next ?? since + timeout, since + timeout)
        case .body(var since, let bytes):
            if now >= since + timeout {
                guard bytes >= Self.fewestBodyBytes || !isReading else { return .close }
                since = now
                phase = .body(since: now, bytes: 0)
            }
            next = min(next ?? since + timeout, since + timeout)
        }
        return next.map { .wait(until: $0) } ?? .rest
    }
}
