import ChartStores

/// The changes of one transaction, with the result of each.
struct CommittedGroup {
    private enum Outcome {
        case applied(AppliedChange)
        case refused(SessionStoreError)
    }

    private let changes: [QueuedChange]
    private var outcomes: [Outcome] = []
    /// The purges that the counted changes have started.
    private(set) var purges: [LogPurge] = []

    /// The last removal of tombstones that is not finished.
    var tombstoneRemoval: TombstoneRemoval? {
        for case .applied(.cleared(let rest?)) in outcomes.reversed() { return rest }
        return nil
    }

    /// Creates a group without results.
    init(of changes: [QueuedChange]) {
        self.changes = changes
        outcomes.reserveCapacity(changes.count)
    }

    /// Whether an applied change is on a broken chain.
    var holdsBrokenChain: Bool {
        zip(changes, outcomes).contains { change, outcome in
            if case .applied = outcome { change.chain.isBroken } else { false }
        }
    }

    mutating func append(_ change: AppliedChange) { outcomes.append(.applied(change)) }

    mutating func refuse(with error: SessionStoreError) { outcomes.append(.refused(error)) }

    /// The applied changes, the latest first.
    var applied: [AppliedChange] {
        outcomes.reversed().compactMap { outcome in
            if case .applied(let change) = outcome { change } else { nil }
        }
    }

    /// The sessions of the applied changes, with their keys.
    var sessions: [String: Int64] {
        outcomes.reduce(into: [:]) { sessions, outcome in
            guard case .applied(let change) = outcome, let session = change.session, let key = change.key else {
                return
            }
            sessions[session] = key
        }
    }

    /// Counts the applied changes on their chains.
    ///
    /// - Returns: The changes of broken chains, which need an undo, the latest first.
    mutating func settle() -> [AppliedChange] {
        var undone: [AppliedChange] = []
        for index in outcomes.indices {
            guard case .applied(let change) = outcomes[index] else { continue }
            if changes[index].chain.count() {
                if let purge = change.purge { purges.append(purge) }
            } else {
                outcomes[index] = .refused(changes[index].chain.error ?? .closed)
                if change.session != nil {
                    undone.append(change)
                } else if let purge = change.purge {
                    purges.append(purge)
                }
            }
        }
        return undone.reversed()
    }

    /// Calls the completions, in the order of the queue.
    func complete() {
        for (change, outcome) in zip(changes, outcomes) {
            switch outcome {
            case .applied: change.whenDone(.success(()))
            case .refused(let error): change.fail(with: error)
            }
        }
    }
}
