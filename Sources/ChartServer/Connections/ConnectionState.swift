import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Which requests of one connection the event loop begins, and which parts go to Hummingbird: pure, without a channel.
///
/// Answers leave in the order of the requests. What arrives behind a request that the event loop has begun waits for its
/// answer and then goes to Hummingbird, as does everything until Hummingbird has answered. So a client that sends many
/// requests at once, or that takes no answers, does not hold an event loop.
struct ConnectionState {
    /// Where the connection is in its requests.
    enum Phase {
        /// Between two requests.
        case idle
        /// In a request whose body is collected here.
        case collecting(IncomingRequest)
        /// Behind a request that the event loop has begun and not answered.
        case answering(IncomingRequest)
        /// In a request that is Hummingbird's.
        case passing
        /// At the end.
        case closed
    }

    /// What comes in.
    enum Arrival {
        case part(HTTPRequestPart)
        case event(Any)
        case error(any Error)
    }

    /// What is to be done, in order.
    enum Effect {
        /// The event loop begins a request.
        case begin(IncomingRequest, body: ByteBuffer)
        /// Hummingbird gets a part; in a box, because a head is large and the other effects are small.
        indirect case pass(HTTPRequestPart)
        /// Hummingbird gets an event.
        case passEvent(Any)
        /// Hummingbird gets an error.
        case passError(any Error)
        /// Hummingbird learns that no more parts come for now.
        case passReadComplete
        /// The client is asked for more.
        case read
        /// The client gets 100, so that it sends the body that it holds back.
        case writeContinue
    }

    private(set) var phase = Phase.idle
    /// What has come of the body that is collected.
    private var body = ByteBuffer()
    /// How many requests Hummingbird has to answer.
    private var unanswered = 0
    /// Whether all parts pass to Hummingbird, which may be about to close the connection.
    private var passesEverything = false
    /// Whether Hummingbird has got a part since it was told of the end of reads.
    private var hasPassedParts = false
    /// What has come behind a request that is not answered yet.
    private var waiting: [Arrival] = []
    /// Whether more is to be read once nothing waits.
    private var isReadDue = false
    private var effects: [Effect] = []
    private var nextEffect = 0

    /// The next effect; nil when there is none.
    mutating func takeEffect() -> Effect? {
        guard nextEffect < effects.count else {
            effects.removeAll(keepingCapacity: true)
            nextEffect = 0
            return nil
        }
        defer { nextEffect += 1 }
        return effects[nextEffect]
    }

    /// Takes what has come in.
    ///
    /// - Parameters:
    ///   - arrival: What has come.
    ///   - candidate: The request that the event loop may begin; asked for the head of a request that comes first.
    mutating func receive(_ arrival: Arrival, candidate: (HTTPRequest) -> IncomingRequest?) {
        if case .answering = phase { waiting.append(arrival) } else { take(arrival, candidate) }
    }

    /// No more parts come for now.
    mutating func receiveReadComplete() {
        guard hasPassedParts else { return }
        hasPassedParts = false
        effects.append(.passReadComplete)
    }

    /// Hummingbird asks for more.
    mutating func askForMore() {
        if waiting.isEmpty { effects.append(.read) } else { isReadDue = true }
    }

    /// Whether Hummingbird has requests to answer.
    var hasUnanswered: Bool { unanswered > 0 }

    /// Whether no request is in progress.
    var isAtRest: Bool {
        if case .idle = phase { unanswered == 0 } else { false }
    }

    /// Whether one request is in progress, and nothing has come behind it.
    var hasOneRequest: Bool {
        switch phase {
        case .idle, .passing: unanswered == 1
        case .answering: waiting.isEmpty
        case .collecting, .closed: false
        }
    }

    /// Hummingbird has written the end of an answer.
    mutating func noteAnswerOfHummingbird() {
        if unanswered > 0 { unanswered -= 1 }
    }

    /// The event loop has written its answer.
    mutating func noteAnswer() {
        guard case .answering = phase else { return }
        body = ByteBuffer()
        phase = .idle
        takeWaiting()
    }

    /// Hands the request that the event loop has begun on to Hummingbird, and what has come since.
    mutating func handOn() {
        guard case .answering(let request) = phase else { return }
        phase = .collecting(request)
        passCollected()
        phase = .idle
        pass(.end(nil))
        takeWaiting()
    }

    /// The connection is closed.
    mutating func close() {
        waiting.removeAll()
        effects.removeAll()
        nextEffect = 0
        phase = .closed
    }

    /// Hands Hummingbird what has come meanwhile.
    private mutating func takeWaiting() {
        // They pass to Hummingbird, which answers in the order of the requests.
        for arrival in waiting { take(arrival) { _ in nil } }
        waiting = []
        receiveReadComplete()
        guard isReadDue else { return }
        isReadDue = false
        effects.append(.read)
    }

    private mutating func take(_ arrival: Arrival, _ candidate: (HTTPRequest) -> IncomingRequest?) {
        switch arrival {
        case .part(let part): take(part, candidate)
        case .event(is ContinueExpected):
            // Behind other requests the client goes on without being told.
            guard unanswered == 1, case .passing = phase else { return }
            effects.append(.writeContinue)
        case .event(let event):
            passCollected()
            if event is ChannelEvent { passesEverything = true }
            effects.append(.passEvent(event))
        case .error(let error):
            passCollected()
            passesEverything = true
            effects.append(.passError(error))
        }
    }

    private mutating func take(_ part: HTTPRequestPart, _ candidate: (HTTPRequest) -> IncomingRequest?) {
        switch (phase, part) {
        case (.idle, .head(let head)):
            if !passesEverything, unanswered == 0, let request = candidate(head) {
                phase = .collecting(request)
                return
            }
            if head.headerFields.value(of: .connection) == "close" { passesEverything = true }
            phase = .passing
            unanswered += 1
        case (.collecting(let request), .body(var piece)):
            if body.readableBytes + piece.readableBytes <= request.bodyLength {
                if body.readableBytes == 0 { body = piece } else { body.writeBuffer(&piece) }
                return
            }
            passCollected()
        case (.collecting(let request), .end):
            phase = .answering(request)
            effects.append(.begin(request, body: body))
            return
        case (.passing, .end): phase = .idle
        case _: break
        }
        pass(part)
    }

    /// Hands Hummingbird what has been collected of a request that is not begun here.
    private mutating func passCollected() {
        guard case .collecting(let request) = phase else { return }
        let body = body
        self.body = ByteBuffer()
        phase = .passing
        unanswered += 1
        pass(.head(request.head))
        if body.readableBytes > 0 { pass(.body(body)) }
    }

    private mutating func pass(_ part: HTTPRequestPart) {
        hasPassedParts = true
        effects.append(.pass(part))
    }
}
