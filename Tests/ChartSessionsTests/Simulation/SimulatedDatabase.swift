import StoreTestSupport
import Synchronization

@testable import ChartStores

/// The database that the nodes of a simulation share, as PostgreSQL behaves.
///
/// A transaction is on its way, then waits for the standby while it holds its sessions, and is committed or rolled back.
/// A read sees committed data only. A change that meets a held session conflicts and does not wait.
final class SimulatedDatabase: Sendable {
    /// Where a transaction is.
    enum Place: Sendable {
        /// The database has not got it yet.
        case underway
        /// The database has made the changes and waits for the standby, so no other connection sees them.
        case waiting
        case committed
        case rolledBack
    }

    private struct Transaction: Sendable {
        var place = Place.underway
        let changes: [StoreChange]
        /// Why each change is not made; `nil` for one that is.
        var errors: [SessionStoreError?] = []

        /// The changes that have no obstacle.
        var made: [StoreChange] { zip(changes, errors).filter { $1 == nil }.map(\.0) }
    }

    private struct State: Sendable {
        var content = MemoryStoreContent()
        /// The transactions that a node may still ask for, by number.
        var transactions: [Int: Transaction] = [:]
        var begun = 0
        /// Every committed line, in the order of the commits.
        var log: [LogEntry] = []
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let clock: SessionClock
    /// Whether a commit waits for a standby.
    private let isReplicated: Bool
    private let bug: PlantedBug?

    /// Creates a database with one session.
    init(session head: StoredHead, isReplicated: Bool, time: ManualClock, bug: PlantedBug?) {
        clock = time.sessionClock
        self.isReplicated = isReplicated
        self.bug = bug
        state.withLock { $0.content.apply(.create(head), clock) }
    }

    /// Every committed line, in the order of the commits.
    var log: [LogEntry] { state.withLock { $0.log } }

    /// Whether the session has ended.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// The transactions that have not come to their ends, oldest first.
    var open: [Int] {
        state.withLock { state in
            state.transactions.filter { $0.value.place == .underway || $0.value.place == .waiting }.map(\.key).sorted()
        }
    }

    func place(of transaction: Int) -> Place { state.withLock { $0.transactions[transaction]?.place ?? .rolledBack } }

    /// Why each change of a committed transaction was not made; `nil` for one that was.
    func errors(of transaction: Int) -> [SessionStoreError?] {
        state.withLock { $0.transactions[transaction]?.errors ?? [] }
    }

    /// Sends a transaction to the database.
    func begin(_ changes: [StoreChange]) -> Int {
        state.withLock { state in
            state.begun += 1
            state.transactions[state.begun] = Transaction(changes: changes)
            return state.begun
        }
    }

    /// Takes a transaction one place further.
    func advance(_ transaction: Int) {
        state.withLock { state in
            switch state.transactions[transaction]?.place {
            case .underway:
                make(transaction, in: &state)
                if !isReplicated { commit(transaction, in: &state) }
            case .waiting: commit(transaction, in: &state)
            case .committed, .rolledBack, nil: break
            }
        }
    }

    func rollBack(_ transaction: Int) { state.withLock { $0.transactions[transaction]?.place = .rolledBack } }

    /// Forgets a transaction that came to its end.
    func forget(_ transaction: Int) { state.withLock { $0.transactions[transaction] = nil } }

    /// Reads what a new connection sees.
    func read<Answer: Sendable>(_ question: (MemoryStoreContent, _ now: Int64) -> Answer) -> Answer {
        state.withLock { state in
            guard bug == .uncommittedRead else { return question(state.content, clock.now()) }
            var content = state.content
            for number in state.transactions.keys.sorted() {
                guard let transaction = state.transactions[number], transaction.place == .waiting else { continue }
                for change in transaction.made { content.apply(change, clock) }
            }
            return question(content, clock.now())
        }
    }

    func note(_ uses: [SessionUse]) {
        let now = clock.now()
        state.withLock { state in
            for use in uses { state.content.noteUse(of: use.session, at: now - use.ago) }
        }
    }

    private func make(_ number: Int, in state: inout State) {
        guard var transaction = state.transactions[number] else { return }
        var content = state.content
        // A session that another transaction holds, or that has moved on, gets none of the changes.
        var lost = Set(state.transactions.values.filter { $0.place == .waiting }.flatMap(\.made).map(\.session))
        for change in transaction.changes {
            let error = lost.contains(change.session) ? .conflict : obstacle(to: change, in: content)
            if error == nil { content.apply(change, clock) } else if change.isAppend { lost.insert(change.session) }
            transaction.errors.append(error)
        }
        transaction.place = .waiting
        state.transactions[number] = transaction
    }

    private func obstacle(to change: StoreChange, in content: MemoryStoreContent) -> SessionStoreError? {
        if bug == .unconditionalWrite, case .append(let id, _, _) = change, content.revision(of: id) != nil {
            return nil
        }
        if case .snapshot(let id, let snapshot, _) = change, content.revision(of: id) ?? -1 < snapshot.revision {
            return .conflict
        }
        return content.obstacle(to: change, clock) == nil ? nil : .conflict
    }

    private func commit(_ number: Int, in state: inout State) {
        guard let transaction = state.transactions[number] else { return }
        for change in transaction.made {
            state.content.apply(change, clock)
            switch change {
            case .append(_, let entry, _): state.log.append(entry)
            case .end, .expire: state.hasEnded = true
            case .create, .snapshot, .clearTombstones: break
            }
        }
        state.transactions[number]?.place = .committed
    }
}

extension StoreChange {
    fileprivate var isAppend: Bool { if case .append = self { true } else { false } }
}
