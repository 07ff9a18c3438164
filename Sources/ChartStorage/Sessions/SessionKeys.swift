import GRDB

/// The range of the keys of a database's sessions.
struct SessionKeys: Sendable {
    /// The largest key that was ever given; no key is given twice.
    let last: Int64
    /// The smallest key of a live session; `nil` without one.
    let firstLive: Int64?
}

extension SessionKeys {
    /// Reads the keys.
    ///
    /// - Complexity: O(log of the number of sessions).
    init(_ database: Database) throws {
        let last = try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'sessions'")
        let firstLive = try Int64.fetchOne(database, sql: "SELECT min(session) FROM uses")
        self.init(last: last ?? 0, firstLive: firstLive)
    }
}
