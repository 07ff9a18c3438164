import ChartSessions

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Which file a path leads to.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    /// Looks where a path leads; `nil` where there is no file.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}

/// Whether the files of an open database are still the ones at their paths.
///
/// SQLite goes on with files that were removed or replaced, and what it commits to them is lost.
struct DatabaseFiles {
    private let path: String
    private let database: FileIdentity?
    private let log: FileIdentity?

    /// Remembers the files of a database that is open.
    init(of path: String) {
        self.path = path
        database = FileIdentity(of: path)
        log = FileIdentity(of: path + "-wal")
    }

    /// Throws ``SessionStoreError`` where a file is not there, or another one is.
    func check() throws(SessionStoreError) {
        try check(path, database)
        try check(path + "-wal", log)
    }

    /// Whether the database itself is the one that was opened.
    var hasDatabase: Bool { FileIdentity(of: path) == database }

    private func check(_ path: String, _ identity: FileIdentity?) throws(SessionStoreError) {
        guard FileIdentity(of: path) == identity else {
            throw .unavailable("\(path) was removed or replaced while the server runs: put it back, or restart")
        }
    }
}
