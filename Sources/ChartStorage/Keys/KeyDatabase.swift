import ChartStores
import Dispatch
import Foundation
import GRDB

/// The open connections to the database of keys.
final class KeyDatabase: Sendable {
    /// The seconds for which a call waits for another process.
    private static let busyTimeout = 1.0
    /// The attempts at an opening, while another process creates the same file.
    private static let attempts = 20
    /// The seconds between two attempts.
    private static let pause = 0.05

    /// The connection that reads and writes keys.
    let queue: DatabaseQueue
    /// A connection that writes nothing, because SQLite counts the changes of other connections alone.
    private let watch: DatabaseQueue
    private let identity: FileIdentity?

    /// Opens or creates the file, which only its owner can read.
    ///
    /// - Throws: `APIKeyStoreError` for a file that cannot be used.
    init(path: String) throws(APIKeyStoreError) {
        do {
            // SQLite gives the files beside it the same permissions. An existing file is not opened here, because its
            // close would release the locks of this process.
            if !Folder.exists(path) { _ = try File(path, .openOrCreate) }
            queue = try Self.opened(path)
            watch = try DatabaseQueue(path: path, configuration: Self.configuration)
            identity = FileIdentity(of: path)
        } catch {
            throw APIKeyStoreError(error, at: path)
        }
    }

    /// Whether the opened file is still at its path.
    var isAtItsPath: Bool { identity != nil && FileIdentity(of: queue.path) == identity }

    /// SQLite's number of the file, which differs after each change.
    func dataVersion() throws -> Int64 {
        try watch.writeWithoutTransaction { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "keys"
        configuration.busyMode = .timeout(busyTimeout)
        configuration.journalMode = .wal
        return configuration
    }

    /// Opens the file and migrates its table; another process may do the same meanwhile.
    private static func opened(_ path: String) throws -> DatabaseQueue {
        for _ in 1..<attempts {
            do {
                return try openedOnce(path)
            } catch let error as DatabaseError where isRivalry(error) {
                Thread.sleep(forTimeInterval: pause)
            }
        }
        return try openedOnce(path)
    }

    private static func openedOnce(_ path: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        // Keys are few: each change waits for the disk, also where sessions do not.
        try queue.writeWithoutTransaction { try $0.execute(sql: StoreDurability.full.pragma) }
        try KeySchema.migrate(queue)
        return queue
    }

    /// Whether an error may come from another process that creates the same table.
    private static func isRivalry(_ error: DatabaseError) -> Bool {
        [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_ERROR, .SQLITE_CONSTRAINT].contains(error.resultCode)
    }
}
