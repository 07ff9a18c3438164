import NIOCore

/// Says when a connection has waited too long for its client; time is an input.
///
/// It looks at three things: the first request, which has to begin soon; the body of a request, which has to come at some
/// rate; and the answer, which has to be taken. A connection between two requests is Hummingbird's to close.
struct RequestProgress {
    /// What the client has to do next.
    enum Phase: Equatable {
        /// It has sent no request yet.
        case opening(since: NIODeadline)
        /// It sends a body; so many bytes have come since the time was looked at.
        case body(since: NIODeadline, bytes: Int)
        /// It sends a body although the answer is complete.
        case surplus(since: NIODeadline)
        /// Nothing: the server works, or nobody does.
        case none
    }

    /// What is to be done at a time.
    enum Verdict: Equatable {
        /// The client is too slow.
        case close
        /// Ask again at this time.
        case wait(until: NIODeadline)
        /// There is nothing to wait for.
        case rest
    }

    /// The fewest bytes of a body within a timeout: about 500 a second with the default.
    static let fewestBodyBytes = 16_384

    private let timeout: TimeAmount
    private(set) var phase: Phase
    /// Since when the client has taken too little of what was written; nil while it keeps up.
    private var blockedSince: NIODeadline?
    /// Whether the server wants more of the body.
    private var isReading = true

    /// Begins with a new connection.
    init(timeout: TimeAmount, openedAt now: NIODeadline) {
        self.timeout = timeout
        phase = .opening(since: now)
    }

    /// The head of a request came.
    mutating func receiveHead(at now: NIODeadline) { phase = .body(since: now, bytes: 0) }

    /// A part of a body came.
    mutating func receiveBody(bytes count: Int) {
        guard case .body(let since, let bytes) = phase else { return }
        phase = .body(since: since, bytes: bytes + count)
    }

    /// A request is complete.
    mutating func receiveEnd() { phase = .none }

    /// Whether the client has yet to send the rest of a request.
    var expectsBody: Bool {
        if case .body = phase { true } else { false }
    }

    /// The answer is complete.
    mutating func finishAnswer(at now: NIODeadline) {
        if expectsBody { phase = .surplus(since: now) }
    }

    /// The server asks for more, or has got what it asked for.
    mutating func setReading(_ isReading: Bool) { self.isReading = isReading }

    /// The client keeps up with what is written, or does not.
    mutating func setWritable(_ isWritable: Bool, at now: NIODeadline) {
        blockedSince = isWritable ? nil : blockedSince ?? now
    }

    /// Looks at the time.
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
