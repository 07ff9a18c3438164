/// Why a session cannot be restored from its log.
package struct SessionReplayError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The faulty revision; `nil` for the first line.
    package var revision: Int?
    /// The reason, a sentence.
    package var reason: String
    /// The rows that the revision has read and that this process lacks; `nil` for another reason.
    package var missing: DatasetLookup?

    /// Creates an error.
    package init(revision: Int? = nil, reason: String, missing: DatasetLookup? = nil) {
        self.revision = revision
        self.reason = reason
        self.missing = missing
    }

    /// The reason, after the revision.
    package var description: String { revision.map { "revision \($0): \(reason)" } ?? reason }
}
