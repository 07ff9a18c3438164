public import ChartSessions

/// What every store of sessions must do: a suite that any implementation can run.
///
/// A check throws ``SessionStoreNonconformance`` where the store does something else.
public struct SessionStoreConformance: Sendable {
    /// The checks of the suite.
    public enum Check: String, CaseIterable, Sendable {
        /// What began is found again, in the order of the beginnings.
        case created
        /// What was never stored is no error.
        case unknown
        /// Entries come back as they were, in their order.
        case entries
        /// The datasets are those of the last revision that changed them.
        case datasets
        /// A session is read as its last snapshot and the entries since, and its log from the start.
        case snapshots
        /// A snapshot without its history drops the entries up to it.
        case droppedHistory
        /// A snapshot beyond the end of a log is its new end: what is before it has a hole, and is dropped.
        case snapshotsBeyondEnd
        /// Pages of a long log join without a gap, and are bounded by entries and by bytes.
        case pages
        /// An ended session leaves a tombstone until it is forgotten.
        case endings
        /// What does not fit is refused, and changes nothing.
        case refusals
        /// Nothing on a broken chain is stored; a new chain goes on where the old one counts.
        case brokenChains
        /// Completions come in the order of the queue.
        case order
        /// Changes that are not due go with the next that is, with a flush, or with the end, in their order.
        case gathered
        /// Sessions that are written at once do not mix.
        case crowds
        /// A store that was closed refuses.
        case closed
    }

    /// A store of the kind that is checked, and the way to open it anew.
    public struct Subject: Sendable {
        let store: any SessionStore
        let reopen: @Sendable () async throws -> any SessionStore

        /// Names a store and what closes and opens it.
        ///
        /// - Parameters:
        ///   - store: A store without sessions.
        ///   - reopen: Closes the store and opens what it has kept; gives the store itself where it keeps nothing.
        public init(_ store: any SessionStore, reopen: @escaping @Sendable () async throws -> any SessionStore) {
            self.store = store
            self.reopen = reopen
        }
    }

    private let makeSubject: @Sendable () async throws -> Subject

    /// Creates the suite of a kind of store.
    ///
    /// - Parameter makeSubject: Makes a store without sessions.
    public init(_ makeSubject: @escaping @Sendable () async throws -> Subject) {
        self.makeSubject = makeSubject
    }

    /// Runs one check on a new store.
    ///
    /// - Parameter check: What is checked.
    /// - Throws: ``SessionStoreNonconformance``, or what the store throws.
    public func run(_ check: Check) async throws {
        let subject = try await makeSubject()
        switch check {
        case .created: try await subject.checkCreated()
        case .unknown: try await subject.checkUnknown()
        case .entries: try await subject.checkEntries()
        case .datasets: try await subject.checkDatasets()
        case .snapshots: try await subject.checkSnapshots()
        case .droppedHistory: try await subject.checkDroppedHistory()
        case .snapshotsBeyondEnd: try await subject.checkSnapshotsBeyondEnd()
        case .pages: try await subject.checkPages()
        case .endings: try await subject.checkEndings()
        case .refusals: try await subject.checkRefusals()
        case .brokenChains: try await subject.checkBrokenChains()
        case .order: try await subject.checkOrder()
        case .gathered: try await subject.checkGathered()
        case .crowds: try await subject.checkCrowds()
        case .closed: try await subject.checkClosed()
        }
    }

    /// Stores random changes of a few sessions, opens the store anew now and then, and compares what it holds with a
    /// plain list of the changes.
    ///
    /// - Parameters:
    ///   - seed: The seed of the changes.
    ///   - count: How many changes there are.
    /// - Throws: ``SessionStoreNonconformance``, or what the store throws.
    public func runRandomChanges(seed: UInt64, count: Int) async throws {
        let subject = try await makeSubject()
        var store = subject.store
        var changes = RandomStoreChanges(seed: seed)
        var model = StoreModel()
        for step in 1...count {
            let change = changes.next(after: model)
            model.apply(change)
            try await store.commit(change)
            guard step % 50 == 0 else { continue }
            if step % 100 == 0 { store = try await subject.reopen() }
            try await model.check(store)
        }
    }
}

/// Where a store does not do what every store must.
public struct SessionStoreNonconformance: Error, CustomStringConvertible {
    /// What was expected, and what was found.
    public let description: String
}

func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
    guard found != expected else { return }
    throw SessionStoreNonconformance(description: "\(what): \(expected) was expected, and \(found) found")
}
