/// A connection with its own session and at most one outstanding request.
final class LoadConnection {
    /// The socket.
    let socket: Socket
    private var request: TouchRequest?
    private var answer = AnswerReader()
    private var revision = 0
    private var sentAt = ContinuousClock.now

    /// Connects to a server on this machine.
    init(port: UInt16) throws {
        socket = try Socket(port: port)
    }

    /// The body of the last answer.
    var body: ArraySlice<UInt8> { answer.body }

    /// The number of bytes of the last answer's head, and of the whole answer.
    var answerCounts: (head: Int, whole: Int) { (answer.headCount, answer.headCount + answer.body.count) }

    /// The time from sending the last batch to its complete answer, in microseconds.
    private(set) var latency = 0.0

    /// The number of bytes of the next batch.
    var requestCount: Int { request?.bytes.count ?? 0 }

    /// Sends a request and waits for its answer.
    ///
    /// - Returns: The body of the answer.
    /// - Throws: ``BenchmarkFailure`` if the answer has another status.
    func exchange(_ bytes: [UInt8], expecting status: Int) throws -> ArraySlice<UInt8> {
        guard try self.status(of: bytes) == status else { throw unexpectedAnswer() }
        return answer.body
    }

    /// Sends a request, waits for its answer and returns the status.
    func status(of bytes: [UInt8]) throws -> Int {
        answer.reset()
        var sent = 0
        while sent < bytes.count {
            sent += try socket.send(bytes[sent...])
            if sent < bytes.count { try socket.wait(toSend: true) }
        }
        while try !answer.read(from: socket) { try socket.wait(toSend: false) }
        return answer.status
    }

    /// Puts a finger down on a surface.
    func open(path: String, client: String, credential: String? = nil) throws {
        let request = TouchRequest(path: path, client: client, credential: credential)
        _ = try exchange(request.bytes, expecting: 200)
        revision = answer.revision() ?? 0
        self.request = request
        self.request?.advance()
    }

    /// Sends the next batch of moves.
    func sendBatch() throws {
        answer.reset()
        sentAt = .now
        let isWhole = try request.map { try socket.send($0.bytes[...]) == $0.bytes.count }
        guard isWhole == true else { throw BenchmarkFailure("a batch was not sent whole") }
        request?.advance()
    }

    /// Reads what has arrived and checks a complete answer.
    ///
    /// - Parameter advances: Whether each answer must have the next revision.
    /// - Returns: Whether the answer is complete.
    /// - Throws: ``BenchmarkFailure`` if the answer is not the expected one.
    func receiveAnswer(advances: Bool) throws -> Bool {
        guard try answer.read(from: socket) else { return false }
        guard answer.status == 200, let revision = answer.revision(), !advances || revision == self.revision + 1 else {
            throw unexpectedAnswer()
        }
        self.revision = revision
        latency = (.now - sentAt) / .microseconds(1)
        return true
    }

    private func unexpectedAnswer() -> BenchmarkFailure {
        BenchmarkFailure(
            "status \(answer.status) after revision \(revision): \(String(decoding: answer.body.prefix(500), as: UTF8.self))"
        )
    }
}
