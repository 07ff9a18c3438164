import ChartWire
import Metrics
import Synchronization

/// Counts requests and their durations by method, route pattern, status and problem code.
///
/// A handle is made when a combination is seen first and kept; the combinations are bounded by the route table and
/// the closed list of codes.
final class RequestMetrics: Sendable {
    private struct Handles: Sendable {
        let requests: Counter
        let duration: Timer
        /// Counts requests that could not be taken; nil where the others go.
        let decodeErrors: Counter?
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
                })
            known[labels] = made
            return made
        }
    }
}

extension ProblemCode {
    /// Whether it tells of a query or a body that could not be taken, whatever the session is.
    fileprivate var isOfDecoding: Bool { [400, 413, 415, 422].contains(status) }
}
