import ChartWire
import Metrics
import Synchronization

/// Counts requests and their durations by method, route pattern, status and problem code.
///
/// It creates a handle when a combination first occurs, and keeps it. The route table and the closed list of codes
/// bound the combinations.
final class RequestMetrics: Sendable {
    private struct Handles: Sendable {
        let requests: Counter
        let duration: Timer
        /// Counts requests with an invalid query or body; nil for other codes.
        let decodeErrors: Counter?
        /// Counts requests that are refused for their rights; nil for other codes.
        let refusals: Counter?
    }

    private let factory: any MetricsFactory
    private let handles = Mutex<[RequestObservation.Labels: Handles]>([:])

    /// Creates the metrics of a backend.
    init(factory: any MetricsFactory) {
        self.factory = factory
    }

    /// Counts a request.
    func record(_ observation: RequestObservation) {
        let handles = handles(of: observation.labels)
        handles.requests.increment()
        handles.decodeErrors?.increment()
        handles.refusals?.increment()
        let (seconds, attoseconds) = observation.duration.components
        handles.duration.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    private func handles(of labels: RequestObservation.Labels) -> Handles {
        handles.withLock { known in
            if let found = known[labels] { return found }
            let dimensions = [
                ("method", labels.method), ("route", labels.route), ("status", String(labels.status)),
                ("code", labels.code),
            ]
            let made = Handles(
                requests: Counter(label: "http_requests_total", dimensions: dimensions, factory: factory),
                duration: Timer(label: "http_request_duration_seconds", dimensions: dimensions, factory: factory),
                decodeErrors: ProblemCode(rawValue: labels.code).flatMap { code in
                    code.isOfDecoding ? Counter(MetricTable.decodeErrors, [code.rawValue], factory: factory) : nil
                },
                refusals: ProblemCode(rawValue: labels.code).flatMap { code in
                    code.isOfAccess ? Counter(MetricTable.refusals, [code.rawValue], factory: factory) : nil
                })
            known[labels] = made
            return made
        }
    }
}

extension ProblemCode {
    /// Whether it means an invalid query or body, whatever the session.
    fileprivate var isOfAccess: Bool { [401, 403].contains(status) }
    fileprivate var isOfDecoding: Bool { [400, 413, 415, 422].contains(status) }
}
