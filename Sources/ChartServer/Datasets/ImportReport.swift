/// What an import over HTTP came to.
struct ImportReport: Sendable {
    /// How many rows were read.
    var rows = 0
    /// How many bytes were read.
    var bytes = 0
    private let start = ContinuousClock.now

    /// How long it has taken so far.
    var milliseconds: Int { Int(start.duration(to: .now) / .milliseconds(1)) }
}
