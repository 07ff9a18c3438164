/// The traces of surfaces, in order.
///
/// The report keeps a limited number of entries for any batch, and only counts the later ones.
public struct TraceReport: Sendable, Hashable {
    /// The most entries of a report.
    public static let mostEntries = Trace.mostEntries

    /// The first entries.
    public private(set) var entries: [TraceEntry]
    /// The number of entries left out after them.
    public private(set) var omittedCount: Int

    /// Creates a report.
    public init(entries: [TraceEntry] = [], omittedCount: Int = 0) {
        self.entries = entries
        self.omittedCount = omittedCount
    }

    /// Adds the report of another surface, as far as it fits.
    public mutating func append(_ other: TraceReport) {
        let fitting = other.entries.prefix(Self.mostEntries - entries.count)
        entries += fitting
        omittedCount += other.omittedCount + other.entries.count - fitting.count
    }
}
