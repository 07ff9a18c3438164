package import ChartSeries
package import ChartStores
import Synchronization

/// The datasets of a process that shares them with others.
///
/// The version in the shared catalog is the only arbiter. A change is judged on the rows of this process and counts on
/// condition that the version still is theirs; a loser reads what it has missed and judges again.
package final class SharedDatasetCatalog: DatasetCatalog {
    /// How often a change is tried that others overtake.
    static let mostAttempts = 16

    /// The time between two rounds of maintenance.
    private static let maintenanceInterval = Duration.seconds(10)

    /// The rounds between two attempts to fetch rows anew that were damaged.
    private static let roundsBetweenRetries = 30

    /// How long rows stay that nothing names: longer than the import of a large dataset takes.
    private static let unnamedAge = Duration.seconds(6 * 3_600)

    /// The most replaced rows that are kept for the logs of sessions.
    private static let mostReplaced = 16

    /// What this process knows of the datasets.
    package let known: KnownDatasets
    /// The datasets of all processes.
    let datasets: SharedDatasets
    /// Whether a reader asks for changes of other processes.
    private let confirmsReads: Bool

    /// Creates the catalog of a process that shares its datasets with others.
    ///
    /// - Parameters:
    ///   - sharing: The shared datasets.
    ///   - found: What the shared catalog has now.
    ///   - confirmsReads: Whether a reader asks for changes of other processes.
    ///   - quota: Limits the bytes of the rows and of the sessions' logs.
    package init(
        sharing: SharedDatasets, _ found: [SharedDataset], confirmsReads: Bool = true,
        quota: StorageQuota = StorageQuota()
    ) {
        var entries: [String: DatasetEntry] = [:]
        for dataset in found { entries[dataset.name] = DatasetEntry(dataset) }
        known = KnownDatasets(KnownDatasets.State(entries: entries), within: quota)
        self.datasets = sharing
        self.confirmsReads = confirmsReads
        for name in entries.keys { noteBytes(of: name) }
    }

    /// Other processes may change the datasets.
    package var isShared: Bool { true }

    /// Whether a reader asks for changes of other processes.
    package var asksOthers: Bool { confirmsReads }

    /// What the cache of shared rows has done.
    package var figures: SharedDatasets.Figures? { datasets.figures }

    /// Returns the content of a name; the caller confirms the dataset first, which opens its files.
    package func content(of name: String) -> Result<Table, DatasetStoreError>? {
        guard let entry = known.state.withLock({ $0.entries[name] }) else { return nil }
        return entry.content ?? .failure(DatasetStoreError(.unreachable, "\(name) is not open"))
    }

    /// Counts a live session's use of a dataset; see ``DatasetCatalog/retain(_:)``.
    package func retain(_ name: String) -> Table? {
        known.state.withLock { state in
            guard case .success(let table)? = state.entries[name]?.content else { return nil }
            state.uses[name, default: 0] += 1
            return table
        }
    }

    /// Whether rows are away.
    package func mayKeepSessionsWaiting(_ name: String) -> Bool { isAway(name) }

    /// Starts the local files of new rows.
    package func startDraft(
        for name: String, shape: RowShape, owner: String?
    ) throws(DatasetStoreError) -> any DatasetDraft {
        try datasets.makeDraft(for: name, shape: shape, owner: owner)
    }

    /// Creates a spool for appended rows that exceed the memory.
    package func makeSpool() throws(DatasetStoreError) -> (any RowSpool)? { try datasets.makeSpool() }

    /// The bytes of the values of a dataset.
    package func bytes(of name: String) -> Int { shared(name)?.bytes ?? 0 }

    /// Starts a check of the local files.
    package func inspection(of name: String) -> (any DatasetInspection)? { shared(name).flatMap(datasets.inspection) }

    /// Looks for a local file that was cut.
    package func shortFile(of name: String) -> DatasetStoreError? { shared(name).flatMap(datasets.shortFile) }

    /// Runs the body at once: the shared catalog orders changes, and local files never change under their name.
    package func withTurn<Result>(_ name: String, _ body: () -> Result) async -> Result { body() }

    /// Unmaps unused datasets; see ``DatasetCatalog/closeIdle()``.
    package func closeIdle() {
        let idle = known.state.withLock { state in
            state.entries.keys.filter { state.entries[$0]?.closeIfIdle() == true }
        }
        for name in idle { if let shared = shared(name) { datasets.close(shared) } }
    }

    /// What the shared catalog says of the rows that are here.
    private func shared(_ name: String) -> SharedDataset? { known.state.withLock { $0.entries[name]?.shared } }

    /// Makes sure that the last rows are here; see ``DatasetCatalog/confirm(_:)``.
    package func confirm(_ name: String) async throws(DatasetRefusal) {
        if !confirmsReads, known.state.withLock({ $0.entries[name]?.table }) != nil { return }
        do throws(DatasetStoreError) {
            try await update(name)
        } catch {
            throw .init(.store(error), of: name)
        }
    }

    /// Fetches what the shared catalog has of a dataset now.
    func update(_ name: String) async throws(DatasetStoreError) {
        let found = try await datasets.catalog.dataset(name)
        guard let found, found.isLive else { return noteRemoval(of: name, at: found?.version ?? 0) }
        guard !isHere(found) else { return }
        try await datasets.withTurn(name) { () throws(DatasetStoreError) in
            guard !isHere(found) else { return }
            try await fetch(try await withEvents(found))
        }
    }

    /// A dataset with what people have noted about its data, which is fetched where it has changed.
    private func withEvents(_ dataset: SharedDataset) async throws(DatasetStoreError) -> SharedDataset {
        guard let version = dataset.summary.events else { return dataset }
        var whole = dataset
        whole.events = known.state.withLock { $0.entries[dataset.name]?.shared?.events }
        // Later events than those of this version are as good: the next look finds their version.
        guard whole.events?.version ?? 0 < version else { return whole }
        guard let lines = try await datasets.catalog.events(of: dataset.name), let events = TableEvents(bytes: lines)
        else { throw DatasetStoreError(.damaged, "the events of \(dataset.name) were altered") }
        whole.events = events
        return whole
    }

    /// Whether the rows of a dataset, or later ones, are open and sound.
    private func isHere(_ dataset: SharedDataset) -> Bool {
        known.state.withLock { state in
            guard state.removals[dataset.name] ?? 0 < dataset.version else { return true }
            guard let entry = state.entries[dataset.name], entry.fault == nil else { return false }
            return entry.version >= dataset.version && entry.table != nil
        }
    }

    /// Loads the rows of a dataset and shows them; the caller has the turn.
    private func fetch(_ dataset: SharedDataset) async throws(DatasetStoreError) {
        do throws(DatasetStoreError) {
            show(try await loaded(dataset), of: dataset)
        } catch {
            if error.kind == .damaged {
                known.state.withLock { state in
                    // Earlier rows that are open and sound stay with their sessions.
                    guard let entry = state.entries[dataset.name],
                        entry.table == nil || entry.version == dataset.version
                    else { return }
                    state.entries[dataset.name]?.withdraw(error)
                }
            }
            throw error
        }
        let kept = known.state.withLock { state in
            Set(state.entries.filter { state.uses[$0.key] != nil }.compactMap(\.value.shared?.localName))
        }
        let dropped = datasets.trim(keeping: kept.union([dataset.localName]))
        guard !dropped.isEmpty else { return }
        known.state.withLock { state in
            for (name, entry) in state.entries {
                if let shared = entry.shared, dropped.contains(shared.localName) {
                    state.entries[name] = DatasetEntry(shared)
                }
            }
        }
    }

    /// Loads rows, and closes unused files where the process has too many.
    private func loaded(
        _ dataset: SharedDataset
    ) async throws(DatasetStoreError) -> Table {
        // A dataset used since the last closing survives the first one, and is closed by the second.
        for _ in 0..<2 {
            do throws(DatasetStoreError) {
                return try await datasets.load(dataset)
            } catch {
                guard error.kind == .exhausted else { throw error }
            }
            closeIdle()
        }
        return try await datasets.load(dataset)
    }

    /// Shows the rows of a dataset unless later ones are shown; the caller has the turn.
    func show(_ table: Table, of dataset: SharedDataset) {
        let commit = known.nextCommit()
        let isNewer = known.state.withLock { state -> Bool in
            let known = state.entries[dataset.name]
            guard state.removals[dataset.name] ?? 0 < dataset.version else { return false }
            guard known.map({ $0.version <= dataset.version || $0.fault != nil }) ?? true else { return false }
            state.entries[dataset.name] = DatasetEntry(dataset, table, commit: commit)
            return known.map { $0.version < dataset.version } ?? true
        }
        noteBytes(of: dataset.name)
        if isNewer { known.tell(dataset.name, table) }
    }

    private func noteRemoval(of name: String, at version: Int) {
        let removed = known.state.withLock { state -> DatasetEntry? in
            // A later dataset of the name may be here already.
            if version > 0, let shared = state.entries[name]?.shared, shared.version > version { return nil }
            state.removals[name] = max(state.removals[name] ?? 0, version)
            return state.entries.removeValue(forKey: name)
        }
        guard let removed else { return }
        known.quota.note(dataset: name, bytes: nil)
        if let shared = removed.shared { datasets.drop(shared.localName) }
    }

    /// Appends rows; see ``DatasetCatalog/commit(_:to:expecting:)``.
    package func commit(
        _ rows: AppendedRows, to name: String, expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> Table {
        for attempt in 0..<Self.mostAttempts {
            do throws(DatasetStoreError) { try await update(name) } catch { throw .init(.store(error), of: name) }
            let table = try self.rows(of: name)
            guard let shared = known.state.withLock({ $0.entries[name]?.shared }), shared.version == table.version
            else {
                continue
            }
            guard expectation(.success(TableDescription(table))) else { throw .init(.unexpected, of: name) }
            _ = try columnsToAdd(by: rows, to: table, of: name)
            do throws(DatasetStoreError) {
                try checkRoom(for: rows, in: name)
                guard let grown = try await append(rows, to: shared) else {
                    await Self.wait(attempt)
                    continue
                }
                return grown
            } catch {
                throw .init(.store(error), of: name)
            }
        }
        throw .init(.store(.contended), of: name)
    }

    /// Appends rows to a dataset that still has its version.
    ///
    /// - Returns: All rows; `nil` where another process was faster.
    func append(
        _ rows: AppendedRows, to shared: SharedDataset
    ) async throws(DatasetStoreError) -> Table? {
        var grown = shared
        grown.version += 1
        var segments: [DatasetSegment] = []
        let known = Set(shared.summary.columns.map { ExactName($0.name) })
        let added = try rows.piece(0).columns.map(\.name).filter { !known.contains(ExactName($0)) }
        let columns = shared.summary.columns.map(\.name) + added
        if !added.isEmpty {
            grown.summary.remember(
                TableEdit(version: grown.version, columnsBefore: shared.summary.columns.count),
                after: shared.summary.edits ?? [])
        }
        for index in 0..<rows.pieceCount {
            let piece = try rows.piece(index)
            segments += try await datasets.upload(piece, columns: columns, from: grown.summary.rows)
            grown.summary = grown.summary.adding(piece)
        }
        guard try await datasets.catalog.commit(.append(grown, segments, expecting: shared.version)) == .committed
        else { return nil }
        let (final, name) = (grown, shared.name)
        return try await datasets.withTurn(name) { () throws(DatasetStoreError) in
            let table: Table
            if let held = datasets.grow(final, by: rows) {
                table = held
            } else {
                table = try await loaded(final)
            }
            show(table, of: final)
            return table
        }
    }

    /// Waits before the next attempt, longer each time, so that those who meet do not meet again.
    static func wait(_ attempt: Int) async {
        let longest = Double(min(64, 1 << attempt))
        // A cancelled caller tries again at once, and stops at the number of attempts.
        try? await Task.sleep(for: .milliseconds(.random(in: 0...longest)))
    }

    /// Adds a dataset, or replaces it; see ``DatasetCatalog/commit(_:as:rules:mayBeShown:expecting:)``.
    package func commit(
        _ draft: any DatasetDraft, as name: String, rules: (RowRules) -> RowRules, mayBeShown: Bool,
        expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> (table: Table, isNew: Bool) {
        do throws(DatasetStoreError) {
            try draft.prepare()
        } catch {
            known.noteUnconfirmed(error)
            throw .init(.store(error), of: name)
        }
        return try await replace(name, by: draft, rules: rules, mayBeShown: mayBeShown, expecting: expectation)
    }

    /// Gives a name new rows in the shared catalog.
    private func replace(
        _ name: String, by draft: any DatasetDraft, rules: (RowRules) -> RowRules,
        mayBeShown: Bool, expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> (table: Table, isNew: Bool) {
        let limited = (draft as? ArrangedDraft)?.draft ?? draft as? QuotaDraft
        guard let limited, let inner = limited.draft as? SharedDraft else {
            preconditionFailure("a draft of another catalog")
        }
        let table: Table
        var segments: [DatasetSegment] = []
        do throws(DatasetStoreError) {
            table = try draft.commit(version: 1)
        } catch {
            throw .init(.store(error), of: name)
        }
        var dataset = SharedDataset(
            name: name, version: 1, firstVersion: 1, generation: inner.generation, summary: RowSummary(table),
            owner: draft.owner)
        datasets.adopt(table, as: dataset)
        do throws(DatasetRefusal) {
            do throws(DatasetStoreError) {
                segments = try await datasets.upload(table, columns: table.columns.map(\.name), from: 0)
            } catch {
                throw .init(.store(error), of: name)
            }
            for attempt in 0..<Self.mostAttempts {
                let old = try await judged(name, expecting: expectation)
                if old == nil { try checkRoom(for: name) }
                if let old, old.isLive {
                    do throws(DatasetStoreError) {
                        dataset.keepEvents(of: try await withEvents(old))
                    } catch {
                        throw .init(.store(error), of: name)
                    }
                }
                dataset.version = (old?.version ?? 0) + 1
                dataset.firstVersion = dataset.version
                dataset.summary.edits = nil
                let kept = rules(old?.isLive == true ? old?.summary.rules ?? .standard : .standard)
                dataset.summary.rules = kept == .standard ? nil : kept
                var change = CatalogChange.replace(dataset, segments, expecting: old?.version ?? 0)
                var made = try await outcome(of: change, to: name)
                if made == .inUse, mayBeShown, let old, old.isLive {
                    try Self.check(limited.shape, of: name, under: old.description)
                    dataset.firstVersion = old.firstVersion
                    dataset.summary.remember(
                        .replacing(old.summary.columns.count, by: table.columns.count, at: dataset.version),
                        after: old.summary.edits ?? [])
                    change = .edit(dataset, segments, expecting: old.version)
                    made = try await outcome(of: change, to: name)
                }
                switch made {
                case .committed:
                    let shown = dataset.marking(table)
                    let final = dataset
                    await datasets.withTurn(name) { show(shown, of: final) }
                    return (shown, old?.isLive != true)
                case .inUse: throw .init(.inUse, of: name)
                case .conflict: await Self.wait(attempt)
                }
            }
            throw .init(.store(.contended), of: name)
        } catch {
            // After a commit in doubt the rows are fetched again where they turn out to be there.
            datasets.drop(dataset.localName)
            throw error
        }
    }

    /// Removes a dataset; see ``DatasetCatalog/remove(_:expecting:)``.
    package func remove(
        _ name: String, expecting expectation: Expectation
    ) async throws(DatasetRefusal) {
        for attempt in 0..<Self.mostAttempts {
            guard let old = try await judged(name, expecting: expectation), old.isLive else {
                throw .init(.unknown, of: name)
            }
            switch try await outcome(of: .remove(name: name, expecting: old.version), to: name) {
            case .committed: return noteRemoval(of: name, at: old.version + 1)
            case .inUse: throw .init(.inUse, of: name)
            case .conflict: await Self.wait(attempt)
            }
        }
        throw .init(.store(.contended), of: name)
    }

    /// Returns what the shared catalog has of a name, once it meets the caller's condition.
    private func judged(
        _ name: String, expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> SharedDataset? {
        let old: SharedDataset?
        do throws(DatasetStoreError) {
            old = try await datasets.catalog.dataset(name)
        } catch {
            throw .init(.store(error), of: name)
        }
        let existing = old.flatMap { $0.isLive ? $0.description : nil }
        guard expectation(existing.map { .success($0) }) else { throw .init(.unexpected, of: name) }
        return old
    }

    func outcome(
        of change: CatalogChange, to name: String
    ) async throws(DatasetRefusal) -> CatalogOutcome {
        do throws(DatasetStoreError) {
            return try await datasets.catalog.commit(change)
        } catch {
            throw .init(.store(error), of: name)
        }
    }

    /// Returns the rows that a line of a log has read; see ``DatasetCatalog/rows(readAs:)``.
    package func rows(readAs lookup: DatasetLookup) throws(DatasetRefusal) -> Table {
        let found = known.state.withLock { state -> Table? in
            if let entry = state.entries[lookup.name], let shared = entry.shared, let table = entry.table,
                shared.hasEdition(of: lookup)
            {
                return table
            }
            return state.replaced.last { $0.dataset.isRead(as: lookup) && $0.table.soundness?.isDamaged != true }?.table
        }
        guard let found else { throw .init(.absent(lookup), of: lookup.name) }
        return found
    }

    /// Fetches rows that a line of a log has read; see ``DatasetCatalog/provide(_:)``.
    package func provide(_ lookup: DatasetLookup) async throws(DatasetRefusal) -> Bool {
        do throws(DatasetStoreError) {
            try await update(lookup.name)
            if (try? rows(readAs: lookup)) != nil { return true }
            guard let old = try await datasets.catalog.replaced(lookup.name, at: lookup.version) else { return false }
            let table = try await datasets.withTurn(lookup.name) { () throws(DatasetStoreError) in
                try await loaded(old)
            }
            known.state.withLock { state in
                state.replaced.removeAll { $0.dataset.generation == old.generation }
                state.replaced.append((old, table))
                if state.replaced.count > Self.mostReplaced { state.replaced.removeFirst() }
            }
            return (try? rows(readAs: lookup)) != nil
        } catch {
            throw .init(.store(error), of: lookup.name)
        }
    }

    /// Follows the changes of other processes until the task is cancelled.
    ///
    /// Rows that a session of this process shows are fetched, so that its viewers see them. Of other datasets only the
    /// description changes; their rows are fetched when a caller needs them.
    func follow() async {
        var lastMaintenance = ContinuousClock.now
        var round = 0
        while await datasets.catalog.waitForChange() {
            round += 1
            await catchUp(retriesFaults: round.isMultiple(of: Self.roundsBetweenRetries))
            guard ContinuousClock.now - lastMaintenance >= Self.maintenanceInterval else { continue }
            lastMaintenance = .now
            // A database that does not answer shows elsewhere; the next round goes on.
            try? await datasets.maintain(removingAfter: Self.unnamedAge)
        }
    }

    /// Takes over what other processes have changed.
    private func catchUp(retriesFaults: Bool) async {
        // A database that does not answer shows elsewhere; the next round tries again.
        guard let versions = try? await datasets.catalog.versions() else { return }
        let (changed, used) = known.state.withLock { state in
            let known = Set(state.entries.keys).union(versions.keys)
            let changed = known.filter { name in
                let version = max(state.entries[name]?.version ?? 0, state.removals[name] ?? 0)
                return versions[name] ?? 0 != version || retriesFaults && state.entries[name]?.fault != nil
            }
            return (changed.sorted(), state.uses)
        }
        await withDiscardingTaskGroup { group in
            for name in changed {
                group.addTask {
                    do throws(DatasetStoreError) {
                        if used[name] != nil {
                            try await self.update(name)
                        } else {
                            try await self.describe(name)
                        }
                    } catch {
                        // The next round tries again; a request that needs the rows gets the error.
                    }
                }
            }
        }
    }

    /// Takes over the description of a dataset whose rows no session here shows.
    private func describe(_ name: String) async throws(DatasetStoreError) {
        let found = try await datasets.catalog.dataset(name)
        guard let found, found.isLive else { return noteRemoval(of: name, at: found?.version ?? 0) }
        known.state.withLock { state in
            guard state.removals[name] ?? 0 < found.version else { return }
            guard state.entries[name].map({ $0.version < found.version || $0.fault != nil }) ?? true else { return }
            state.entries[name] = DatasetEntry(found)
        }
        noteBytes(of: name)
    }
}

extension SharedDataset {
    /// Whether a line of a log has read these rows.
    fileprivate func isRead(as lookup: DatasetLookup) -> Bool {
        lookup.name == name && hasEdition(of: lookup) && lookup.rows <= summary.rows
    }

    /// Whether a line of a log has read rows of which these are a continuation.
    fileprivate func hasEdition(of lookup: DatasetLookup) -> Bool {
        let first = firstVersionOfEdition
        return (first...max(first, version)).contains(lookup.version)
    }
}

/// Editions of datasets that other processes change too.
///
/// An edition is a generation of its own. Its segments are those of the rows before up to the first changed row, and new
/// ones behind them; the catalog keeps the generation before for the logs of live sessions.
extension SharedDatasetCatalog {
    /// What an attempt has made of a dataset.
    private enum Attempt<Result> {
        case done(Result)
        case overtaken
    }

    /// Tries a change on the last rows until no other process is faster.
    private func onLastRows<Result>(
        of name: String, expecting expectation: Expectation = { _ in true },
        _ attempt: (Table, SharedDataset) async throws(DatasetRefusal) -> Attempt<Result>
    ) async throws(DatasetRefusal) -> Result {
        for count in 0..<Self.mostAttempts {
            try await bring(name)
            let table = try rows(of: name)
            guard let shared = known.state.withLock({ $0.entries[name]?.shared }), shared.version == table.version
            else {
                continue
            }
            guard expectation(.success(TableDescription(table))) else { throw .init(.unexpected, of: name) }
            if case .done(let result) = try await attempt(table, shared) { return result }
            await Self.wait(count)
        }
        throw .init(.store(.contended), of: name)
    }

    /// Makes sure that this process has the last rows of a dataset.
    package func bring(_ name: String) async throws(DatasetRefusal) {
        do throws(DatasetStoreError) { try await update(name) } catch { throw .init(.store(error), of: name) }
    }

    /// Adds rows in memory; see ``DatasetCatalog/addReserved(_:to:addingColumns:expecting:)``.
    package func addReserved(
        _ rows: IncomingRows, to name: String, addingColumns addsColumns: Bool,
        expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> AddedRows {
        try await onLastRows(of: name, expecting: expectation) { table, shared throws(DatasetRefusal) in
            let wide = addsColumns ? table.widened(for: rows) : nil
            let merge = try Self.merge(rows, into: wide ?? table, of: name)
            let grown: Table?
            do throws(DatasetStoreError) {
                switch merge.change {
                case .nothing: grown = table
                case .append(let behind): grown = try await append(AppendedRows(behind), to: shared)
                case .edit(let edit): grown = try await self.edit(edit, of: wide ?? table, shared)
                }
            } catch {
                throw .init(.store(error), of: name)
            }
            guard let grown else { return .overtaken }
            return .done(AddedRows(table: grown, counts: grown.rules.countsLateRows ? merge.counts : nil))
        }
    }

    /// Removes rows; see ``DatasetCatalog/removeRows(in:of:expecting:)``.
    package func removeRows(
        in range: ClosedRange<Double>, of name: String, expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> (table: Table, count: Int) {
        try await onLastRows(of: name, expecting: expectation) { table, shared throws(DatasetRefusal) in
            guard let (edit, count) = table.removing(range) else { return .done((table, 0)) }
            do throws(DatasetStoreError) {
                guard let edited = try await self.edit(edit, of: table, shared) else { return .overtaken }
                return .done((edited, count))
            } catch {
                throw .init(.store(error), of: name)
            }
        }
    }

    /// Changes the rules of a dataset; see ``DatasetCatalog/setRules(of:expecting:_:)``.
    package func setRules(
        of name: String, expecting expectation: Expectation,
        _ change: (RowRules) -> RowRules
    ) async throws(DatasetRefusal) -> Table {
        try await onLastRows(of: name, expecting: expectation) { table, shared throws(DatasetRefusal) in
            let rules = change(table.rules)
            guard rules != table.rules else { return .done(table) }
            var next = shared
            next.version += 1
            next.summary.rules = rules == .standard ? nil : rules
            return try await show(table, as: next, after: .append(next, [], expecting: shared.version))
        }
    }

    /// Changes the events of a dataset; see ``DatasetCatalog/setEvents(of:_:)``.
    package func setEvents(
        of name: String, _ change: (Table) -> TableEvents?
    ) async throws(DatasetRefusal) -> Table {
        try await onLastRows(of: name) { table, shared throws(DatasetRefusal) in
            guard let events = change(table) else { return .done(table) }
            var next = shared
            next.version += 1
            (next.events, next.summary.events) = (events, events.version)
            return try await show(table, as: next, after: .setEvents(next, events.bytes, expecting: shared.version))
        }
    }

    /// Shows rows with other rules or events once the shared catalog has these.
    private func show(
        _ table: Table, as next: SharedDataset, after change: CatalogChange
    ) async throws(DatasetRefusal) -> Attempt<Table> {
        guard try await outcome(of: change, to: next.name) == .committed else { return .overtaken }
        return .done(
            await datasets.withTurn(next.name) {
                let marked = next.marking(table)
                show(marked, of: next)
                return marked
            })
    }

    /// Makes an edition of a dataset that still has its version.
    ///
    /// - Returns: All rows; `nil` where another process was faster.
    private func edit(
        _ edit: RowEdit, of table: Table, _ shared: SharedDataset
    ) async throws(DatasetStoreError) -> Table? {
        let before = shared.summary.columns.count
        let isWider = table.columns.count > before
        let made = TableEdit(
            version: shared.version + 1, changed: edit.changed, columnsBefore: isWider ? before : nil)
        return try await self.edit(
            shared, edit.pieces(of: table), made, after: table.edits, sharing: 0..<(isWider ? 0 : edit.from))
    }

    /// Drops rows from the front; see ``DatasetCatalog/dropRows(of:)``.
    package func dropRows(of name: String) async throws(DatasetRefusal) -> Table {
        await known.tellOfDrop(name)
        return try await onLastRows(of: name) { table, shared throws(DatasetRefusal) in
            let count = table.rowsToDrop
            guard count > 0 else { return .done(table) }
            let (rest, made, _) = table.dropping(count)
            do throws(DatasetStoreError) {
                try await datasets.catalog.forgetReplaced(name, before: shared.version, after: Self.loadingAge)
                let edited = try await edit(
                    shared, rest, made, after: table.edits, dropping: count, sharing: count..<table.rowCount)
                return edited.map { .done($0) } ?? .overtaken
            } catch {
                throw .init(.store(error), of: name)
            }
        }
    }

    /// How long other processes may take to load rows that were replaced meanwhile.
    private static var loadingAge: Duration { .seconds(60) }

    /// Makes an edition.
    ///
    /// - Parameters:
    ///   - shared: The dataset.
    ///   - pieces: All rows after the edit.
    ///   - made: The edit.
    ///   - earlier: The edits before it.
    ///   - dropped: The rows that it drops from the front.
    ///   - kept: The rows before the edit that stay; those in whole segments are not stored again.
    /// - Returns: All rows; `nil` where another process was faster.
    /// - Throws: `DatasetStoreError`.
    private func edit(
        _ shared: SharedDataset, _ pieces: RowPieces, _ made: TableEdit, after earlier: [TableEdit],
        dropping dropped: Int = 0, sharing kept: Range<Int>
    ) async throws(DatasetStoreError) -> Table? {
        let columns = pieces.shape.columns
        let draft = try datasets.makeDraft(for: shared.name, shape: pieces.shape, owner: shared.owner)
        for (table, rows) in pieces.parts { try draft.append(table, rows: rows) }
        try draft.prepare()
        let edited = try draft.commit(version: 1)
        guard let generation = (draft as? SharedDraft)?.generation else {
            preconditionFailure("a draft of another catalog")
        }
        var next = SharedDataset(
            name: shared.name, version: shared.version + 1, firstVersion: shared.firstVersion,
            generation: generation, summary: RowSummary(edited), owner: shared.owner)
        next.keepEvents(of: shared)
        next.summary.rules = shared.summary.rules
        next.summary.edits = earlier.followed(by: made, dropping: dropped)
        datasets.adopt(edited, as: next)
        do throws(DatasetStoreError) {
            let old = try await datasets.catalog.segments(of: shared.generation, from: kept.lowerBound)
            let stay = old.filter { $0.firstRow >= kept.lowerBound && $0.end <= kept.upperBound }
                .map { DatasetSegment(firstRow: $0.firstRow - dropped, rows: $0.rows, hash: $0.hash, bytes: $0.bytes) }
            let shares = (stay.first?.firstRow ?? 0)..<(stay.last?.end ?? 0)
            let head = try await datasets.upload(edited, rows: 0..<shares.lowerBound, columns: columns, from: 0)
            let tail = try await datasets.upload(
                edited, rows: shares.upperBound..<edited.rowCount, columns: columns, from: 0)
            guard
                try await datasets.catalog.commit(.edit(next, head + stay + tail, expecting: shared.version))
                    == .committed
            else {
                datasets.drop(next.localName)
                return nil
            }
        } catch {
            // After a commit in doubt the rows are fetched again where they turn out to be there.
            datasets.drop(next.localName)
            throw error
        }
        let final = next
        return await datasets.withTurn(shared.name) {
            let marked = final.marking(edited)
            show(marked, of: final)
            return marked
        }
    }
}
