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
    func rowsInTurn(of name: String) throws(DatasetRefusal) -> Table {
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
    func writeInTurn(
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
    func changeInTurn<Result>(
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
    func changeFiles<Result>(
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
