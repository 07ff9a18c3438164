import ChartStores

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The identity of the file at a path.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    /// Reads the identity; `nil` without a file.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}

/// Checks that the files of an open database are still at their paths.
///
/// SQLite continues with removed or replaced files, and loses what it commits to them.
struct DatabaseFiles {
    private let path: String
    private let database: FileIdentity?
    private let log: FileIdentity?

    /// Reads the identities of an open database's files.
    init(of path: String) {
        self.path = path
        database = FileIdentity(of: path)
        log = FileIdentity(of: path + "-wal")
    }

    /// Throws `SessionStoreError` if a file is missing or another one.
    func check() throws(SessionStoreError) {
        try check(path, database)
        try check(path + "-wal", log)
    }

    private func check(_ path: String, _ identity: FileIdentity?) throws(SessionStoreError) {
        guard FileIdentity(of: path) == identity else {
            throw .unavailable("\(path) was removed or replaced while the server runs: put it back, or restart")
        }
    }
}
