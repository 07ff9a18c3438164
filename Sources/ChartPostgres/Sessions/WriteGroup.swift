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

extension WriteGroup {
    private enum Kind: Int64 {
        case begun, moved, kept, ended
    }

    /// Looks for rows that only this group has written.
    private static let search = PostgresText(
        "search",
        """
        SELECT w.pass, w.kind, w.id
        FROM unnest($3::int8[], $4::int8[], $5::text[], $6::int8[]) w (pass, kind, id, revision)
        JOIN session s ON s.id = w.id
        WHERE CASE w.kind
            WHEN 0 THEN EXISTS (
                SELECT FROM session_start t WHERE t.session = s.key AND t.node = $1::int8 AND t.counter = $2::int8)
            WHEN 1 THEN EXISTS (
                SELECT FROM session_log l
                WHERE l.session = s.key AND l.revision = w.revision AND l.node = $1 AND l.counter = $2)
            WHEN 2 THEN s.ended_at IS NULL AND EXISTS (
                SELECT FROM session_snapshot k WHERE k.session = s.key AND k.revision >= w.revision)
            ELSE s.ended_at IS NOT NULL AND s.node = $1 AND s.counter = $2
        END
        """)

    /// Reads what the database has of the group after a lost answer.
    ///
    /// - Returns: The outcome, if the group was committed and changed a session; otherwise `nil`. The group may then be
    ///   sent again: each of its statements holds for one state of a session only.
    func search(
        _ connection: PostgresConnection, node: Int64, until deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> WriteOutcome? {
        var rows: [(pass: Int, kind: Kind, id: String, revision: Int)] = []
        for (pass, wave) in waves.enumerated() {
            rows += wave.beginnings.keys.map { (pass, .begun, $0, 0) }
            rows += wave.runs.map { (pass, .moved, $0.key, $0.value.last) }
            rows += wave.snapshots.map { (pass, .kept, $0.key, $0.value.snapshot.revision) }
            rows += wave.ends.keys.map { (pass, .ended, $0, 0) }
        }
        let statement = PostgresStatement(Self.search) { parameters in
            parameters.add(node)
            parameters.add(counter)
            parameters.addArray(rows.map { Int64($0.pass) })
            parameters.addArray(rows.map(\.kind.rawValue))
            parameters.addArray(rows.map(\.id))
            parameters.addArray(rows.map { Int64($0.revision) })
        }
        let result = try connection.run(statement, until: deadline)
        var outcome = WriteOutcome(passes: waves.map { _ in WriteOutcome.Pass() })
        var isCommitted = false
        for row in 0..<result.count {
            guard let pass = result.integer(row, 0).map(Int.init), let id = result.text(row, 2),
                let kind = result.integer(row, 1).flatMap(Kind.init)
            else { continue }
            switch kind {
            case .begun: outcome.passes[pass].begun.insert(id)
            case .moved: outcome.passes[pass].moved.insert(id)
            case .kept: outcome.passes[pass].kept.insert(id)
            case .ended: outcome.passes[pass].ended.insert(id)
            }
            if kind != .kept { isCommitted = true }
        }
        return isCommitted ? outcome : nil
    }
}

extension WriteGroup {
    /// The statements of the group, with what an answer of each tells.
    func statements(node: Int64) -> [PlannedStatement] {
        var planned: [PlannedStatement] = []
        for (pass, wave) in waves.enumerated() {
            func plan(
                _ text: PostgresText, _ set: WritableKeyPath<WriteOutcome.Pass, Set<String>>?,
                _ fill: (inout PostgresParameters) -> Void
            ) {
                let statement = PostgresStatement(text) { parameters in
                    parameters.add(node)
                    parameters.add(counter)
                    fill(&parameters)
                }
                planned.append(PlannedStatement(statement: statement, pass: pass, names: set))
            }
            if !wave.beginnings.isEmpty { plan(WriteStatements.begin, \.begun) { begin(wave, &$0) } }
            if !wave.runs.isEmpty {
                plan(WriteStatements.append, \.moved) { append(wave, node, &$0) }
                let shown = wave.runs.filter { $0.value.datasets != nil }.sorted { $0.key < $1.key }
                if !shown.isEmpty {
                    plan(WriteStatements.hide, nil) { $0.addArray(shown.map(\.key)) }
                    plan(WriteStatements.show, nil) { add(shown.map { ($0.key, $0.value.datasets ?? []) }, to: &$0) }
                }
            }
            if !wave.snapshots.isEmpty { plan(WriteStatements.keep, \.kept) { keep(wave, &$0) } }
            if !wave.ends.isEmpty {
                let ends = wave.ends.sorted { $0.key < $1.key }
                plan(WriteStatements.end, \.ended) { parameters in
                    parameters.addArray(ends.map(\.key))
                    parameters.addArray(ends.map(\.value.expires))
                    parameters.addArray(ends.map(\.value.isDependent))
                }
            }
            for clearing in wave.clearings {
                plan(BackgroundStatement.clear.text, nil) { parameters in
                    parameters.add(clearing.age)
                    parameters.add(Int64(clearing.count))
                }
            }
        }
        return planned
    }

    /// Reads the answers of the statements.
    func outcome(_ planned: [PlannedStatement], _ results: [PostgresResult]) -> WriteOutcome {
        var outcome = WriteOutcome(passes: waves.map { _ in WriteOutcome.Pass() })
        for (statement, result) in zip(planned, results) {
            guard let names = statement.names else { continue }
            for row in 0..<result.count {
                if let id = result.text(row, 0) { outcome.passes[statement.pass][keyPath: names].insert(id) }
            }
        }
        return outcome
    }

    private func begin(_ wave: WriteWave, _ parameters: inout PostgresParameters) {
        let heads = wave.beginnings.values.sorted { $0.id < $1.id }
        parameters.addArray(heads.map(\.id))
        parameters.addArray(heads.map(\.driverTokenHash))
        parameters.addArray(heads.map(\.viewerTokenHash))
        parameters.addArray(heads.map(\.idleTimeout))
        parameters.addArray(heads.map { $0.owner.map { Array($0.subjectText.utf8) } })
        parameters.addArray(heads.map { $0.owner.map { StoredTexts.text(of: $0.datasets.patterns) } })
        parameters.addArray(heads.map(\.createdAt))
        parameters.addArray(heads.map(\.line))
        parameters.addArray(heads.map { RowSeal.head($0) })
        add(heads.map { ($0.id, $0.datasets) }, to: &parameters)
        add(heads.flatMap { head in head.begunLookups.map { (head.id, $0) } }, to: &parameters)
    }

    private func add(_ seen: [(id: String, lookup: DatasetLookup)], to parameters: inout PostgresParameters) {
        parameters.addArray(seen.map(\.id))
        parameters.addArray(seen.map(\.lookup.name))
        parameters.addArray(seen.map { Int64($0.lookup.version) })
    }

    private func append(_ wave: WriteWave, _ node: Int64, _ parameters: inout PostgresParameters) {
        let runs = wave.runs.sorted { $0.key < $1.key }
        parameters.addArray(runs.map(\.key))
        parameters.addArray(runs.map { Int64($0.value.first) })
        parameters.addArray(runs.map { Int64($0.value.last) })
        parameters.addArray(runs.map(\.value.isDependent))
        let lines = runs.flatMap { run in run.value.entries.map { (id: run.key, entry: $0) } }
        parameters.addArray(lines.map(\.id))
        parameters.addArray(lines.map { Int64($0.entry.revision) })
        parameters.addArray(lines.map(\.entry.line))
        parameters.addArray(
            lines.map { line in
                RowSeal.line(
                    line.entry.line, of: line.id, revision: line.entry.revision, node: node, counter: counter)
            })
        add(lines.flatMap { line in line.entry.begunLookups.map { (line.id, $0) } }, to: &parameters)
    }

    private func keep(_ wave: WriteWave, _ parameters: inout PostgresParameters) {
        let snapshots = wave.snapshots.sorted { $0.key < $1.key }
        parameters.addArray(snapshots.map(\.key))
        parameters.addArray(snapshots.map { Int64($0.value.snapshot.revision) })
        parameters.addArray(snapshots.map(\.value.snapshot.state))
        parameters.addArray(
            snapshots.map { name, value in
                RowSeal.state(value.snapshot.state, of: name, revision: value.snapshot.revision)
            })
        parameters.addArray(snapshots.map(\.value.keepsHistory))
        parameters.addArray(snapshots.map(\.value.isDependent))
    }

    private func add(_ shown: [(id: String, datasets: [String])], to parameters: inout PostgresParameters) {
        let rows = shown.flatMap { session in
            session.datasets.enumerated().map {
                (id: session.id, ordinal: Int64($0.offset), dataset: Array($0.element.utf8))
            }
        }
        parameters.addArray(rows.map(\.id))
        parameters.addArray(rows.map(\.ordinal))
        parameters.addArray(rows.map(\.dataset))
    }
}

/// A statement of a group.
struct PlannedStatement {
    let statement: PostgresStatement
    let pass: Int
    /// What the names in its answer tell; `nil` for a statement without names.
    let names: WritableKeyPath<WriteOutcome.Pass, Set<String>>?
}
