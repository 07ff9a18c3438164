import ChartSessions

/// What a metric is: its name, its type, its labels and what it tells.
struct MetricDescription: Sendable, Hashable {
    /// The types of the Prometheus text format.
    enum Kind: Sendable, Hashable {
        /// Only rises.
        case counter
        /// Goes up and down.
        case gauge
        /// Counts observations at or below each bound; the bounds rise, in the metric's unit.
        case histogram(bounds: [Double])

        /// What the text format calls the type.
        var name: String {
            switch self {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        }
    }

    /// The name by Prometheus's conventions, with its base unit.
    let name: String
    /// The type.
    let kind: Kind
    /// The names of the labels, in their order.
    let labels: [String]
    /// One sentence on what it tells.
    let help: String

    /// Describes a metric.
    init(_ name: String, _ kind: Kind, labels: [String] = [], help: String) {
        self.name = name
        self.kind = kind
        self.labels = labels
        self.help = help
    }
}
