/// What a committed change survives.
package enum StoreDurability: String, Sendable, CaseIterable {
    /// A killed process; callers do not wait for commits.
    case none
    /// A killed process.
    case commit
    /// A power loss too: each commit waits for the disk.
    case full

    /// The SQLite setting that syncs the WAL.
    ///
    /// Without a sync, a commit stays in the page cache, which outlives the process. Checkpoints always sync. A power
    /// loss then costs the last changes; with `OFF` it would cost the database.
    package var pragma: String {
        switch self {
        case .none, .commit: "PRAGMA synchronous = NORMAL"
        case .full: "PRAGMA synchronous = FULL"
        }
    }
}
