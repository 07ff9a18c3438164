import ChartStores
import GRDB

/// The errors of SQLite as those of the store of keys.
extension APIKeyStoreError {
    /// Converts an error of the database.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - path: The path of the database, for the operator.
    init(_ error: any Error, at path: String) {
        switch error {
        case let error as APIKeyStoreError: self = error
        case let error as DatasetStoreError: self.init(error.description)
        case let error as DatabaseError: self.init(error, at: path)
        case is SessionStoreError: self = .damaged(path, "a row has a value of the wrong type")
        default: self.init("\(path) cannot be used: \(error)")
        }
    }

    private init(_ error: DatabaseError, at path: String) {
        let reason = error.message ?? error.resultCode.description
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged(path, reason)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init("\(path) is in use by another process (\(reason)): try again")
        case .SQLITE_FULL: self.init("\(path) cannot be written, since the disk is full: make room")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self.init("\(path) cannot be opened (\(reason)): check its permissions")
        default: self.init("\(path) cannot be used: \(reason)")
        }
    }

    /// The error of a file that is no sound database of keys.
    static func damaged(_ path: String, _ reason: String) -> APIKeyStoreError {
        APIKeyStoreError("\(path) is damaged (\(reason)): put a copy back, or move it away and make new keys")
    }
}
