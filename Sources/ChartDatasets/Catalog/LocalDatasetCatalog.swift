package import ChartSeries
package import ChartStores
import Synchronization

/// The datasets of a process that is alone with their files.
///
/// Changes of one dataset take turns by its name. A session begins to use a dataset under the lock of the names.
package final class LocalDatasetCatalog: DatasetCatalog {
    /// What this process knows of the datasets.
    package let known: KnownDatasets
    let store: any DatasetStore
    let turns = KeyedTurns()
    /// The appends that wait for the disk.
    let pending = PendingAppends()

    /// Creates a catalog of the existing datasets.
    ///
    /// - Parameters:
    ///   - tables: The rows by name.
    ///   - damaged: The errors of the damaged datasets, by name.
    ///   - closed: The descriptions of the datasets with unmapped files, by name.
    ///   - owners: The subjects of the principals that wrote datasets, by the names of the datasets.
    ///   - histories: What makes the rows of earlier editions, by the names of the datasets.
    ///   - store: The store of the rows.
    ///   - quota: Limits the disk space of the rows and of the sessions' logs.
    package init(
        _ tables: [String: Table] = [:], damaged: [String: DatasetStoreError] = [:],
        closed: [String: TableDescription] = [:], owners: [String: String] = [:],
        histories: [String: EditionHistory] = [:],
        store: any DatasetStore = MemoryDatasetStore(), quota: StorageQuota = StorageQuota()
    ) {
        var entries: [String: DatasetEntry] = [:]
        for (name, table) in tables { entries[name] = DatasetEntry(.success(table), owner: owners[name]) }
        for (name, error) in damaged {
            entries[name] = DatasetEntry(.failure(error), owner: owners[name])
            entries[name]?.isDamageReported = true
        }
        for (name, description) in closed { entries[name] = DatasetEntry(closed: description, owner: owners[name]) }
        known = KnownDatasets(KnownDatasets.State(entries: entries, histories: histories), within: quota)
        self.store = store
        for name in entries.keys { noteBytes(of: name) }
    }

    /// No other process changes the datasets.
    package var isShared: Bool { false }

    /// A reader takes the rows that are here.
    package var asksOthers: Bool { false }

    /// There is no cache.
    package var figures: SharedDatasets.Figures? { nil }

    /// Does nothing, since the rows that are here are the last ones.
    package func confirm(_ name: String) async throws(DatasetRefusal) {}

    /// Does nothing, since the rows that are here are the last ones.
    package func bring(_ name: String) async throws(DatasetRefusal) {}

    /// Returns the content of a name, and opens its files where they are closed.
    package func content(of name: String) -> Result<Table, DatasetStoreError>? {
        guard let entry = known.state.withLock({ $0.entries[name] }) else { return nil }
        return entry.content ?? turns.withTurnOfThread(name) { contentInTurn(of: name) }
    }

    /// Returns the rows of a name; the caller has the turn.
    private func rowsInTurn(of name: String) throws(DatasetRefusal) -> Table {
        try Self.table(in: contentInTurn(of: name), of: name)
    }

    /// Counts a live session's use of a dataset; see ``DatasetCatalog/retain(_:)``.
    package func retain(_ name: String) -> Table? {
        /// What the lock of the names says.
        enum Look {
            case held(Table?)
            case isReserved
            case isClosed
        }
        while true {
            let look = known.state.withLock { state -> Look in
                guard let entry = state.entries[name] else { return .held(nil) }
                guard !state.reserved.contains(name) else { return .isReserved }
                guard let content = entry.content else { return .isClosed }
                guard case .success(let table) = content else { return .held(nil) }
                state.uses[name, default: 0] += 1
                return .held(table)
            }
            switch look {
            case .held(let table): return table
            case .isReserved: turns.withTurnOfThread(name) {}
            case .isClosed: guard case .success? = content(of: name) else { return nil }
            }
        }
    }

    /// Whether files are closed or away, or a change is under way that no session may see half done.
    package func mayKeepSessionsWaiting(_ name: String) -> Bool {
        known.state.withLock { $0.reserved.contains(name) } || isAway(name)
    }

    /// Starts the files of a dataset; see `DatasetStore.makeDraft(for:shape:owner:)`.
    package func startDraft(
        for name: String, shape: RowShape, owner: String?
    ) throws(DatasetStoreError) -> any DatasetDraft {
        try store.makeDraft(for: name, shape: shape, owner: owner)
    }

    /// Creates a spool; see `DatasetStore.makeSpool()`.
    package func makeSpool() throws(DatasetStoreError) -> (any RowSpool)? { try store.makeSpool() }

    /// The bytes of a dataset's files.
    package func bytes(of name: String) -> Int { store.bytes(of: name) }

    /// Starts a check of a dataset's files, which it opens where they are closed.
    package func inspection(of name: String) -> (any DatasetInspection)? {
        _ = contentInTurn(of: name)
        return store.inspection(of: name)
    }

    /// Looks for a file that was cut.
    package func shortFile(of name: String) -> DatasetStoreError? { store.shortFile(of: name) }

    /// Runs a body in the turn of a dataset.
    package func withTurn<Result>(_ name: String, _ body: () -> Result) async -> Result {
        await turns.withTurn(name, body)
    }

    /// Returns the rows that a line of a log has read; see ``DatasetCatalog/rows(readAs:)``.
    package func rows(readAs lookup: DatasetLookup) throws(DatasetRefusal) -> Table {
        try rowsOfEdition(readAs: lookup)
    }

    /// Fetches nothing, since all rows are here.
    package func provide(_ lookup: DatasetLookup) async throws(DatasetRefusal) -> Bool { false }

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
        return try await changeFiles(of: name) { isInUse throws(DatasetRefusal) in
            let old = known.state.withLock { $0.entries[name] }
            let before = contentInTurn(of: name)
            let existing = before?.map(TableDescription.init)
            guard expectation(existing) else { throw .init(.unexpected, of: name) }
            guard mayBeShown || !isInUse else { throw .init(.inUse, of: name) }
            try beginDataset(name)
            defer { known.state.withLock { _ = $0.beginning.remove(name) } }
            let version = (old?.version ?? 0) + 1
            var life = DatasetLife(history: EditionHistory(floor: version))
            if isInUse { life = try replacedLife(of: name, by: draft) }
            life.rules = rules((try? existing?.get())?.rules ?? .standard)
            life.events = (try? before?.get())?.events
            let table: Table
            do throws(DatasetStoreError) {
                table = try withRoom { () throws(DatasetStoreError) in
                    try draft.commit(version: version, life: life)
                }
            } catch {
                throw .init(.store(error), of: name)
            }
            let commit = known.nextCommit()
            known.state.withLock { state in
                state.entries[name] = DatasetEntry(.success(table), owner: draft.owner, commit: commit)
                state.beginning.remove(name)
                state.histories[name] = life.history
                if !isInUse { state.editions.removeAll { $0.name == name } }
            }
            if isInUse { known.tell(name, table) }
            noteBytes(of: name)
            return (table, old == nil)
        }
    }

    /// Counts a name as a dataset until its rows are there, or throws for one beyond the maximum number.
    private func beginDataset(_ name: String) throws(DatasetRefusal) {
        let isBeyond = known.state.withLock { state in
            guard state.entries[name] == nil else { return false }
            guard state.entries.count + state.beginning.count < quota.mostDatasets else { return true }
            state.beginning.insert(name)
            return false
        }
        guard !isBeyond else { throw .init(.store(.overQuota(datasets: quota.mostDatasets)), of: name) }
    }

    /// Reserves room for rows while they are written, if the quota does not include them yet.
    ///
    /// - Returns: The bytes to release.
    /// - Throws: `DatasetStoreError`, `quota` or `ownerQuota`.
    private func reserveRoom(for rows: AppendedRows, in name: String) throws(DatasetStoreError) -> Int {
        let owner = owner(of: name)
        guard quota.limitsDatasetBytes, !rows.isReserved(for: owner) else { return 0 }
        let bytes = try rows.bytes
        try quota.reserve(draft: bytes, of: owner)
        return bytes
    }

    /// Appends rows, all or none.
    ///
    /// - Parameters:
    ///   - rows: The rows, at least one, none with a smaller x than the last.
    ///   - name: The dataset.
    ///   - expectation: The caller's condition.
    /// - Returns: All rows.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then.
    package func append(
        _ rows: AppendedRows, to name: String, expecting expectation: Expectation = { _ in true }
    ) throws(DatasetRefusal) -> Table {
        do throws(DatasetRefusal) {
            return try turns.withTurnOfThread(name) { () throws(DatasetRefusal) in
                try acknowledgeInTurn(name)
                let (grown, isShown) = try writeInTurn(rows, to: name, expecting: expectation)
                if !isShown { try acknowledgeInTurn(name) }
                return grown
            }
        } catch {
            if case .store(let error) = error.reason { known.noteUnconfirmed(error) }
            throw error
        }
    }

    /// Appends rows in memory; see ``append(_:to:expecting:)``.
    package func append(
        _ rows: Table, to name: String, expecting expectation: Expectation = { _ in true }
    ) throws(DatasetRefusal) -> Table {
        try append(AppendedRows(rows), to: name, expecting: expectation)
    }

    /// Writes rows after all written ones; the caller has the turn.
    ///
    /// - Returns: All rows, and whether they are shown already, since they do not wait for the disk.
    private func writeInTurn(
        _ rows: AppendedRows, to name: String, expecting expectation: Expectation
    ) throws(DatasetRefusal) -> (table: Table, isShown: Bool) {
        let written = known.state.withLock { $0.written[name] }
        var table: Table
        if let written { table = written } else { table = try rowsInTurn(of: name) }
        guard expectation(.success(TableDescription(table))) else { throw .init(.unexpected, of: name) }
        let added: [String]
        do throws(DatasetRefusal) {
            added = try columnsToAdd(by: rows, to: table, of: name)
        } catch {
            if case .table = error.reason { _ = try rowsInTurn(of: name) }
            throw error
        }
        _ = try rowsInTurn(of: name)
        let grown: Table
        if !added.isEmpty {
            try acknowledgeInTurn(name)
            table = try rowsInTurn(of: name)
        }
        // The first rows replace the dataset, which waits for the disk, and so do rows with other columns.
        let isReplaced = table.rowCount == 0 || !added.isEmpty
        let isShown = isReplaced || !store.awaitsDisk
        var reserved = 0
        defer { if reserved > 0 { quota.release(draft: reserved, of: owner(of: name)) } }
        do throws(DatasetStoreError) {
            reserved = try reserveRoom(for: rows, in: name)
            if isReplaced {
                grown = try replaced(table, by: rows, adding: added, named: name)
            } else {
                grown =
                    isShown
                    ? try store.append(rows, to: table, named: name) : try store.write(rows, to: table, named: name)
            }
        } catch {
            throw .init(.store(error), of: name)
        }
        if isShown {
            show(grown, of: name, commit: known.commit(of: name))
        } else {
            known.state.withLock { $0.written[name] = grown }
        }
        noteBytes(of: name)
        return (grown, isShown)
    }

    /// Shows appended rows, unless later ones are shown or the dataset was replaced, removed or withdrawn.
    func show(_ table: Table, of name: String, commit: Int?) {
        let isNewer = known.state.withLock { state in
            guard let entry = state.entries[name], entry.commit == commit, entry.fault == nil,
                entry.version < table.version
            else { return false }
            state.entries[name]?.show(table)
            return true
        }
        if isNewer { known.tell(name, table) }
    }

    /// Replaces a dataset by its rows with others behind them.
    ///
    /// The first rows of an empty dataset determine the kind of x. Others may have columns that the dataset lacks.
    private func replaced(
        _ table: Table, by rows: AppendedRows, adding added: [String], named name: String
    ) throws(DatasetStoreError) -> Table {
        let names = table.columns.map(\.name) + added
        let kind = table.rowCount == 0 ? try rows.piece(0).xKind : table.xKind
        let shape = RowShape(xName: table.xName, xKind: kind, columns: names)
        var draft = try store.makeDraft(for: name, shape: shape, owner: owner(of: name))
        // Until the draft is there, the disk holds the rows twice.
        if !added.isEmpty { draft = QuotaDraft(draft, of: shape, within: known.quota) }
        for start in stride(from: 0, to: table.rowCount, by: Self.rowsCopiedAtOnce) {
            let some = RowBlock(table, rows: start..<min(table.rowCount, start + Self.rowsCopiedAtOnce))
            try draft.append(some.adding(columns: added))
        }
        if table.soundness?.isDamaged == true { throw .foundDamaged }
        for index in 0..<rows.pieceCount { try draft.append(RowBlock(rows.piece(index), columns: names)) }
        try draft.prepare()
        let edit = TableEdit(version: table.version + 1, columnsBefore: added.isEmpty ? nil : table.columns.count)
        let life = life(of: name, table).after(nil, edit, keepingRowsBefore: true)
        let grown = try draft.commit(version: table.version + 1, life: life)
        let commit = known.nextCommit()
        known.state.withLock { $0.entries[name]?.commit = commit }
        return grown
    }

    /// The most rows that are copied at once when a dataset gets columns.
    private static let rowsCopiedAtOnce = 1 << 14

    /// Removes a dataset; see ``DatasetCatalog/remove(_:expecting:)``.
    package func remove(_ name: String, expecting expectation: Expectation) async throws(DatasetRefusal) {
        try await changeFiles(of: name) { isInUse throws(DatasetRefusal) in
            guard known.state.withLock({ $0.entries[name] }) != nil else { throw .init(.unknown, of: name) }
            guard expectation(contentInTurn(of: name)?.map(TableDescription.init)) else {
                throw .init(.unexpected, of: name)
            }
            guard !isInUse else { throw .init(.inUse, of: name) }
            do throws(DatasetStoreError) {
                try store.remove(name)
            } catch {
                throw .init(.store(error), of: name)
            }
            known.state.withLock { state in
                state.entries[name] = nil
                state.histories[name] = nil
                state.editions.removeAll { $0.name == name }
            }
            known.quota.note(dataset: name, bytes: nil)
        }
    }

    /// Changes files of a dataset after all earlier changes of it; the task waits for its turn.
    private func changeInTurn<Result>(
        of name: String, _ change: () throws(DatasetRefusal) -> Result
    ) async throws(DatasetRefusal) -> Result {
        do throws(DatasetRefusal) {
            return try await turns.withTurn(name, change)
        } catch {
            if case .store(let error) = error.reason { known.noteUnconfirmed(error) }
            throw error
        }
    }

    /// Changes files of a dataset that no session may use.
    ///
    /// Sessions in memory are counted here, and the store tells of the resting ones. A session that begins to rest
    /// between the two looks may be missed by both, so they are repeated then. While the change of an unused dataset is
    /// under way, sessions that want to use it wait.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - change: The change; its parameter tells whether a session uses the dataset.
    /// - Returns: What the change returns.
    /// - Throws: What the change throws, or a refusal of the store.
    private func changeFiles<Result>(
        of name: String, _ change: (_ isInUse: Bool) throws(DatasetRefusal) -> Result
    ) async throws(DatasetRefusal) -> Result {
        while true {
            let rests = known.state.withLock { $0.rests }
            let isResting = try await known.isShownByRestingSession(name)
            let result: Result? = try await changeInTurn(of: name) { () throws(DatasetRefusal) in
                let isInUse = known.state.withLock { state -> Bool? in
                    guard state.rests == rests else { return nil }
                    let isInUse = state.isInUse(name) || isResting && state.entries[name]?.fault == nil
                    if !isInUse { state.reserved.insert(name) }
                    return isInUse
                }
                guard let isInUse else { return nil }
                defer { known.state.withLock { _ = $0.reserved.remove(name) } }
                try acknowledgeInTurn(name)
                return try change(isInUse)
            }
            if let result { return result }
        }
    }

    /// Runs a body while no dataset changes; changes that come meanwhile wait for it.
    ///
    /// - Parameters:
    ///   - name: A dataset whose bytes are counted again after the body; `nil` for none.
    ///   - body: The body, which must be short.
    package func holdChanges(recounting name: String? = nil, _ body: () -> Void) {
        turns.withAllTurnsOfThread {
            body()
            if let name, known.state.withLock({ $0.entries[name] }) != nil { noteBytes(of: name) }
        }
    }
}

/// Appends that wait for the disk together.
///
/// An append is written in its turn, and the next one is written behind it. What is written counts, and is shown, once the
/// disk has it. Callers that wait at the same time share one wait.
extension LocalDatasetCatalog {
    /// Appends rows; see ``DatasetCatalog/commit(_:to:expecting:)``.
    ///
    /// It waits for the disk together with other callers.
    package func commit(
        _ rows: AppendedRows, to name: String, expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> Table {
        let table = try await appendWithOthers(to: name) { () throws(DatasetRefusal) in
            try writeInTurn(rows, to: name, expecting: expectation)
        }
        guard let table else { preconditionFailure("an append that was written is there") }
        return table
    }

    /// Writes rows in the caller's turn, and waits for the disk together with other callers.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - write: Writes rows after all written ones, or finds that they cannot be appended.
    /// - Returns: All rows; `nil` where nothing was written.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then.
    private func appendWithOthers(
        to name: String, _ write: () throws(DatasetRefusal) -> (table: Table, isShown: Bool)?
    ) async throws(DatasetRefusal) -> Table? {
        let written = try await changeInTurn(of: name) {
            () throws(DatasetRefusal) -> (table: Table, append: PendingAppend?)? in
            try readAnewInTurn(name)
            guard let (table, isShown) = try write() else { return nil }
            guard !isShown else { return (table, nil) }
            let append = PendingAppend(table, of: name, commit: known.commit(of: name))
            pending.add(append)
            return (table, append)
        }
        guard let (table, append) = written else { return nil }
        guard let append else { return table }
        while true {
            switch await append.turn() {
            case .leads: await acknowledgeAll()
            case .ended(.success): return table
            case .ended(.failure(let error)): throw .init(.store(error), of: name)
            }
        }
    }

    /// Acknowledges all appends that wait, and ends them in the turns of their datasets.
    private func acknowledgeAll() async {
        let group = pending.take()
        var names: [String] = []
        for append in group where !names.contains(append.name) { names.append(append.name) }
        let errors = store.acknowledge(names)
        for error in errors.values { known.noteUnconfirmed(error) }
        for name in names {
            await turns.withTurn(name) {
                // A dataset that was read anew meanwhile has later rows, which count.
                if let error = errors[name], store.isSuspended(name) { drop(name, for: error) }
                for append in group where append.name == name {
                    if let error = errors[name] {
                        append.end(.failure(error))
                    } else {
                        noteAcknowledged(append.table, of: name, commit: append.commit)
                        append.end(.success(()))
                    }
                }
            }
        }
        pending.handOver()
    }

    /// Acknowledges what is written of a dataset, so that no append is under way; the caller has the turn.
    ///
    /// A dataset whose last change the disk has not confirmed is read anew first.
    private func acknowledgeInTurn(_ name: String) throws(DatasetRefusal) {
        if let table = known.state.withLock({ $0.written[name] }) {
            if let error = store.acknowledge([name])[name] {
                drop(name, for: error)
                throw .init(.store(error), of: name)
            }
            noteAcknowledged(table, of: name, commit: known.commit(of: name))
        }
        try readAnewInTurn(name)
    }

    private func noteAcknowledged(_ table: Table, of name: String, commit: Int?) {
        known.state.withLock { state in
            if state.entries[name]?.commit == commit, state.written[name]?.version == table.version {
                state.written[name] = nil
            }
        }
        show(table, of: name, commit: commit)
    }

    /// Drops what is written of a dataset, since it does not count.
    private func drop(_ name: String, for error: DatasetStoreError) {
        known.state.withLock { _ = $0.written.removeValue(forKey: name) }
        pending.fail(name, with: error)
        noteBytes(of: name)
    }

    /// Reads a dataset anew whose last change the disk has not confirmed; the caller has the turn.
    private func readAnewInTurn(_ name: String) throws(DatasetRefusal) {
        let (soundness, isWritten) = known.state.withLock { state in
            let entry = state.entries[name]
            return (entry?.closedSoundness ?? entry?.table?.soundness, state.written[name] != nil)
        }
        // The appends that are under way fail first.
        guard !isWritten, store.isSuspended(name) else { return }
        do throws(DatasetStoreError) {
            let table = try withRoom { () throws(DatasetStoreError) in
                try store.readAnew(name, soundness ?? TableSoundness())
            }
            known.state.withLock { state in
                if let table, state.entries[name]?.fault == nil { state.entries[name]?.show(table) }
            }
        } catch {
            guard error.kind == .damaged else { throw .init(.store(error), of: name) }
            known.state.withLock { $0.entries[name]?.withdraw(error) }
        }
    }
}

/// Files stay mapped only while callers use them, since a process has a limited number of mappings.
extension LocalDatasetCatalog {
    /// Unmaps unused datasets; see ``DatasetCatalog/closeIdle()``.
    package func closeIdle() {
        for name in known.state.withLock({ Array($0.entries.keys) }) {
            // A dataset that changes is not idle.
            turns.withTurnIfFree(name) {
                let isIdle = known.state.withLock { state in
                    state.written[name] == nil && state.entries[name]?.closeIfIdle() == true
                }
                if isIdle { store.close(name) }
            }
        }
    }

    /// Returns the content of a name, and opens closed files; the caller has the turn.
    private func contentInTurn(of name: String) -> Result<Table, DatasetStoreError>? {
        guard let entry = known.state.withLock({ $0.entries[name] }) else { return nil }
        if let content = entry.content { return content }
        guard let soundness = entry.closedSoundness else { preconditionFailure("rows without files are not closed") }
        do throws(DatasetStoreError) {
            let table = try open(name, soundness)
            known.state.withLock { $0.entries[name]?.show(table) }
            return .success(table)
        } catch {
            // The system may allow later what it refuses now.
            if error.kind == .damaged { known.state.withLock { $0.entries[name]?.withdraw(error) } }
            return .failure(error)
        }
    }

    /// Opens files, and closes idle ones if there are too many.
    private func open(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table {
        try withRoom { () throws(DatasetStoreError) in try store.open(name, soundness) }
    }

    /// Runs a body that may open files, and repeats it after closing idle ones; the caller has the turn of a dataset.
    private func withRoom<Result>(_ body: () throws(DatasetStoreError) -> Result) throws(DatasetStoreError) -> Result {
        // A dataset used since the last closing survives the first one, and is closed by the second.
        for _ in 0..<2 {
            do throws(DatasetStoreError) {
                return try body()
            } catch {
                guard error.kind == .exhausted else { throw error }
            }
            closeIdle()
        }
        return try body()
    }
}

/// Changes of rows that are there: late and repeated rows, removals, and the rules for them.
extension LocalDatasetCatalog {
    /// What a dataset has beside its rows.
    func life(of name: String, _ table: Table) -> DatasetLife {
        let history = known.state.withLock { $0.histories[name] }
        return DatasetLife(
            rules: table.rules, edits: table.edits, history: history ?? EditionHistory(), events: table.events)
    }

    /// Adds rows in memory; see ``DatasetCatalog/addReserved(_:to:addingColumns:expecting:)``.
    package func addReserved(
        _ rows: IncomingRows, to name: String, addingColumns addsColumns: Bool, expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> AddedRows {
        if let added = try await appendInTurn(rows, to: name, addingColumns: addsColumns, expecting: expectation) {
            return added
        }
        return try await changeFiles(of: name) { isInUse throws(DatasetRefusal) in
            let table = try rowsInTurn(of: name)
            guard expectation(.success(TableDescription(table))) else { throw .init(.unexpected, of: name) }
            let wide = addsColumns ? table.widened(for: rows) : nil
            let merge = try Self.merge(rows, into: wide ?? table, of: name)
            let edited: Table
            switch merge.change {
            case .nothing: edited = table
            case .append(let behind):
                let isShown: Bool
                let rows = AppendedRows(behind, addingColumns: wide != nil)
                (edited, isShown) = try writeInTurn(rows, to: name, expecting: { _ in true })
                if !isShown { try acknowledgeInTurn(name) }
            case .edit(let edit):
                edited = try editInTurn(
                    edit, of: wide ?? table, named: name, keepingRowsBefore: isInUse,
                    columnsBefore: wide == nil ? nil : table.columns.count)
            }
            return AddedRows(table: edited, counts: edited.rules.countsLateRows ? merge.counts : nil)
        }
    }

    /// Appends rows that change none that is there.
    ///
    /// - Returns: All rows; `nil` where the rows change others, or add columns.
    private func appendInTurn(
        _ rows: IncomingRows, to name: String, addingColumns addsColumns: Bool, expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> AddedRows? {
        var counts: RowMerge.Counts?
        let table = try await appendWithOthers(to: name) { () throws(DatasetRefusal) in
            let written = known.state.withLock { $0.written[name] }
            let table: Table
            if let written { table = written } else { table = try rowsInTurn(of: name) }
            guard expectation(.success(TableDescription(table))) else { throw .init(.unexpected, of: name) }
            if addsColumns, rows.hasColumns(beyond: table) { return nil }
            let merge = try Self.merge(rows, into: table, of: name)
            if table.rules.countsLateRows { counts = merge.counts }
            switch merge.change {
            case .nothing: return (try rowsInTurn(of: name), true)
            case .append(let behind): return try writeInTurn(AppendedRows(behind), to: name, expecting: { _ in true })
            case .edit: return nil
            }
        }
        return table.map { AddedRows(table: $0, counts: counts) }
    }

    /// Removes rows; see ``DatasetCatalog/removeRows(in:of:expecting:)``.
    package func removeRows(
        in range: ClosedRange<Double>, of name: String, expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> (table: Table, count: Int) {
        try await changeFiles(of: name) { isInUse throws(DatasetRefusal) in
            let table = try rowsInTurn(of: name)
            guard expectation(.success(TableDescription(table))) else { throw .init(.unexpected, of: name) }
            guard let (edit, count) = table.removing(range) else { return (table, 0) }
            return (try editInTurn(edit, of: table, named: name, keepingRowsBefore: isInUse), count)
        }
    }

    /// Changes the rules of a dataset; see ``DatasetCatalog/setRules(of:expecting:_:)``.
    package func setRules(
        of name: String, expecting expectation: Expectation, _ change: (RowRules) -> RowRules
    ) async throws(DatasetRefusal) -> Table {
        try await changeInTurn(of: name) { () throws(DatasetRefusal) in
            try acknowledgeInTurn(name)
            let table = try rowsInTurn(of: name)
            guard expectation(.success(TableDescription(table))) else { throw .init(.unexpected, of: name) }
            var life = life(of: name, table)
            life.rules = change(table.rules)
            guard life.rules != table.rules else { return table }
            return try setLifeInTurn(life, of: table, named: name)
        }
    }

    /// Changes the events of a dataset; see ``DatasetCatalog/setEvents(of:_:)``.
    package func setEvents(
        of name: String, _ change: (Table) -> TableEvents?
    ) async throws(DatasetRefusal) -> Table {
        try await changeInTurn(of: name) { () throws(DatasetRefusal) in
            try acknowledgeInTurn(name)
            let table = try rowsInTurn(of: name)
            guard let events = change(table) else { return table }
            var life = life(of: name, table)
            life.events = events
            return try setLifeInTurn(life, of: table, named: name)
        }
    }

    /// Gives a dataset other rules or events; the caller has the turn, and no append is under way.
    private func setLifeInTurn(
        _ life: DatasetLife, of table: Table, named name: String
    ) throws(DatasetRefusal) -> Table {
        let changed: Table
        do throws(DatasetStoreError) {
            changed = try withRoom { () throws(DatasetStoreError) in
                try store.setLife(life, of: table, named: name, owner: owner(of: name))
            }
        } catch {
            throw .init(.store(error), of: name)
        }
        show(changed, of: name, commit: known.commit(of: name))
        noteBytes(of: name)
        return changed
    }

    /// What a dataset that sessions show has after its replacement; the caller has the turn.
    private func replacedLife(of name: String, by draft: any DatasetDraft) throws(DatasetRefusal) -> DatasetLife {
        let table = try rowsInTurn(of: name)
        guard let draft = (draft as? ArrangedDraft)?.draft else { throw .init(.inUse, of: name) }
        try Self.check(draft.shape, of: name, under: TableDescription(table))
        let delta = RowDelta(replacing: table, byRows: draft.rows)
        let edit = TableEdit.replacing(table.columns.count, by: draft.columns, at: table.version + 1)
        return life(of: name, table).after(delta, edit, keepingRowsBefore: true)
    }

    /// Makes an edition; the caller has the turn, and no append is under way.
    private func editInTurn(
        _ edit: RowEdit, of table: Table, named name: String, keepingRowsBefore isKept: Bool,
        columnsBefore: Int? = nil
    ) throws(DatasetRefusal) -> Table {
        let made = TableEdit(version: table.version + 1, changed: edit.changed, columnsBefore: columnsBefore)
        let life = life(of: name, table).after(edit.delta, made, keepingRowsBefore: isKept)
        return try editInTurn(name, life) { () throws(DatasetStoreError) in
            let owner = owner(of: name)
            return columnsBefore != nil
                ? try store.rewrite(edit.pieces(of: table), of: table, named: name, owner: owner, life: life)
                : try store.edit(edit, of: table, named: name, owner: owner, life: life)
        }
    }

    private func editInTurn(
        _ name: String, _ life: DatasetLife, _ write: () throws(DatasetStoreError) -> Table
    ) throws(DatasetRefusal) -> Table {
        let edited: Table
        do throws(DatasetStoreError) { edited = try withRoom(write) } catch { throw .init(.store(error), of: name) }
        let commit = known.nextCommit()
        known.state.withLock { state in
            state.entries[name]?.commit = commit
            state.histories[name] = life.history
            state.editions.removeAll { $0.name == name && $0.table.version < life.history.floor }
        }
        show(edited, of: name, commit: commit)
        noteBytes(of: name)
        return edited
    }

    /// Drops rows from the front; see ``DatasetCatalog/dropRows(of:)``.
    package func dropRows(of name: String) async throws(DatasetRefusal) -> Table {
        await known.tellOfDrop(name)
        return try await changeFiles(of: name) { isInUse throws(DatasetRefusal) in
            let table = try rowsInTurn(of: name)
            let count = table.rowsToDrop
            guard count > 0 else { return table }
            let (rest, edit, delta) = table.dropping(count)
            let life = life(of: name, table).dropping(count, by: edit, isInUse ? delta : nil)
            return try editInTurn(name, life) { () throws(DatasetStoreError) in
                try store.rewrite(rest, of: table, named: name, owner: owner(of: name), life: life)
            }
        }
    }

    /// The rows that a line of a log has read.
    ///
    /// - Throws: `DatasetRefusal.Reason.gone(_:)` where an edit or a replacement has taken them.
    private func rowsOfEdition(readAs lookup: DatasetLookup) throws(DatasetRefusal) -> Table {
        let table = try rows(of: lookup.name)
        let (history, kept) = known.state.withLock { state in
            (
                state.histories[lookup.name],
                state.editions.last { $0.name == lookup.name && $0.table.isEdition(of: lookup) }?.table
            )
        }
        guard let history, !table.isSameEdition(as: lookup) || lookup.version < history.floor else {
            return table
        }
        if let kept { return kept }
        guard let found = history.rows(at: lookup.version, of: table), found.isEdition(of: lookup) else {
            throw .init(.gone(lookup), of: lookup.name)
        }
        known.state.withLock { state in
            state.editions.append((lookup.name, found))
            if state.editions.count > Self.mostEditions { state.editions.removeFirst() }
        }
        return found
    }

    /// The most earlier editions that are kept for the logs of sessions.
    private static var mostEditions: Int { 8 }
}

extension Table {
    /// Whether a line of a log has read a prefix of these rows.
    fileprivate func isEdition(of lookup: DatasetLookup) -> Bool {
        isSameEdition(as: lookup) && version >= lookup.version && rowCount >= lookup.rows
    }

    /// Whether these rows are of the edition that a line of a log has read; a line that names none names its version.
    fileprivate func isSameEdition(as lookup: DatasetLookup) -> Bool {
        lookup.edition.map { $0 == edition } ?? (edition <= lookup.version)
    }
}
