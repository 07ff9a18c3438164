import Glibc

/// Keeps connections busy from one thread; it sends the next batch as soon as an answer arrives.
struct LoadGenerator {
    /// The connections.
    let connections: [LoadConnection]
    private let advances: Bool
    private var entries: [pollfd]
    /// The time of each answer, in microseconds.
    private(set) var latencies: [Double] = []

    /// Makes a generator for connections whose fingers are down.
    ///
    /// - Parameters:
    ///   - connections: The connections.
    ///   - advances: Whether each answer must have the next revision.
    init(_ connections: [LoadConnection], advances: Bool) {
        self.connections = connections
        self.advances = advances
        entries = connections.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
    }

    /// Discards the recorded times.
    mutating func forgetLatencies() {
        latencies = []
    }

    /// Sends batches for a duration, then waits for the last answers.
    ///
    /// - Returns: The number of answers, all of which are as expected.
    /// - Throws: ``BenchmarkFailure`` at the first unexpected answer.
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
