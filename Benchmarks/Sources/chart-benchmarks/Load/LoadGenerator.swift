import Glibc

/// Keeps connections busy from one thread: whatever is answered is followed by the next batch at once.
struct LoadGenerator {
    /// The connections.
    let connections: [LoadConnection]
    private let advances: Bool
    private var entries: [pollfd]
    /// How long each answer has taken, in microseconds.
    private(set) var latencies: [Double] = []

    /// Takes connections whose fingers are down.
    ///
    /// - Parameters:
    ///   - connections: The connections.
    ///   - advances: Whether the server counts revisions, which the answers are held to then.
    init(_ connections: [LoadConnection], advances: Bool) {
        self.connections = connections
        self.advances = advances
        entries = connections.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
    }

    /// Forgets how long the answers have taken.
    mutating func forgetLatencies() {
        latencies = []
    }

    /// Sends until some time is over, then waits for the last answers.
    ///
    /// - Returns: How many answers came, all of them as they must be.
    /// - Throws: ``BenchmarkFailure`` at the first other answer.
    mutating func run(for duration: Duration) throws -> Int {
        let end = ContinuousClock.now + duration
        var answers = 0
        var underWay = connections.count
        for connection in connections { try connection.sendBatch() }
        while underWay > 0 {
            guard unsafe poll(&entries, nfds_t(entries.count), Socket.patience) > 0 else {
                throw Socket.failure("poll")
            }
            let isOver = ContinuousClock.now >= end
            for index in entries.indices where entries[index].revents != 0 {
                guard try connections[index].receiveAnswer(advances: advances) else { continue }
                answers += 1
                latencies.append(connections[index].latency)
                if isOver {
                    underWay -= 1
                } else {
                    try connections[index].sendBatch()
                }
            }
        }
        return answers
    }
}
