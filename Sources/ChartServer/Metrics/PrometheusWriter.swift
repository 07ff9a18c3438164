/// Writes metrics in Prometheus's text format 0.0.4.
struct PrometheusWriter {
    /// The media type of the format.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private var text = ""

    /// The written text, in UTF-8.
    var bytes: [UInt8] { Array(text.utf8) }

    /// Writes the description of a metric; its series follow.
    mutating func begin(_ metric: MetricDescription) {
        text += "# HELP \(metric.name) \(Self.escaped(metric.help, quotes: false))\n"
        text += "# TYPE \(metric.name) \(metric.kind.name)\n"
    }

    /// Writes a counter or a gauge.
    mutating func series(of metric: MetricDescription, _ values: [String], _ value: Double) {
        line(metric.name, zip(metric.labels, values).map { ($0, $1) }, value)
    }

    /// Writes a histogram: the buckets, the sum and the count.
    mutating func histogram(of metric: MetricDescription, _ values: [String], _ histogram: HistogramCell) {
        let labels = zip(metric.labels, values).map { ($0, $1) }
        let counts = histogram.cumulativeCounts
        for (bound, count) in zip(histogram.bounds + [.infinity], counts) {
            line(metric.name + "_bucket", labels + [("le", Self.number(bound))], Double(count))
        }
        line(metric.name + "_sum", labels, histogram.sum)
        line(metric.name + "_count", labels, Double(counts.last ?? 0))
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
        text += name
        if !labels.isEmpty {
            text += "{" + labels.map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }.joined(separator: ",") + "}"
        }
        text += " \(Self.number(value))\n"
    }

    private static func number(_ value: Double) -> String {
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if value.isNaN { return "NaN" }
        return Int64(exactly: value).map { String($0) } ?? String(value)
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            case _: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
