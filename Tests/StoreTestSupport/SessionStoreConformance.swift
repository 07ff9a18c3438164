import ChartSessions
package import ChartStores

/// The tests that every session store must pass.
///
/// A check throws ``SessionStoreNonconformance`` if the store fails it.
package struct SessionStoreConformance: Sendable {
    /// The checks of the suite.
    package enum Check: String, CaseIterable, Sendable {
        /// The store returns created sessions.
        case created
        /// A name is unknown, or of a live session, or of one that has ended a while ago.
        case presence
        /// The tokens of live sessions are known, and no others.
        case tokens
        /// Further tokens of live sessions count until they expire or are removed, up to a number.
        case grants
        /// The store keeps the owner of a session and the time of its creation, or that it has none.
        case owners
        /// The store counts the sessions of an owner up to a limit.
        case ownerCounts
        /// The store counts live sessions and tombstones.
        case counts
        /// The pages of a list are in the order of the names, and tell the last committed revision of each session.
        case summaries
        /// Reading a session that was never stored is no error.
        case unknown
        /// The store returns entries unchanged and in order.
        case entries
        /// The datasets are those of the last revision that changed them.
        case datasets
        /// A dataset is shown as long as the last revision of a live session shows it.
        case shownDatasets
        /// The revisions are the last committed ones of live sessions.
        case revisions
        /// A session is its last snapshot and the entries since, while its log starts at the first entry.
        case snapshots
        /// A snapshot without history removes the entries up to it.
        case droppedHistory
        /// A snapshot beyond the end of a log becomes its new end, and the store removes the entries before the gap.
        case snapshotsBeyondEnd
        /// The pages of a long log have no gaps, and are limited in entries and bytes.
        case pages
        /// An ended session leaves a tombstone, and nothing else.
        case endings
        /// Tombstones are removed by age and by number.
        case tombstones
        /// A session is idle since its creation or its latest noted use.
        case idle
        /// The overdue sessions come in the order in which they became overdue, up to a limit.
        case overdue
        /// Only an overdue session expires.
        case expiry
        /// The store rejects an invalid change, which changes nothing.
        case refusals
        /// Nothing on a broken chain is stored; a new chain goes on where the old one counts.
        case brokenChains
        /// Completions come in the order of the queue.
        case order
        /// The store writes changes that are not due with the next due one, at a flush or when closed, in order.
        case gathered
        /// Sessions that are written concurrently do not mix.
        case crowds
        /// A closed store rejects changes.
        case closed
    }

    /// A store under test, and ways to reopen it and to move its clock.
    package struct Subject: Sendable {
        let store: any SessionStore
        let advance: @Sendable (Int64) async throws -> Void
        let slack: Int64
        let reopen: @Sendable () async throws -> any SessionStore

        /// Creates a subject.
        ///
        /// - Parameters:
        ///   - store: A store without sessions.
        ///   - advance: Moves the clock of the store ahead by milliseconds.
        ///   - slack: The most milliseconds by which the clock moves on its own during a check, below 10,000; 0 for a
        ///     clock that stands still.
        ///   - reopen: Closes the store and opens it again, or returns the same store if it is not durable.
        package init(
            _ store: any SessionStore, advance: @escaping @Sendable (Int64) async throws -> Void, slack: Int64 = 0,
            reopen: @escaping @Sendable () async throws -> any SessionStore
        ) {
            self.store = store
            self.advance = advance
            self.slack = slack
            self.reopen = reopen
        }
    }

    private let makeSubject: @Sendable () async throws -> Subject

    /// Creates the tests of a kind of store.
    ///
    /// - Parameter makeSubject: Creates a store without sessions.
    package init(_ makeSubject: @escaping @Sendable () async throws -> Subject) {
        self.makeSubject = makeSubject
    }

    /// Runs one check on a new store.
    ///
    /// - Parameter check: The check to run.
    /// - Throws: ``SessionStoreNonconformance``, or what the store throws.
    package func run(_ check: Check) async throws {
        let subject = try await makeSubject()
        switch check {
        case .created: try await subject.checkCreated()
        case .presence: try await subject.checkPresence()
        case .tokens: try await subject.checkTokens()
        case .grants: try await subject.checkGrants()
        case .owners: try await subject.checkOwners()
        case .ownerCounts: try await subject.checkOwnerCounts()
        case .counts: try await subject.checkCounts()
        case .summaries: try await subject.checkSummaries()
        case .unknown: try await subject.checkUnknown()
        case .entries: try await subject.checkEntries()
        case .datasets: try await subject.checkDatasets()
        case .shownDatasets: try await subject.checkShownDatasets()
        case .revisions: try await subject.checkRevisions()
        case .snapshots: try await subject.checkSnapshots()
        case .droppedHistory: try await subject.checkDroppedHistory()
        case .snapshotsBeyondEnd: try await subject.checkSnapshotsBeyondEnd()
        case .pages: try await subject.checkPages()
        case .endings: try await subject.checkEndings()
        case .tombstones: try await subject.checkTombstones()
        case .idle: try await subject.checkIdle()
        case .overdue: try await subject.checkOverdue()
        case .expiry: try await subject.checkExpiry()
        case .refusals: try await subject.checkRefusals()
        case .brokenChains: try await subject.checkBrokenChains()
        case .order: try await subject.checkOrder()
        case .gathered: try await subject.checkGathered()
        case .crowds: try await subject.checkCrowds()
        case .closed: try await subject.checkClosed()
        }
    }

    /// Stores random changes of a few sessions, reopens the store now and then, and compares it with a simple model.
    ///
    /// - Parameters:
    ///   - seed: The seed of the changes.
    ///   - count: The number of changes.
    /// - Throws: ``SessionStoreNonconformance``, or what the store throws.
    package func runRandomChanges(seed: UInt64, count: Int) async throws {
        let subject = try await makeSubject()
        var store = subject.store
        var changes = RandomStoreChanges(seed: seed)
        var model = StoreModel()
        for step in 1...count {
            let change = changes.next(after: model)
            // Tombstones of the same moment have no order.
            try await subject.advance(1)
            model.apply(change)
            try await store.commit(change)
            guard step % 50 == 0 else { continue }
            if step % 100 == 0 { store = try await subject.reopen() }
            try await model.check(store)
        }
    }
}

/// The error of a store that fails a check.
package struct SessionStoreNonconformance: Error, CustomStringConvertible {
    /// What the check expected, and what it found.
    package let description: String
}

func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
    guard found != expected else { return }
    throw SessionStoreNonconformance(description: "\(what): expected \(expected), found \(found)")
}

/// Waits for a value, and throws if the store does not return it within ten seconds.
func expectSoon<Value: Equatable>(
    _ expected: Value, _ what: String, _ find: () async throws -> Value
) async throws {
    for _ in 0..<2_000 {
        if try await find() == expected { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    try expect(try await find(), expected, what)
}
