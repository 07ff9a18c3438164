package import ChartStores
import Foundation
import GRDB
import Synchronization

/// Stores API keys in a SQLite database beside the sessions.
///
/// A running server and the command line open it at the same time. While the file is removed or replaced, the next call
/// opens the one that is at its path then.
package final class SQLiteAPIKeyStore: APIKeyStore {
    /// The name of the file in a data directory.
    package static let fileName = "keys.sqlite"

    fileprivate struct Content {
        var database: KeyDatabase
        /// The number of databases that the store has opened.
        var openings: Int64 = 1
    }

    private let path: String
    private let content: Mutex<Content>

    /// Opens or creates the database of a data directory; a missing folder is created too.
    ///
    /// - Parameter dataDirectory: The path of the folder; it need not be locked.
    /// - Throws: `APIKeyStoreError` for a file that is no database, is damaged, or was written by a newer version.
    package init(dataDirectory: String) throws(APIKeyStoreError) {
        path = URL(fileURLWithPath: dataDirectory, isDirectory: true).appendingPathComponent(Self.fileName).path
        do throws(DatasetStoreError) {
            if !Folder.exists(dataDirectory) { try Folder.create(dataDirectory) }
            try UnfinishedRestore.check(dataDirectory)
        } catch {
            throw APIKeyStoreError(error.description)
        }
        content = Mutex(Content(database: try KeyDatabase(path: path)))
    }

    /// Returns all keys; see `APIKeyStore.keys()`.
    ///
    /// - Throws: `APIKeyStoreError` when they cannot be read.
    package func keys() throws(APIKeyStoreError) -> [APIKey] {
        try use { try $0.queue.read { try KeyRow.keys($0) } }
    }

    /// Adds a key; see `APIKeyStore.add(_:)`.
    ///
    /// - Throws: `APIKeyStoreError` when it cannot be stored, or when another key has its id.
    package func add(_ key: APIKey) throws(APIKeyStoreError) {
        try use { database in
            try database.queue.write { connection in
                guard try KeyRow.insert(key, connection) else { throw APIKeyStoreError.present(key.id) }
            }
        }
    }

    /// Adds a key to a store without keys; see `APIKeyStore.addFirst(_:)`.
    ///
    /// - Throws: `APIKeyStoreError` when it cannot be stored.
    package func addFirst(_ key: APIKey) throws(APIKeyStoreError) -> Bool {
        try use { database in
            // The transaction has the lock for writing from its begin.
            try database.queue.write { connection in
                guard try KeyRow.count(connection) == 0 else { return false }
                return try KeyRow.insert(key, connection)
            }
        }
    }

    /// Revokes a key; see `APIKeyStore.revoke(_:at:)`.
    ///
    /// - Throws: `APIKeyStoreError` when it cannot be stored.
    package func revoke(_ id: String, at time: Int64) throws(APIKeyStoreError) -> APIKey? {
        try use { database in
            try database.queue.write { connection in
                try KeyRow.revoke(id, at: time, connection)
                return try KeyRow.key(id, connection)
            }
        }
    }

    /// A number that differs after each change; see `APIKeyStore.changeNumber()`.
    ///
    /// It has the number of opened files in its upper half, and SQLite's number of the file in its lower one.
    ///
    /// - Throws: `APIKeyStoreError` when it cannot be read.
    package func changeNumber() throws(APIKeyStoreError) -> Int64 {
        try content.withLock { content throws(APIKeyStoreError) in
            let database = try content.current(at: path)
            return try content.openings << 32 | Self.converted(path) { try database.dataVersion() }
        }
    }

    private func use<Result: Sendable>(
        _ body: (KeyDatabase) throws -> Result
    ) throws(APIKeyStoreError) -> Result {
        let database = try content.withLock { content throws(APIKeyStoreError) in try content.current(at: path) }
        return try Self.converted(path) { try body(database) }
    }

    private static func converted<Result>(
        _ path: String, _ body: () throws -> Result
    ) throws(APIKeyStoreError) -> Result {
        do {
            return try body()
        } catch {
            throw APIKeyStoreError(error, at: path)
        }
    }
}

extension SQLiteAPIKeyStore.Content {
    /// The connections to the file that is at the path now.
    fileprivate mutating func current(at path: String) throws(APIKeyStoreError) -> KeyDatabase {
        if !database.isAtItsPath {
            database = try KeyDatabase(path: path)
            openings += 1
        }
        return database
    }
}
