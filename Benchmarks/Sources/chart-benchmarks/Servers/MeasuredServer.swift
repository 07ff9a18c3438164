/// One side of a comparison, with what was measured of it.
final class MeasuredServer {
    /// What keeps it busy.
    private(set) var load: LoadGenerator
    /// The requests a second of each run.
    private(set) var rates: [Double] = []
    /// How many answers came in all runs.
    private(set) var answerCount = 0
    private var serverSeconds = 0.0
    private var clientSeconds = 0.0
    private let server: ChildServer

    /// Connects and puts a finger down on each path.
    init(_ server: ChildServer, paths: [String], advances: Bool) throws {
        self.server = server
        let connections = try paths.enumerated().map { index, path in
            let connection = try LoadConnection(port: server.port)
            try connection.open(path: path, client: "client-\(10 + index)")
            return connection
        }
        load = LoadGenerator(connections, advances: advances)
    }

    /// The processor time that the server takes for a request, in microseconds.
    var processorMicroseconds: Double { serverSeconds / Double(answerCount) * 1e6 }

    /// The rates, and who took the processors.
    var report: String {
        let share = clientSeconds / (clientSeconds + serverSeconds)
        let client = Figure.text(clientSeconds / Double(answerCount) * 1e6, decimals: 1)
        return """
            \(Spread(rates).text(decimals: 0)); \
            processor time a request \(Figure.text(processorMicroseconds, decimals: 1)) µs, \
            client \(client) µs, which is \(Figure.percent(share)) of both
            """
    }

    /// How long the answers took.
    var latencies: String {
        let spread = Spread(load.latencies)
        let parts = [0.5, 0.99, 0.999].map { Figure.text(spread.quantile($0) / 1_000, decimals: 2) }
        return "50 % in \(parts[0]) ms, 99 % in \(parts[1]) ms, 99.9 % in \(parts[2]) ms"
    }

    /// Runs without counting.
    func warmUp(for duration: Duration) throws {
        _ = try load.run(for: duration)
        load.forgetLatencies()
    }

    /// Runs, and notes what was measured.
    func run(for duration: Duration) throws {
        let serverStart = try server.processorSeconds
        let clientStart = ProcessorTime.ofProcess
        let start = ContinuousClock.now
        let answers = try load.run(for: duration)
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        clientSeconds += (ProcessorTime.ofProcess - clientStart) / 1e9
        serverSeconds += try server.processorSeconds - serverStart
        answerCount += answers
        rates.append(Double(answers) / elapsed)
    }
}
