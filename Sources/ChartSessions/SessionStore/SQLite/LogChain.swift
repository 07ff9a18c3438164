import Foundation
import GRDB

/// The way back through the log of one session, from its last entry.
struct LogChain {
    /// One entry, without its line.
    struct Link {
        let entry: Int64
        let revision: Int
    }

    private let database: Database
    private let key: Int64
    private let last: Int64

    /// Starts at the last entry of a session that has a key.
    init(_ database: Database, session key: Int64, last: Int64) {
        self.database = database
        self.key = key
        self.last = last
    }

    /// The entries after a revision and up to another, the latest first.
    ///
    /// - Complexity: O(number of entries + number of stretches behind them).
    func links(after floor: Int, upTo ceiling: Int) throws -> [Link] {
        let select = try database.cachedStatement(
            sql: "SELECT session, revision, previous, stretch FROM entries WHERE id = ?")
        var links: [Link] = []
        var entry = last
        while entry != 0, let row = try Row.fetchOne(select, arguments: [entry]), row[0] == key {
            let revision: Int = row[1]
            guard revision > floor else { break }
            if revision <= ceiling {
                links.append(Link(entry: entry, revision: revision))
                entry = row[2]
            } else {
                let stretchStart = (revision - 1) / SessionSchema.stretch * SessionSchema.stretch
                entry = stretchStart >= ceiling ? row[3] : row[2]
            }
        }
        return links
    }

    /// The whole entry of a link.
    func entry(of link: Link) throws -> LogEntry {
        let select = try database.cachedStatement(sql: "SELECT line FROM entries WHERE id = ?")
        guard let line = try Data.fetchOne(select, arguments: [link.entry]) else {
            throw SessionStoreError.damaged("an entry of a log is missing")
        }
        return LogEntry(revision: link.revision, line: [UInt8](line))
    }
}
