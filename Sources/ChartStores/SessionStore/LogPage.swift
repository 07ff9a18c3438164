/// A page of a log, and its limits.
package struct LogPage {
    /// The bytes at which a page is full, after its last entry.
    package static let byteLimit = 1 << 20

    private let limit: Int
    private var byteCount = 0
    package private(set) var entries: [LogEntry] = []

    /// Starts an empty page.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Whether the page takes no further entry.
    package var isFull: Bool { entries.count >= limit || byteCount >= Self.byteLimit }

    package mutating func append(_ entry: LogEntry) {
        entries.append(entry)
        byteCount += entry.line.count
    }
}
