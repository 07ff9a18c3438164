import ChartStores

/// Changes that one pass of statements makes: beginnings, then entries, then snapshots, then ends.
///
/// A later statement of a session that an earlier one of the same group has to touch holds only if that one did. A group
/// whose changes have another order needs several passes.
struct WriteWave: Sendable {
    /// The entries of a session, without a gap.
    struct Run: Sendable {
        var first: Int
        var entries: [LogEntry]
        var datasets: [String]?
        /// Whether an earlier statement of the group must have touched the session.
        let isDependent: Bool

        var last: Int { first + entries.count - 1 }
    }

    struct Snapshot: Sendable {
        let snapshot: StoredSnapshot
        let keepsHistory: Bool
        let isDependent: Bool
    }

    struct End: Sendable {
        let expires: Bool
        let isDependent: Bool
    }

    private(set) var beginnings: [String: StoredHead] = [:]
    private(set) var runs: [String: Run] = [:]
    private(set) var snapshots: [String: Snapshot] = [:]
    private(set) var ends: [String: End] = [:]
    private(set) var clearings: [(age: Int64, count: Int)] = []

    /// Adds a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - isDependent: Whether an earlier change of the group must have touched its session.
    /// - Returns: Whether the order of the statements is that of the changes; otherwise nothing was added.
    mutating func add(_ change: StoreChange, isDependent: Bool) -> Bool {
        switch change {
        case .create(let head):
            guard beginnings[head.id] == nil, runs[head.id] == nil, snapshots[head.id] == nil, ends[head.id] == nil
            else { return false }
            beginnings[head.id] = head
        case .append(let id, let entry, let datasets):
            guard ends[id] == nil else { return false }
            if let run = runs[id] {
                guard entry.revision == run.last + 1, snapshots[id]?.snapshot.revision ?? 0 <= run.last else {
                    return false
                }
                runs[id]?.entries.append(entry)
                if let datasets { runs[id]?.datasets = datasets }
            } else {
                guard snapshots[id] == nil else { return false }
                runs[id] = Run(first: entry.revision, entries: [entry], datasets: datasets, isDependent: isDependent)
            }
        case .snapshot(let id, let snapshot, let keepsHistory):
            guard snapshots[id] == nil, ends[id] == nil else { return false }
            snapshots[id] = Snapshot(snapshot: snapshot, keepsHistory: keepsHistory, isDependent: isDependent)
        case .end(let id), .expire(let id):
            guard ends[id] == nil else { return false }
            let expires = if case .expire = change { true } else { false }
            ends[id] = End(expires: expires, isDependent: isDependent)
        case .clearTombstones(let age, let count):
            clearings.append((age, count))
        }
        return true
    }
}
