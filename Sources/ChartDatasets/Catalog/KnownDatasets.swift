import ChartSeries
import ChartStores
import Synchronization

/// What a process knows of its datasets, and who listens to changes of them.
package final class KnownDatasets: Sendable {
    /// The datasets and their uses.
    struct State: Sendable {
        var entries: [String: DatasetEntry]
        /// The number of sessions in memory that use each dataset, even a missing one.
        var uses: [String: Int] = [:]
        /// How many times a session in memory began to rest in the store.
        var rests = 0
        /// The versions of removed names, where other processes may still tell of earlier ones.
        var removals: [String: Int] = [:]
        /// Rows of replaced datasets that a session's log has needed, the latest last.
        var replaced: [(dataset: SharedDataset, table: Table)] = []
        /// What makes the rows of earlier editions, by the names of datasets that have one.
        var histories: [String: EditionHistory] = [:]
        /// Rows of earlier editions that a session's log has needed, the latest last.
        var editions: [(name: String, table: Table)] = []

        /// The newest rows of datasets that are written and not yet acknowledged.
        var written: [String: Table] = [:]
        /// The names that change so that no session may begin to use them meanwhile.
        var reserved: Set<String> = []
        /// The new names that become datasets, which count for the largest number of them.
        var beginning: Set<String> = []
        /// What the disk has not confirmed since the last report.
        var unconfirmed: Set<String> = []

        /// Whether a dataset must not change; no session can use a damaged one.
        func isInUse(_ name: String) -> Bool { uses[name] != nil && entries[name].map { $0.fault == nil } == true }
    }

    let state: Mutex<State>
    /// Limits the disk space of the rows and of the sessions' logs.
    let quota: StorageQuota
    private let commits = Atomic(0)
    private let listener = Mutex<(@Sendable (String, Table) -> Void)?>(nil)
    private let damageListener = Mutex<(@Sendable (String) -> Void)?>(nil)
    private let dropListener = Mutex<(@Sendable (String) async -> Void)?>(nil)
    private let restingFinder = Mutex<RestingFinder?>(nil)

    /// Finds out whether a session in the store shows a dataset.
    typealias RestingFinder = @Sendable (_ dataset: String) async throws(SessionStoreError) -> Bool

    init(_ state: State, within quota: StorageQuota) {
        self.state = Mutex(state)
        self.quota = quota
    }

    /// The number of the next commit.
    func nextCommit() -> Int { commits.add(1, ordering: .relaxed).newValue }

    /// The number of the commit of a dataset's rows.
    func commit(of name: String) -> Int? { state.withLock { $0.entries[name]?.commit } }

    /// Tells the listener of new rows, in the turn of the dataset.
    func tell(_ name: String, _ table: Table) { listener.withLock(\.self)?(name, table) }

    /// Sets the listener for new rows.
    func onRows(call listener: @escaping @Sendable (_ name: String, _ table: Table) -> Void) {
        self.listener.withLock { $0 = listener }
    }

    /// Sets the listener for withdrawn datasets.
    func onDamage(call listener: @escaping @Sendable (_ name: String) -> Void) {
        damageListener.withLock { $0 = listener }
    }

    /// Sets the listener that is called before rows are dropped.
    func onDrop(call listener: @escaping @Sendable (_ name: String) async -> Void) {
        dropListener.withLock { $0 = listener }
    }

    /// Tells the listener that rows of a dataset are about to be dropped, and waits for it.
    func tellOfDrop(_ name: String) async { await dropListener.withLock(\.self)?(name) }

    /// Sets how resting sessions that show a dataset are found.
    func findResting(_ finder: @escaping RestingFinder) { restingFinder.withLock { $0 = finder } }

    /// Calls the listener for each dataset found damaged since the last call.
    ///
    /// - Returns: The error of each, in the order of the names.
    /// - Complexity: O(number of datasets).
    func reportDamage() -> [(name: String, error: DatasetStoreError)] {
        var found: [(name: String, error: DatasetStoreError)] = []
        state.withLock { state in
            for (name, entry) in state.entries where !entry.isDamageReported {
                guard let error = entry.fault else { continue }
                state.entries[name]?.isDamageReported = true
                found.append((name, error))
            }
        }
        found.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let listener = damageListener.withLock(\.self)
        for (name, _) in found { listener?(name) }
        return found
    }

    func isShownByRestingSession(_ name: String) async throws(DatasetRefusal) -> Bool {
        guard let finder = restingFinder.withLock(\.self) else { return false }
        do throws(SessionStoreError) {
            return try await finder(name)
        } catch {
            throw .init(.sessions(error), of: name)
        }
    }

    func noteUnconfirmed(_ error: DatasetStoreError) {
        guard error.kind == .unsynced else { return }
        state.withLock { _ = $0.unconfirmed.insert(error.description) }
    }
}
