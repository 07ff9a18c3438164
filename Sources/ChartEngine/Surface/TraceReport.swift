/// What surfaces noticed while they were asked to explain themselves, in order.
///
/// It is bounded, whatever a batch has its surfaces do: later entries are counted and not kept.
public struct TraceReport: Sendable, Hashable {
    /// The most entries of a report.
    public static let mostEntries = Trace.mostEntries

    /// The first entries.
    public private(set) var entries: [TraceEntry]
    /// How many entries were left out after them.
    public private(set) var omittedCount: Int

    /// Creates a report.
    public init(entries: [TraceEntry] = [], omittedCount: Int = 0) {
        self.entries = entries
        self.omittedCount = omittedCount
    }

    /// Adds what another surface has noticed, as far as it fits.
    public mutating func append(_ other: TraceReport) {
        let fitting = other.entries.prefix(Self.mostEntries - entries.count)
        entries += fitting
        omittedCount += other.omittedCount + other.entries.count - fitting.count
    }
}
