/// The description of a metric: its name, type, labels and meaning.
struct MetricDescription: Sendable, Hashable {
    /// The types of the Prometheus text format.
    enum Kind: Sendable, Hashable {
        /// Only rises.
        case counter
        /// Goes up and down.
        case gauge
        /// Counts observations at or below each bound; the bounds rise, in the metric's unit.
        case histogram(bounds: [Double])

        /// The name of the type in the text format.
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
    /// One sentence on its meaning.
    let help: String

    /// Describes a metric.
    init(_ name: String, _ kind: Kind, labels: [String] = [], help: String) {
        self.name = name
        self.kind = kind
        self.labels = labels
        self.help = help
    }
}
