/// Why the files of a dataset cannot be read or written.
public struct DatasetStoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of trouble it is; a closed list.
    public enum Kind: Sendable, Equatable {
        /// The disk has no room.
        case full
        /// The rows, or the dataset, would be more than the server may keep.
        case quota
        /// The system refuses a file.
        case unavailable
        /// What the files hold is not what was written.
        case damaged
        /// The process has no room for more open or mapped files.
        case exhausted
        /// Another process has the directory open.
        case locked
    }

    /// What kind of trouble it is.
    public let kind: Kind
    /// What is wrong with which file, a sentence for the operator.
    public let description: String

    /// Names a trouble.
    ///
    /// - Parameters:
    ///   - kind: What kind of trouble it is.
    ///   - description: What is wrong with which file, a sentence for the operator.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
