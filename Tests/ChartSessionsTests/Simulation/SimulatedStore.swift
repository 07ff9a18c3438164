import ChartSeries
import Synchronization

@testable import ChartSessions
@testable import ChartStores

/// The store of one node of a simulation: a connection to the database, as the store of PostgreSQL uses it.
///
/// The simulation decides when the writer sends its queue as a transaction, when it gets the answer, and when a read is
/// carried out and answered.
final class SimulatedStore: SessionStore {
    /// The changes that the writer has sent.
    private struct Group: Sendable {
        var changes: [QueuedChange]
        var transaction: Int
        /// When the answer was lost, in milliseconds; `nil` before.
        var inDoubtSince: Int64?
        /// The number of later changes that were refused meanwhile.
        var refused = 0
    }

    /// A read that a task of the node waits for.
    private struct Read: Sendable {
        /// The number of changes that have to be settled before.
        var changesBefore: Int
        /// Carries out the read, and returns a closure that answers it.
        var ask: @Sendable (SimulatedDatabase) -> @Sendable () -> Void
        var fail: @Sendable (SessionStoreError) -> Void
        /// Answers the read, once it is carried out.
        var answer: (@Sendable () -> Void)?
    }

    private struct State: Sendable {
        var queue: [QueuedChange] = []
        var group: Group?
        var reads: [Read] = []
        var enqueued = 0
        var settled = 0
        var isClosed = false
        var whenClosed: [CheckedContinuation<Void, Never>] = []
        /// The revision that the store takes for the last one after a change with an unknown fate; only for
        /// ``PlantedBug/forgottenDoubt``.
        var believed: Int?
        var lastStored: Int?
    }

    static let unavailable = SessionStoreError.unavailable("the connection is lost")

    private let database: SimulatedDatabase
    private let bug: PlantedBug?
    private let state = Mutex(State())

    init(database: SimulatedDatabase, bug: PlantedBug?) {
        self.database = database
        self.bug = bug
    }

    var condition: StoreCondition { .ready }

    var isShared: Bool { true }

    func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        let isQueued = state.withLock { state in
            guard !state.isClosed else { return false }
            state.queue.append(QueuedChange(change: change, chain: chain, whenDone: whenDone))
            state.enqueued += 1
            return true
        }
        if isQueued { return .queued }
        chain.break(with: .closed)
        return .done(.failure(chain.error ?? .closed))
    }

    func flush() {}

    func noteUses(_ uses: [SessionUse]) { database.note(uses) }

    func session(_ id: String) async throws(SessionStoreError) -> StoredSession? {
        try await ask { content, _ in content.session(id) }
    }

    func find(_ id: String) async throws(SessionStoreError) -> StoredPresence {
        let presence = try await ask { content, now in content.presence(of: id, now: now) }
        guard let believed = state.withLock({ $0.believed }), case .live(var summary) = presence else {
            return presence
        }
        summary.revision = believed
        return .live(summary)
    }

    func revisions(of ids: [String]) async throws(SessionStoreError) -> [String: Int] {
        var revisions = try await ask { content, _ in
            ids.reduce(into: [String: Int]()) { $0[$1] = content.revision(of: $1) }
        }
        if let believed = state.withLock({ $0.believed }) {
            for id in ids where revisions[id] != nil { revisions[id] = believed }
        }
        return revisions
    }

    func hasToken(_ hash: [UInt8], at date: Int64) async throws(SessionStoreError) -> Bool {
        try await ask { content, _ in content.tokens.contains(hash) }
    }

    func grant(_ token: GrantedToken, to session: String, at date: Int64) async throws(SessionStoreError) -> Bool {
        throw Self.unavailable
    }

    func grantedTokens(
        of session: String, hash: [UInt8]?, at date: Int64
    ) async throws(SessionStoreError) -> [GrantedToken] { [] }

    func revokeToken(_ id: String, of session: String) async throws(SessionStoreError) -> Bool {
        throw Self.unavailable
    }

    func shows(_ dataset: String) async throws(SessionStoreError) -> Bool {
        try await ask { content, _ in content.uses[dataset] != nil }
    }

    func counts() async throws(SessionStoreError) -> StoreCounts { try await ask { content, _ in content.counts } }

    func count(ofOwner owner: String, upTo limit: Int) async throws(SessionStoreError) -> Int {
        try await ask { content, _ in min(limit, content.owners[ExactName(owner)] ?? 0) }
    }

    func overdue(limit: Int) async throws(SessionStoreError) -> [String] {
        try await ask { content, now in content.overdue(limit: limit, now: now) }
    }

    func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        let skips = bug == .skippedLine
        return try await ask { content, _ in
            let page = content.page(of: id, after: revision, limit: limit)
            guard skips, page.count > 1 else { return page }
            return page.dropFirst().map { LogEntry(revision: $0.revision - 1, line: $0.line) }
        }
    }

    func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary] {
        try await ask { content, now in
            content.names.names(after: id, limit: limit).compactMap { content.summary(of: $0, now: now) }
        }
    }

    func close() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.isClosed = true
                state.whenClosed.append(continuation)
            }
            tellIfClosed()
        }
    }

    private func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (MemoryStoreContent, _ now: Int64) -> Answer
    ) async throws(SessionStoreError) -> Answer {
        let result: Result<Answer, SessionStoreError> = await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard !state.isClosed else { return false }
                state.reads.append(
                    Read(
                        changesBefore: state.enqueued,
                        ask: { database in
                            let answer = database.read(question)
                            return { continuation.resume(returning: .success(answer)) }
                        },
                        fail: { continuation.resume(returning: .failure($0)) }))
                return true
            }
            if !isOpen { continuation.resume(returning: .failure(.closed)) }
        }
        return try result.get()
    }
}

// What the simulation does with the store.
extension SimulatedStore {
    /// The number of changes that the writer may send; 0 while it waits for an answer.
    var sendable: Int { state.withLock { $0.group == nil ? $0.queue.count : 0 } }

    /// The transaction that the writer has sent, and whether its answer is lost.
    var sent: (transaction: Int, isInDoubt: Bool)? {
        state.withLock { $0.group.map { ($0.transaction, $0.inDoubtSince != nil) } }
    }

    /// Whether all changes in doubt were given up by their callers.
    var isAbandoned: Bool {
        state.withLock { state in
            guard let group = state.group, group.inDoubtSince != nil else { return false }
            return group.changes.allSatisfy(\.chain.isBroken)
        }
    }

    /// The reads that can be carried out, and those that can be answered.
    var reads: (askable: [Int], answerable: [Int]) {
        state.withLock { state in
            let indices = state.reads.indices
            return (
                indices.filter { state.reads[$0].answer == nil && state.reads[$0].changesBefore <= state.settled },
                indices.filter { state.reads[$0].answer != nil }
            )
        }
    }

    /// Sends the first changes of the queue as one transaction.
    func send(_ count: Int) {
        let taken = state.withLock { state in
            defer { state.queue.removeFirst(count) }
            return Array(state.queue.prefix(count))
        }
        let changes = taken.filter { !$0.chain.isBroken }
        if !changes.isEmpty {
            let transaction = database.begin(changes.map(\.change))
            if bug == .earlyAcknowledgement {
                for change in changes where change.chain.count() { change.whenDone(.success(())) }
            } else {
                state.withLock { $0.group = Group(changes: changes, transaction: transaction) }
            }
        }
        for change in taken where change.chain.isBroken { change.fail(with: .closed) }
        noteSettled(taken.count - (bug == .earlyAcknowledgement ? 0 : changes.count))
    }

    /// Tells the callers what became of the transaction; a change whose chain is broken by now stays.
    func answer() {
        guard let group = takeGroup() else { return }
        switch database.place(of: group.transaction) {
        case .committed:
            for (change, error) in zip(group.changes, database.errors(of: group.transaction)) {
                complete(change, error)
            }
        case .rolledBack, .underway, .waiting:
            for change in group.changes { change.fail(with: Self.unavailable) }
        }
        database.forget(group.transaction)
        noteSettled(group.changes.count + group.refused)
    }

    private func complete(_ change: QueuedChange, _ error: SessionStoreError?) {
        if let error { return change.fail(with: error) }
        guard change.chain.count() else {
            state.withLock { $0.believed = bug == .forgottenDoubt ? $0.lastStored : nil }
            return change.fail(with: .closed)
        }
        if case .append(_, let entry, _) = change.change {
            state.withLock { state in
                state.lastStored = entry.revision
                state.believed = nil
            }
        }
        change.whenDone(.success(()))
    }

    /// Loses the connection: the answer of the transaction is lost, and the reads fail.
    func cut(at now: Int64) {
        let reads = state.withLock { state in
            if state.group?.inDoubtSince == nil { state.group?.inDoubtSince = now }
            defer { state.reads.removeAll { $0.answer != nil || $0.changesBefore <= state.settled } }
            return state.reads.filter { $0.answer != nil || $0.changesBefore <= state.settled }
        }
        for read in reads { read.fail(Self.unavailable) }
    }

    /// Connects again, ends the old connection, and looks what became of the transaction; sends it again if it is not
    /// there.
    func resolve() {
        guard let transaction = sent?.transaction else { return }
        if database.place(of: transaction) == .underway { database.rollBack(transaction) }
        guard database.place(of: transaction) == .rolledBack else { return answer() }
        database.forget(transaction)
        state.withLock { state in
            guard let changes = state.group?.changes else { return }
            state.group?.transaction = database.begin(changes.map(\.change))
            state.group?.inDoubtSince = nil
        }
    }

    /// Gives up a transaction in doubt that no caller waits for; it may still be committed.
    func giveUp() {
        guard let group = takeGroup() else { return }
        if bug == .forgottenDoubt { state.withLock { $0.believed = $0.lastStored } }
        for change in group.changes { change.fail(with: Self.unavailable) }
        noteSettled(group.changes.count + group.refused)
    }

    /// Whether changes wait behind one that is in doubt for longer than a write may take.
    func isRefusable(at now: Int64) -> Bool {
        state.withLock { !$0.queue.isEmpty && $0.group?.inDoubtSince.map { now - $0 > 5_000 } == true }
    }

    /// Refuses the queue, because of a long outage.
    func refuse() {
        let changes = state.withLock { state in
            defer { state.queue = [] }
            // Reads still wait for the transaction in doubt.
            state.group?.refused += state.queue.count
            return state.queue
        }
        for change in changes { change.fail(with: Self.unavailable) }
    }

    func ask(_ index: Int) {
        let ask = state.withLock { $0.reads[index].ask }
        let answer = ask(database)
        state.withLock { $0.reads[index].answer = answer }
    }

    func answerRead(_ index: Int) {
        state.withLock { $0.reads.remove(at: index) }.answer?()
    }

    /// Ends the store with its process: what was sent may still be committed, and the tasks of the node get errors.
    func die() {
        let (changes, reads) = state.withLock { state in
            state.isClosed = true
            defer { (state.queue, state.reads, state.group) = ([], [], nil) }
            return ((state.group?.changes ?? []) + state.queue, state.reads)
        }
        for change in changes { change.fail(with: .closed) }
        for read in reads { read.fail(.closed) }
        tellIfClosed()
    }

    private func takeGroup() -> Group? {
        state.withLock { state in
            defer { state.group = nil }
            return state.group
        }
    }

    private func noteSettled(_ count: Int) {
        state.withLock { $0.settled += count }
        tellIfClosed()
    }

    private func tellIfClosed() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.isClosed, state.queue.isEmpty, state.group == nil else { return [] }
            defer { state.whenClosed = [] }
            return state.whenClosed
        }
        for continuation in waiting { continuation.resume() }
    }
}
