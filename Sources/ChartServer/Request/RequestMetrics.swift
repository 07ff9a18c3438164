import ChartWire
import HTTPTypes
import Logging
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

/// The log entry and the counts of one answered request; every label comes from a closed set.
struct RequestObservation: Sendable {
    /// The labels, shared by metrics and log.
    struct Labels: Sendable, Hashable {
        /// The method, or `OTHER` for one that HTTP does not define.
        var method: String
        /// The route's pattern, `static` or `unmatched`.
        var route: String
        /// The status code.
        var status: Int
        /// The problem code, or `none`.
        var code: String

        /// Hashes the labels that differ most and cost least, because every request looks its labels up.
        func hash(into hasher: inout Hasher) {
            hasher.combine(status)
            hasher.combine(route.utf8.count)
        }
    }

    /// The labels.
    let labels: Labels
    /// The time from the head of the request to the head of the answer.
    let duration: Duration
    /// Whether clients make such requests all the time, for the log alone.
    let isFrequent: Bool
    /// The name of the principal that called, for the log alone; nil for other callers.
    let subject: String?

    /// Observes an answered request.
    init(
        method: HTTPRequest.Method, route: String?, status: HTTPResponse.Status, code: ProblemCode?,
        duration: Duration, isFrequent: Bool = false, subject: String? = nil
    ) {
        labels = Labels(
            method: Self.label(of: method), route: route ?? "unmatched", status: status.code,
            code: code?.rawValue ?? "none")
        self.duration = duration
        self.isFrequent = isFrequent
        self.subject = subject
    }

    /// The severity of the log line.
    ///
    /// - Parameter slow: A request that takes longer is slow; nil where none is.
    /// - Returns: `notice` for a slow request, `debug` for another frequent one that succeeded, else `info`.
    func level(slowAfter slow: Duration?) -> Logger.Level {
        if let slow, duration > slow { return .notice }
        return isFrequent && labels.code == "none" ? .debug : .info
    }

    /// Writes the log line of the request.
    ///
    /// - Parameters:
    ///   - logger: The log.
    ///   - slow: A request that takes longer is slow; nil where none is.
    func log(to logger: Logger, slowAfter slow: Duration?) {
        let level = level(slowAfter: slow)
        guard logger.logLevel <= level else { return }
        var metadata: Logger.Metadata = [
            "http.method": .string(labels.method), "http.route": .string(labels.route),
            "http.status": .stringConvertible(labels.status), "problem.code": .string(labels.code),
            "duration.ms": .stringConvertible(milliseconds),
        ]
        if let subject { metadata["subject"] = .string(AuditRecord.bounded(subject)) }
        logger.log(level: level, "request answered", metadata: metadata)
    }

    private var milliseconds: Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1_000 + Double(attoseconds / 1_000_000_000_000) / 1_000
    }

    private static func label(of method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect: method.rawValue
        default: "OTHER"
        }
    }
}
