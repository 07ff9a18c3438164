import ChartStores
import Foundation
import GRDB

/// The granted tokens of sessions in the database; those of an ended session go with the rest of it.
enum GrantRow {
    private static let live = "FROM grants JOIN sessions ON sessions.key = grants.session AND endedAt IS NULL"
    private static let counting = "(expiresAt IS NULL OR expiresAt > :date)"

    /// Whether a token of a live session has a hash; an index has the first bytes of each.
    static func finds(_ hash: [UInt8], at date: Int64, _ database: Database) throws -> Bool {
        let select = try database.cachedStatement(
            sql: """
                SELECT 1 \(live)
                WHERE substr(hash, 1, 8) = substr(:hash, 1, 8) AND hash = :hash AND \(counting) LIMIT 1
                """)
        return try Int.fetchOne(select, arguments: ["hash": Data(hash), "date": date]) != nil
    }

    /// Reads the tokens of a session that count; an altered row gives none.
    ///
    /// - Parameters:
    ///   - session: The session's name.
    ///   - hash: The hash of the one that is asked for; `nil` for all.
    ///   - date: Milliseconds since 1970.
    ///   - database: The database.
    /// - Returns: The tokens, in the order of their making.
    /// - Throws: `SessionStoreError` for values of the wrong type, `DatabaseError` otherwise.
    static func tokens(
        of session: String, hash: [UInt8]?, at date: Int64, _ database: Database
    ) throws -> [GrantedToken] {
        let select = try database.cachedStatement(
            sql: """
                SELECT grants.id, hash, rights, author, expiresAt, session, grants.seal \(live)
                WHERE sessions.id = :session AND \(counting) AND (:hash IS NULL OR hash = :hash) ORDER BY grants.key
                """)
        let rows = try Row.fetchAll(
            select, arguments: ["session": session, "date": date, "hash": hash.map { Data($0) }])
        return try rows.compactMap { row in
            try GrantedToken(
                id: row.text(0), hash: row.bytes(1), rights: row.text(2), author: row.optionalText(3),
                expiresAt: row.optionalInteger(4), session: row.integer(5), seal: row.integer(6))
        }
    }

    /// Inserts a token, and deletes those of its session that have expired.
    ///
    /// - Returns: Whether there was room.
    /// - Throws: `SessionStoreError.missing(_:)` for a session that is not live, `DatabaseError` otherwise.
    static func insert(
        _ token: GrantedToken, into database: Database, session: String, at date: Int64
    ) throws -> Bool {
        let find = try database.cachedStatement(sql: "SELECT key FROM sessions WHERE id = ? AND endedAt IS NULL")
        guard let key = try Int64.fetchOne(find, arguments: [session]) else { throw SessionStoreError.missing(session) }
        try database.cachedStatement(sql: "DELETE FROM grants WHERE session = :session AND NOT \(counting)")
            .execute(arguments: ["session": key, "date": date])
        let count = try database.cachedStatement(sql: "SELECT count(*) FROM grants WHERE session = ?")
        guard try Int.fetchOne(count, arguments: [key]) ?? 0 < GrantedToken.mostOfSession else { return false }
        try database.cachedStatement(
            sql: """
                INSERT INTO grants (session, id, hash, rights, author, expiresAt, seal) VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            key, token.id, Data(token.hash), token.rightsText, token.author, token.expiresAt, token.seal(session: key),
        ])
        return true
    }

    /// Deletes a token.
    ///
    /// - Returns: Whether the session had it.
    static func delete(_ id: String, from database: Database, session: String) throws -> Bool {
        try database.cachedStatement(
            sql: """
                DELETE FROM grants WHERE id = ?
                    AND session = (SELECT key FROM sessions WHERE id = ? AND endedAt IS NULL)
                """
        ).execute(arguments: [id, session])
        return database.changesCount > 0
    }
}
