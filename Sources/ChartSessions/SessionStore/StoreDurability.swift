/// What a committed change survives.
public enum StoreDurability: String, Sendable, CaseIterable {
    /// A killed process; the callers do not wait for it.
    case none
    /// A killed process.
    case commit
    /// A loss of power too: each commit waits for the disk.
    case full

    /// How SQLite syncs the log of a commit.
    ///
    /// Without a sync a commit lies in the pages of the system, which outlive the process. The checkpoints sync all the
    /// same, so that a loss of power costs the last changes, but not the database, as it would with `OFF`.
    package var pragma: String {
        switch self {
        case .none, .commit: "PRAGMA synchronous = NORMAL"
        case .full: "PRAGMA synchronous = FULL"
        }
    }
}
