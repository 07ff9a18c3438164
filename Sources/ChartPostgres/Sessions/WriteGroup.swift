import ChartStores

/// The changes of one transaction, and what became of each.
struct WriteGroup {
    let changes: [QueuedChange]
    /// The number of the group, which its lines carry; a group that is sent again keeps it.
    let counter: Int64
    private(set) var waves: [WriteWave] = []
    /// The pass of each change; `nil` for one that is not written.
    private var waveOfChange: [Int?] = []

    /// Plans the statements of those changes whose chains are intact.
    init(of changes: [QueuedChange], counter: Int64) {
        self.changes = changes
        self.counter = counter
        var wave = WriteWave()
        // The sessions that an earlier change of the group begins or moves.
        var touched: Set<String> = []
        for change in changes {
            guard !change.chain.isBroken else {
                waveOfChange.append(nil)
                continue
            }
            let isDependent = change.change.session.map(touched.contains) ?? false
            if !wave.add(change.change, isDependent: isDependent) {
                waves.append(wave)
                wave = WriteWave()
                _ = wave.add(change.change, isDependent: isDependent)
            }
            waveOfChange.append(waves.count)
            switch change.change {
            case .create(let head): touched.insert(head.id)
            case .append(let session, _, _): touched.insert(session)
            case .snapshot, .end, .expire, .clearTombstones: break
            }
        }
        waves.append(wave)
    }

    /// Whether no change is left to write.
    var isEmpty: Bool { waveOfChange.allSatisfy { $0 == nil } }

    /// Whether every chain is broken, so that nothing waits for the outcome.
    var isAbandoned: Bool { changes.allSatisfy { $0.chain.isBroken } }

    /// The names of the sessions.
    var sessions: Set<String> { Set(changes.compactMap(\.change.session)) }

    /// Calls the completions, in the order of the queue.
    ///
    /// A change that was written counts on its chain. If the chain was broken meanwhile, the change stays: another node
    /// may have read it. Its caller gets the error of the chain and has to read the session again.
    func complete(_ outcome: WriteOutcome) {
        for (change, wave) in zip(changes, waveOfChange) {
            guard let wave else {
                change.fail(with: change.chain.error ?? .closed)
                continue
            }
            if let error = outcome.error(of: change.change, in: wave) {
                change.fail(with: error)
            } else if change.chain.count() {
                change.whenDone(.success(()))
            } else {
                change.fail(with: change.chain.error ?? .closed)
            }
        }
    }

    /// The last written revision of each session, `Int.max` for an ended one, for hints.
    func revisions(_ outcome: WriteOutcome) -> [String: Int] {
        var revisions: [String: Int] = [:]
        for (change, wave) in zip(changes, waveOfChange) {
            guard let wave, outcome.error(of: change.change, in: wave) == nil else { continue }
            switch change.change {
            case .append(let session, let entry, _): revisions[session] = max(revisions[session] ?? 0, entry.revision)
            case .end(let session), .expire(let session): revisions[session] = .max
            case .create, .snapshot, .clearTombstones: break
            }
        }
        return revisions
    }

    /// Fails all changes.
    func fail(with error: SessionStoreError) {
        for change in changes { change.fail(with: error) }
    }
}

/// Which changes of a group the database has made, for each of its passes.
struct WriteOutcome: Sendable {
    struct Pass: Sendable {
        var begun: Set<String> = []
        var moved: Set<String> = []
        var kept: Set<String> = []
        var ended: Set<String> = []

        var isEmpty: Bool { begun.isEmpty && moved.isEmpty && kept.isEmpty && ended.isEmpty }
    }

    var passes: [Pass]

    /// Whether the database has made none of them.
    var isEmpty: Bool { passes.allSatisfy(\.isEmpty) }

    /// Returns why a change was not made; `nil` for one that was.
    func error(of change: StoreChange, in pass: Int) -> SessionStoreError? {
        let pass = passes[pass]
        switch change {
        case .create(let head):
            if pass.begun.contains(head.id) { return nil }
            // The names are random, so a dataset that was replaced is the likely reason.
            return head.begunLookups.isEmpty ? .present(head.id) : .conflict
        case .append(let session, _, _): return pass.moved.contains(session) ? nil : .conflict
        case .snapshot(let session, _, _): return pass.kept.contains(session) ? nil : .conflict
        case .end(let session), .expire(let session): return pass.ended.contains(session) ? nil : .conflict
        case .clearTombstones: return nil
        }
    }
}
