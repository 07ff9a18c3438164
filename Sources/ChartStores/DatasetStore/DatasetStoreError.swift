/// Why a dataset's files cannot be read or written.
package struct DatasetStoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of an error; a closed list.
    package enum Kind: Sendable, Equatable {
        /// The disk has no room.
        case full
        /// The rows or the dataset exceed a limit of the server.
        case quota
        /// The rows exceed the limit of the dataset's owner.
        case ownerQuota
        /// The system refuses a file.
        case unavailable
        /// The disk has not confirmed a write; a later confirmation would not include it.
        case unsynced
        /// The files were altered.
        case damaged
        /// The process cannot open or map more files.
        case exhausted
        /// Another process uses the directory.
        case locked
        /// The database that the processes share does not answer or refuses.
        case unreachable
        /// Other processes change the dataset again and again; nothing has changed.
        case contended
        /// The outcome of a change is not known yet.
        case inDoubt
    }

    /// The kind of the error.
    package let kind: Kind
    /// The file and its error, a sentence for the operator.
    package let description: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - kind: The kind of the error.
    ///   - description: The file and its error, a sentence for the operator.
    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

extension DatasetStoreError {
    /// The error of rows that were found damaged after their opening.
    package static let foundDamaged = DatasetStoreError(.damaged, "the files were changed or cut while the server ran")
    /// The error of a change that others overtake again and again.
    package static let contended = DatasetStoreError(.contended, "other processes change the dataset at the same time")
}
