import ChartStores
import GRDB

/// The errors of SQLite as those of the store of sessions.
extension SessionStoreError {
    /// Converts an error of the database.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - path: The path of the database, for the operator.
    init(_ error: any Error, at path: String) {
        switch error {
        case let error as SessionStoreError:
            self = error
        case let error as DatabaseError:
            self.init(error, at: path)
        default:
            self = .unavailable("\(path): \(error)")
        }
    }

    private init(_ error: DatabaseError, at path: String) {
        let reason = "\(path): \(error.message ?? error.resultCode.description)"
        switch error.resultCode {
        case .SQLITE_FULL: self = .full
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT: self = .damaged(reason)
        default: self = .unavailable(reason)
        }
    }
}
