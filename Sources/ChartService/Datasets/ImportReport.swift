/// What an import over HTTP came to.
package struct ImportReport: Sendable {
    /// How many rows were read.
    package var rows = 0
    /// How many bytes were read.
    package var bytes = 0
    private let start = ContinuousClock.now

    /// Starts to measure the time.
    package init(rows: Int = 0, bytes: Int = 0) {
        self.rows = rows
        self.bytes = bytes
    }

    /// How long it has taken so far.
    var milliseconds: Int { Int(start.duration(to: .now) / .milliseconds(1)) }
}
