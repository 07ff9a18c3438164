/// A server in a comparison, with its load and its measurements.
final class MeasuredServer {
    /// The load generator.
    private(set) var load: LoadGenerator
    /// The requests per second of each run.
    private(set) var rates: [Double] = []
    /// The number of answers in all runs.
    private(set) var answerCount = 0
    private var serverSeconds = 0.0
    private var clientSeconds = 0.0
    private let server: ChildServer

    /// Connects to the server and puts a finger down on each path.
    init(_ server: ChildServer, paths: [String], credential: String? = nil, advances: Bool) throws {
        self.server = server
        let connections = try paths.enumerated().map { index, path in
            let connection = try LoadConnection(port: server.port)
            try connection.open(path: path, client: "client-\(10 + index)", credential: credential)
            return connection
        }
        load = LoadGenerator(connections, advances: advances)
    }

    /// The server's processor time per request, in microseconds.
    var processorMicroseconds: Double { serverSeconds / Double(answerCount) * 1e6 }

    /// The rates, and the processor time of server and client.
    var report: String {
        let share = clientSeconds / (clientSeconds + serverSeconds)
        let client = Figure.text(clientSeconds / Double(answerCount) * 1e6, decimals: 1)
        return """
            \(Spread(rates).text(decimals: 0)); \
            processor time a request \(Figure.text(processorMicroseconds, decimals: 1)) µs, \
            client \(client) µs, which is \(Figure.percent(share)) of both
            """
    }

    /// The quantiles of the answer times.
    var latencies: String {
        let spread = Spread(load.latencies)
        let parts = [0.5, 0.99, 0.999].map { Figure.text(spread.quantile($0) / 1_000, decimals: 2) }
        return "50 % in \(parts[0]) ms, 99 % in \(parts[1]) ms, 99.9 % in \(parts[2]) ms"
    }

    /// Runs the load without recording anything.
    func warmUp(for duration: Duration) throws {
        _ = try load.run(for: duration)
        load.forgetLatencies()
    }

    /// Runs the load and records the measurements.
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
