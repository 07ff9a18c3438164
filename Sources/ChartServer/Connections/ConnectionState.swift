import ChartWire
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// What becomes of the parts of a connection's requests: pure, without a channel.
///
/// A connection answers one request at a time, in their order. What comes behind a request waits for its answer, and
/// nothing more is read meanwhile. So a client that sends many requests at once, or that takes no answers, holds neither
/// memory nor an event loop.
struct ConnectionState {
    /// Where the connection is in its requests.
    private enum Phase {
        /// Between two requests.
        case idle
        /// In a request that begins once its body is there.
        case collecting(IncomingRequest, length: Int)
        /// In a request that has begun.
        case answering
        /// Behind the last answer: the client has to close the connection.
        case closing
        /// At the end.
        case closed
    }

    /// What comes in.
    enum Arrival {
        case part(HTTPRequestPart)
        /// The client of the request whose head has just come waits for 100.
        case continueExpected
        /// The message is refused, and the client sends nothing further that counts.
        case refusal(Problem)
        case event(Any)
        case error(any Error)
    }

    /// What is to be done, in order.
    enum Effect {
        /// A request begins whose body is there.
        case begin(IncomingRequest, body: ByteBuffer)
        /// A request begins whose body follows in pieces.
        case open(IncomingRequest)
        /// The open request gets a piece of its body.
        case feed(ByteBuffer)
        /// The body of the open request is complete, or breaks off with an error.
        case endBody((any Error)?)
        /// A message that is none, or that the rules forbid, is answered.
        case refuse(Problem)
        /// The connection is closed for sending.
        case finish
        /// Hummingbird gets an event.
        case pass(Any)
        /// Hummingbird gets an error.
        case passError(any Error)
        /// The client is asked for more.
        case read
        /// The client gets 100, so that it sends the body that it holds back.
        case writeContinue
    }

    private var phase = Phase.idle
    /// What has come of the body that is collected.
    private var body = ByteBuffer()
    /// Whether more of the body of the begun request comes.
    private var isBodyOpen = false
    /// Whether the begun request is answered, and only the rest of its body is awaited.
    private var isAnswered = false
    /// Whether nothing counts that comes behind the begun request.
    private(set) var isLast = false
    /// What has come behind the begun request, from ``nextWaiting`` on; a connection at rest holds no room for it.
    private var waiting: [Arrival] = []
    private var nextWaiting = 0
    /// Whether the client has taken most of what was written.
    private var isWritable = true
    /// Whether the reader of the body has enough for now.
    private var isBodyFull = false
    /// Whether more is to be read as soon as there is room for it.
    private var isReadDue = false
    private var effects: [Effect] = []
    private var nextEffect = 0
    /// Makes a request of a head.
    private let request: (HTTPRequest) -> IncomingRequest

    /// Begins with a new connection.
    ///
    /// - Parameter request: Makes a request of a head, whose ``IncomingRequest/collectedLength`` says how it begins.
    init(request: @escaping (HTTPRequest) -> IncomingRequest) {
        self.request = request
    }

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
    mutating func receive(_ arrival: Arrival) {
        if !hasWaiting, mayTake(arrival) { take(arrival) } else { waiting.append(arrival) }
    }

    /// The server asks for more.
    mutating func askForMore() {
        isReadDue = true
        readIfRoom()
    }

    /// Notes whether the client has taken most of what was written; else no further request begins.
    mutating func setWritable(_ isWritable: Bool) {
        self.isWritable = isWritable
        if isWritable { takeWaiting() }
    }

    /// Notes whether the reader of the body has enough for now.
    mutating func setBodyFull(_ isFull: Bool) {
        isBodyFull = isFull
        readIfRoom()
    }

    /// Whether a begun request has no whole answer.
    var isAnswering: Bool {
        if case .answering = phase { !isAnswered } else { false }
    }

    /// Whether anything waits behind the begun request.
    var hasWaiting: Bool { nextWaiting < waiting.count }

    /// Notes that the begun request has its whole answer.
    ///
    /// - Parameter isLast: Whether the connection ends with it.
    mutating func noteAnswer(isLast: Bool) {
        guard isAnswering else { return }
        if isLast || self.isLast { return end() }
        if isBodyOpen {
            isAnswered = true
            setBodyFull(false)
        } else {
            goOn()
        }
    }

    /// Notes that nothing more can be written.
    mutating func noteOutputClosed() {
        switch phase {
        case .idle, .collecting: end()
        case .answering: isLast = true
        case .closing, .closed: break
        }
    }

    /// The connection is closed.
    mutating func close() {
        (waiting, nextWaiting) = ([], 0)
        effects.removeAll()
        nextEffect = 0
        if isBodyOpen, !isAnswered { effects.append(.endBody(ChannelError.eof)) }
        phase = .closed
    }

    private func mayTake(_ arrival: Arrival) -> Bool {
        switch (phase, arrival) {
        case (.idle, .part(.head)): isWritable
        case (.answering, _): isBodyOpen
        case _: true
        }
    }

    private mutating func take(_ arrival: Arrival) {
        switch arrival {
        case .part(let part): take(part)
        case .continueExpected:
            if isAnswering { effects.append(.writeContinue) }
        case .refusal(let problem):
            switch phase {
            case .idle, .collecting:
                phase = .closing
                effects += [.refuse(problem), .finish]
            case .answering: breakBody(problem)
            case .closing, .closed: break
            }
        case .event(let event):
            if case .inputClosed? = event as? ChannelEvent, breakOff(ChannelError.inputClosed, arrival) { return }
            effects.append(.pass(event))
        case .error(let error):
            if breakOff(error, arrival) { return }
            effects.append(.passError(error))
        }
    }

    private mutating func take(_ part: HTTPRequestPart) {
        switch (phase, part) {
        case (.idle, .head(let head)):
            let request = request(head)
            isLast = head.headerFields.value(of: .connection) == "close"
            if let length = request.collectedLength {
                phase = .collecting(request, length: length)
            } else {
                open(request)
            }
        case (.collecting(let request, let length), .body(var piece)):
            if body.readableBytes + piece.readableBytes <= length {
                if body.readableBytes == 0 { body = piece } else { body.writeBuffer(&piece) }
            } else {
                open(request)
                if body.readableBytes > 0 { effects.append(.feed(body)) }
                effects.append(.feed(piece))
                body = ByteBuffer()
            }
        case (.collecting(let request, _), .end):
            phase = .answering
            effects.append(.begin(request, body: body))
            body = ByteBuffer()
        case (.answering, .body(let piece)):
            if !isAnswered { effects.append(.feed(piece)) }
        case (.answering, .end):
            isBodyOpen = false
            if isAnswered { goOn() } else { effects.append(.endBody(nil)) }
        case _: break
        }
    }

    private mutating func open(_ request: IncomingRequest) {
        phase = .answering
        isBodyOpen = true
        effects.append(.open(request))
    }

    /// Breaks off a body that has not come to its end; what has broken it is told once the request is answered.
    ///
    /// - Returns: Whether a begun request waited for its body.
    private mutating func breakOff(_ error: any Error, _ arrival: Arrival) -> Bool {
        switch phase {
        case .answering:
            waiting.append(arrival)
            breakBody(error)
            return true
        case .collecting:
            body = ByteBuffer()
            phase = .closing
            return false
        case .idle, .closing, .closed: return false
        }
    }

    private mutating func breakBody(_ error: any Error) {
        isBodyOpen = false
        isLast = true
        if isAnswered { end() } else { effects.append(.endBody(error)) }
    }

    /// Goes on with the next request.
    private mutating func goOn() {
        phase = .idle
        isAnswered = false
        takeWaiting()
    }

    /// Takes nothing more but the end of the connection.
    private mutating func end() {
        phase = .closing
        isBodyOpen = false
        isBodyFull = false
        effects.append(.finish)
        takeWaiting()
    }

    private mutating func takeWaiting() {
        while hasWaiting, mayTake(waiting[nextWaiting]) {
            nextWaiting += 1
            take(waiting[nextWaiting - 1])
        }
        if !hasWaiting { (waiting, nextWaiting) = ([], 0) }
        readIfRoom()
    }

    private mutating func readIfRoom() {
        guard isReadDue, !hasWaiting, !isBodyFull else { return }
        isReadDue = false
        effects.append(.read)
    }
}
