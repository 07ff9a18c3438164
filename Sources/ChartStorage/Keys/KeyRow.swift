import ChartStores
import Foundation
import GRDB

/// The rows of keys.
enum KeyRow {
    private static let columns = "id, name, hash, scopes, datasets, createdAt, expiresAt, revokedAt"

    /// All keys, in the order of their making.
    static func keys(_ database: Database) throws -> [APIKey] {
        try Row.fetchAll(database, sql: "SELECT \(columns) FROM keys ORDER BY number").map { try key($0) }
    }

    /// The number of keys.
    static func count(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM keys") ?? 0
    }

    /// The key with an id; `nil` for an unknown one.
    static func key(_ id: String, _ database: Database) throws -> APIKey? {
        try Row.fetchOne(database, sql: "SELECT \(columns) FROM keys WHERE id = ?", arguments: [id]).map { try key($0) }
    }

    /// Inserts a key.
    ///
    /// - Returns: Whether its id is new.
    static func insert(_ key: APIKey, _ database: Database) throws -> Bool {
        try database.execute(
            sql: "INSERT INTO keys (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
            arguments: [
                key.id, key.name, Data(key.hash), Scope.text(of: key.scopes),
                try DatasetNames.text(of: key.datasets.patterns), key.createdAt, key.expiresAt, key.revokedAt,
            ])
        return database.changesCount == 1
    }

    /// Revokes a key that is not revoked.
    static func revoke(_ id: String, at time: Int64, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE keys SET revokedAt = ? WHERE id = ? AND revokedAt IS NULL", arguments: [time, id])
    }

    /// Reads a row; a scope that this version does not know gives no right.
    private static func key(_ row: Row) throws -> APIKey {
        APIKey(
            id: try row.text(0), name: try row.text(1), hash: try row.bytes(2),
            scopes: Scope.known(in: try row.text(3)),
            datasets: DatasetPatterns(try DatasetNames.names(in: try row.text(4))), createdAt: try row.integer(5),
            expiresAt: try row.optionalInteger(6), revokedAt: try row.optionalInteger(7))
    }
}
