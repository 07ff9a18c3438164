package import ChartSeries

/// The outcome of an import over HTTP.
package struct ImportReport: Sendable {
    /// The number of rows read.
    package var rows = 0
    /// The number of bytes read.
    package var bytes = 0
    /// What is known of delimited text; `nil` for other formats.
    package var text: TextReport?
    private let start = ContinuousClock.now

    /// Starts to measure the time.
    package init(rows: Int = 0, bytes: Int = 0) {
        self.rows = rows
        self.bytes = bytes
    }

    /// The time since the start.
    var milliseconds: Int { Int(start.duration(to: .now) / .milliseconds(1)) }
}
