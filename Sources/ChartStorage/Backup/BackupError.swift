import ChartStores
import GRDB

/// Why a backup cannot be made, looked through or restored.
package struct BackupError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of an error; a closed list.
    package enum Kind: Sendable {
        /// The folder to write into has files.
        case notEmpty
        /// A file is missing or was altered.
        case damaged
        /// A later version of the server made the backup.
        case later
        /// There is nothing to read.
        case missing
        /// Another process uses the data directory.
        case inUse
        /// The running server does not answer.
        case unanswered
        /// The system refuses a file.
        case inputOutput
    }

    /// The kind of the error.
    package let kind: Kind
    /// What happened and what to do, a sentence for the operator.
    package let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// Converts an error of the files below.
    init(_ error: any Error) {
        switch error {
        case let error as BackupError: self = error
        case let error as DatasetStoreError:
            switch error.kind {
            case .damaged: self.init(.damaged, error.description)
            case .locked: self.init(.inUse, error.description)
            default: self.init(.inputOutput, error.description)
            }
        case let error as DatabaseError:
            let isDamaged = [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
            let reason = error.message ?? error.resultCode.description
            self.init(isDamaged ? .damaged : .inputOutput, "a database cannot be read or written: \(reason)")
        default: self.init(.inputOutput, "\(error)")
        }
    }
}
