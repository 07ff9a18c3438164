import ChartStores
import GRDB

/// Walks back through the log of one session, from its last entry.
struct LogChain {
    /// One entry, without its line.
    struct Link {
        let entry: Int64
        let revision: Int
    }

    private let database: Database
    private let key: Int64
    private let last: Int64
    private let lastRevision: Int

    /// Starts at a tail.
    init(_ database: Database, tail: LogTail) {
        self.database = database
        key = tail.key
        last = tail.entry
        lastRevision = tail.revision
    }

    /// Returns the entries in a range of revisions, the latest first, and checks that none is missing.
    ///
    /// - Parameters:
    ///   - floor: The revision before the range.
    ///   - ceiling: The last revision of the range.
    /// - Returns: Each entry without its line.
    /// - Throws: `SessionStoreError.damagedSession(_:)` for a log with a gap.
    func wholeLinks(after floor: Int, upTo ceiling: Int) throws -> [Link] {
        let links = try links(after: floor, upTo: ceiling)
        let end = min(ceiling, lastRevision)
        guard floor >= end || links.first?.revision == end && links.last?.revision == floor + 1 else {
            throw SessionStoreError.damagedSession("the log lacks entries between the revisions \(floor) and \(end)")
        }
        return links
    }

    /// Returns the entries in a range of revisions, the latest first.
    ///
    /// - Complexity: O(entries of the range + skip blocks after it).
    func links(after floor: Int, upTo ceiling: Int) throws -> [Link] {
        let select = try database.cachedStatement(
            sql: "SELECT session, revision, previous, stretch FROM entries WHERE id = ?")
        var links: [Link] = []
        var entry = last
        while entry != 0, let row = try Row.fetchOne(select, arguments: [entry]), try row.integer(0) == key {
            let revision = Int(try row.integer(1))
            guard entry != last || revision == lastRevision else {
                throw SessionStoreError.damagedSession("the log ends at revision \(revision), not at \(lastRevision)")
            }
            guard revision > floor else { break }
            // An altered row may form a cycle, so revisions must decrease.
            if let next = links.last, next.revision <= revision {
                throw SessionStoreError.damagedSession("the log leads from revision \(next.revision) to \(revision)")
            }
            if revision <= ceiling {
                links.append(Link(entry: entry, revision: revision))
                entry = try row.integer(2)
            } else {
                let blockStart =
                    (revision - 1) / SessionSchema.revisionsPerSkipBlock * SessionSchema.revisionsPerSkipBlock
                let next = try row.integer(blockStart >= ceiling ? 3 : 2)
                guard next < entry else {
                    throw SessionStoreError.damagedSession("the log leads from entry \(entry) to \(next)")
                }
                entry = next
            }
        }
        return links
    }

    /// The first entry with a checksum.
    private func sealedFrom() throws -> Int64 {
        try Int64.fetchOne(database.cachedStatement(sql: "SELECT sealedFrom FROM marks")) ?? 0
    }

    /// Reads the entry of a link.
    ///
    /// - Parameter link: The link.
    /// - Returns: The entry.
    /// - Throws: `SessionStoreError.damagedSession(_:)` for a missing or altered entry.
    func entry(of link: Link) throws -> LogEntry {
        let select = try database.cachedStatement(
            sql: "SELECT session, revision, previous, stretch, line, seal FROM entries WHERE id = ?")
        guard let row = try Row.fetchOne(select, arguments: [link.entry]) else {
            throw SessionStoreError.damagedSession("revision \(link.revision) is missing in the log")
        }
        let line = try row.bytes(4)
        let numbers: [5 of Int64] = [
            link.entry, try row.integer(0), try row.integer(1), try row.integer(2), try row.integer(3),
        ]
        let seal = try row.optionalInteger(5)
        if try seal != nil || link.entry >= sealedFrom() {
            try RowSeal.check(seal, is: RowSeal.entry(numbers, line: line.span), of: "revision \(link.revision)")
        }
        return LogEntry(revision: link.revision, line: line)
    }
}
