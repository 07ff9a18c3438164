/// The bounds of one page of a log.
package struct LogPage {
    /// The bytes at which a page is full; the entry that fills it may be larger.
    static let byteLimit = 1 << 20

    private let limit: Int
    private var byteCount = 0
    package private(set) var entries: [LogEntry] = []

    /// Starts a page of at most so many entries.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Whether no further entry belongs on the page.
    package var isFull: Bool { entries.count >= limit || byteCount >= Self.byteLimit }

    package mutating func append(_ entry: LogEntry) {
        entries.append(entry)
        byteCount += entry.line.count
    }
}
