import ChartSessions

/// Changes that went through one transaction, and what became of each.
struct CommittedGroup {
    private enum Outcome {
        case applied(AppliedChange)
        case refused(SessionStoreError)
    }

    private let changes: [QueuedChange]
    private var outcomes: [Outcome] = []
    /// The entries that are to be deleted because of changes that count.
    private(set) var purges: [LogPurge] = []

    /// Starts a group without any outcome.
    init(of changes: [QueuedChange]) {
        self.changes = changes
        outcomes.reserveCapacity(changes.count)
    }

    /// Whether a change was carried out whose chain is broken by now.
    var holdsBrokenChain: Bool {
        zip(changes, outcomes).contains { change, outcome in
            if case .applied = outcome { change.chain.isBroken } else { false }
        }
    }

    mutating func append(_ change: AppliedChange) { outcomes.append(.applied(change)) }

    mutating func refuse(with error: SessionStoreError) { outcomes.append(.refused(error)) }

    /// The changes that were carried out, the latest first.
    var applied: [AppliedChange] {
        outcomes.reversed().compactMap { outcome in
            if case .applied(let change) = outcome { change } else { nil }
        }
    }

    /// The sessions of the changes that count, each once, with their keys.
    var sessions: [String: Int64] {
        outcomes.reduce(into: [:]) { sessions, outcome in
            guard case .applied(let change) = outcome, let session = change.session, let key = change.key else {
                return
            }
            sessions[session] = key
        }
    }

    /// Lets the changes count whose chains are not broken.
    ///
    /// - Returns: Those that must be undone, the latest first.
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

    /// Tells the callers, in the order of the queue.
    func complete() {
        for (change, outcome) in zip(changes, outcomes) {
            switch outcome {
            case .applied: change.whenDone(.success(()))
            case .refused(let error): change.fail(with: error)
            }
        }
    }
}
