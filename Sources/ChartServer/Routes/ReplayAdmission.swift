import ChartSeries
import ChartWire
import Synchronization

/// Lets each caller run one replay at a time, since a replay may hold a thread for as long as its log is.
final class ReplayAdmission: Sendable {
    private let running = Mutex<Set<ExactName>>([])

    /// Runs a replay of a caller.
    ///
    /// - Parameters:
    ///   - caller: The caller's token, or its address where it presents none.
    ///   - replay: The replay.
    /// - Returns: What the replay returns.
    /// - Throws: `limits.rate` while another replay of the caller runs, or what the replay throws.
    func run<Result: Sendable>(of caller: ExactName, _ replay: () async throws -> Result) async throws -> Result {
        guard running.withLock({ $0.insert(caller).inserted }) else {
            throw Problem(.rateExceeded, "A caller runs one replay at a time.", retryAfter: 1)
        }
        defer { running.withLock { _ = $0.remove(caller) } }
        return try await replay()
    }
}
