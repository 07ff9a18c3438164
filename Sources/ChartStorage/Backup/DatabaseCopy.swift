import ChartStores
import GRDB

/// The content of a SQLite database at one moment, which a running server may have open.
final class DatabaseCopy {
    /// The pages that are copied before the copy waits for the disk.
    private static let pagesAtOnce: CInt = 4_096
    /// The seconds for which a read waits for another process.
    private static let busyTimeout = 5.0

    private let source: DatabaseQueue

    /// Opens a database.
    ///
    /// - Throws: `DatabaseError`.
    init(of path: String) throws {
        var configuration = Configuration()
        configuration.label = "backup"
        configuration.busyMode = .timeout(Self.busyTimeout)
        configuration.allowsUnsafeTransactions = true
        // Only the server decides when the WAL is copied into the tables.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
        source = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Takes the present as the moment of the copy; a later call takes a later one.
    ///
    /// - Throws: `DatabaseError`.
    func begin() throws {
        try source.writeWithoutTransaction { database in
            if database.isInsideTransaction { try database.rollback() }
            try database.beginTransaction(.deferred)
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
        }
    }

    /// Writes the content of the moment to a new file, without a WAL, and waits until the disk has it.
    ///
    /// - Throws: `DatabaseError` or `DatasetStoreError`, `damaged` for a damaged database.
    func write(to path: String) throws {
        try source.writeWithoutTransaction { database in
            try Self.write(database, to: path)
            try database.rollback()
        }
        try source.close()
    }

    /// Writes what a connection reads to a new file, without a WAL, and waits until the disk has it.
    static func write(_ database: Database, to path: String) throws {
        // SQLite keeps the permissions of the file, which are for the owner alone.
        let file = try File(path, .create)
        var configuration = Configuration()
        configuration.label = "copy"
        configuration.journalMode = .default
        let target = try DatabaseQueue(path: path, configuration: configuration)
        try target.writeWithoutTransaction { copy in
            try copy.execute(sql: "PRAGMA synchronous = OFF")
            try database.backup(to: copy, pagesPerStep: pagesAtOnce) { _ in try file.synchronize() }
            try copy.execute(sql: "PRAGMA journal_mode = DELETE")
            let finding = try String.fetchOne(copy, sql: "PRAGMA quick_check(1)")
            guard finding == "ok" else {
                throw DatasetStoreError(.damaged, "\(path) is damaged: \(finding ?? "it cannot be checked")")
            }
        }
        try target.close()
        try file.synchronize()
    }
}
