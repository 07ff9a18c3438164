package import ChartSeries
package import ChartStores
import Synchronization

/// The datasets of the server by name, and the number of live sessions that use each.
///
/// Readers never wait for a change: changes take turns, and publish their results.
package final class DatasetCatalog: Sendable {
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
        /// What the disk has not confirmed since the last report.
        var unconfirmed: Set<String> = []

        /// Whether a dataset must not change; no session can use a damaged one.
        func isInUse(_ name: String) -> Bool { uses[name] != nil && entries[name].map { $0.fault == nil } == true }
    }

    let state: Mutex<State>
    let store: any DatasetStore
    /// The datasets of all processes; `nil` where this one is alone.
    let sharing: SharedDatasets?
    /// Whether a reader asks for changes of other processes.
    let confirmsReads: Bool
    /// Limits the disk space of the rows and of the sessions' logs.
    package let quota: StorageQuota
    /// Held while files change, and while a session starts to use a dataset.
    let changes = Mutex<Void>(())
    /// The number of running and waiting changes of files.
    private let changesUnderWay = Atomic(0)
    let commits = Atomic(0)
    /// The appends that wait for the disk.
    let pending = PendingAppends()
    let listener = Mutex<(@Sendable (String, Table) -> Void)?>(nil)
    private let damageListener = Mutex<(@Sendable (String) -> Void)?>(nil)
    private let restingFinder = Mutex<RestingFinder?>(nil)

    /// Finds out whether a session in the store shows a dataset.
    typealias RestingFinder = @Sendable (_ dataset: String) async throws(SessionStoreError) -> Bool

    /// A caller's condition for a change of a dataset, checked together with the change.
    ///
    /// Its parameter is the current content: none, rows by their description, or an error.
    package typealias Expectation = (_ existing: Result<TableDescription, DatasetStoreError>?) -> Bool

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
        state = Mutex(State(entries: entries, histories: histories))
        self.store = store
        self.quota = quota
        (sharing, confirmsReads) = (nil, false)
        for name in entries.keys { noteBytes(of: name) }
    }

    /// Creates the catalog of a process that shares its datasets with others.
    ///
    /// - Parameters:
    ///   - sharing: The shared datasets.
    ///   - datasets: What the shared catalog has now.
    ///   - confirmsReads: Whether a reader asks for changes of other processes.
    ///   - quota: Limits the bytes of the rows and of the sessions' logs.
    package init(
        sharing: SharedDatasets, _ datasets: [SharedDataset], confirmsReads: Bool = true,
        quota: StorageQuota = StorageQuota()
    ) {
        var entries: [String: DatasetEntry] = [:]
        for dataset in datasets { entries[dataset.name] = DatasetEntry(dataset) }
        state = Mutex(State(entries: entries))
        store = MemoryDatasetStore()
        self.quota = quota
        self.sharing = sharing
        self.confirmsReads = confirmsReads
        for name in entries.keys { noteBytes(of: name) }
    }

    /// Returns the content of a name: none, rows, or an error.
    package func content(of name: String) -> Result<Table, DatasetStoreError>? {
        guard let entry = state.withLock({ $0.entries[name] }) else { return nil }
        return entry.content ?? changes.withLock { _ in contentInTurn(of: name) }
    }

    /// The names of the datasets without a fault, in ascending order of their bytes.
    package var names: [String] {
        state.withLock { state in
            state.entries.filter { $0.value.fault == nil }.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }

    /// Returns the rows of a name; `nil` for a missing, damaged or closed dataset.
    ///
    /// It opens no file: rows that a session holds are as new as those of closed files.
    package func table(_ name: String) -> Table? { state.withLock { $0.entries[name]?.table } }

    /// Whether a read of the rows of a name may wait for the disk; those of closed files do.
    package func isAway(_ name: String) -> Bool {
        state.withLock { state in
            guard let entry = state.entries[name] else { return false }
            return entry.table?.isAway ?? true
        }
    }

    /// Looks which open datasets are in memory, for ``Table/isAway``.
    ///
    /// - Complexity: O(pages of all open datasets).
    package func lookForAwayRows() {
        let tables = state.withLock { $0.entries.values.compactMap(\.table) }
        for table in tables { table.lookForAwayRows() }
    }

    /// Returns the rows of a name.
    ///
    /// - Parameter name: The dataset.
    /// - Returns: All rows.
    /// - Throws: `DatasetRefusal.unknown`, or `DatasetRefusal.store(_:)` for a damaged dataset.
    package func rows(of name: String) throws(DatasetRefusal) -> Table {
        try Self.table(in: content(of: name))
    }

    /// Returns the rows of a name; the caller holds the lock of changes.
    func rowsInTurn(of name: String) throws(DatasetRefusal) -> Table { try Self.table(in: contentInTurn(of: name)) }

    private static func table(in content: Result<Table, DatasetStoreError>?) throws(DatasetRefusal) -> Table {
        switch content {
        case .success(let table)?: return table
        case .failure(let error)?: throw .store(error)
        case nil: throw .unknown
        }
    }

    /// Starts a dataset, which becomes visible with its commit.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - shape: The columns of its rows.
    ///   - owner: The subject of the principal that writes it; `nil` without one.
    ///   - mayBeShown: Whether it may replace rows that sessions show; its columns then begin with those of these rows.
    /// - Returns: A draft that takes the rows.
    /// - Throws: `DatasetRefusal.inUse` while a live session uses it, `DatasetRefusal.store(_:)`.
    package func makeDraft(
        for name: String, shape: RowShape, owner: String? = nil, mayBeShown: Bool = false
    ) throws(DatasetRefusal) -> any DatasetDraft {
        guard mayBeShown || !state.withLock({ $0.isInUse(name) }) else { throw .inUse }
        try checkRoom(for: name)
        let shape = mayBeShown ? ArrangedDraft.arranged(shape, like: columns(of: name) ?? []) : shape
        do throws(DatasetStoreError) {
            let draft =
                if let sharing {
                    try sharing.makeDraft(for: name, shape: shape, owner: owner)
                } else {
                    try store.makeDraft(for: name, shape: shape, owner: owner)
                }
            let limited = QuotaDraft(draft, of: shape, within: quota)
            return mayBeShown ? ArrangedDraft(limited) : limited
        } catch {
            noteUnconfirmed(error)
            throw .store(error)
        }
    }

    /// Adds a dataset, or replaces it under the next version.
    ///
    /// - Parameters:
    ///   - draft: The draft with the rows.
    ///   - name: The name.
    ///   - rules: Makes its rules of those of the rows before.
    ///   - mayBeShown: Whether it may replace rows that sessions show; the draft must have been made so.
    ///   - expectation: The caller's condition.
    /// - Returns: All rows, and whether the name is new.
    /// - Throws: `DatasetRefusal.inUse` while a live session uses it, `DatasetRefusal.unexpected`, `DatasetRefusal.store(_:)`,
    ///   `DatasetRefusal.sessions(_:)`; no dataset has changed then.
    package func commit(
        _ draft: any DatasetDraft, as name: String, rules: (RowRules) -> RowRules = { $0 },
        mayBeShown: Bool = false, expecting expectation: Expectation = { _ in true }
    ) async throws(DatasetRefusal) -> (table: Table, isNew: Bool) {
        do throws(DatasetStoreError) {
            try draft.prepare()
        } catch {
            noteUnconfirmed(error)
            throw .store(error)
        }
        if let sharing {
            return try await replace(
                name, by: draft, sharing, rules: rules, mayBeShown: mayBeShown, expecting: expectation)
        }
        return try await changeFiles(of: name) { isInUse throws(DatasetRefusal) in
            let old = state.withLock { $0.entries[name] }
            let existing = contentInTurn(of: name)?.map(TableDescription.init)
            guard expectation(existing) else { throw .unexpected }
            guard mayBeShown || !isInUse else { throw .inUse }
            try checkRoom(for: name)
            let version = (old?.version ?? 0) + 1
            var life = DatasetLife(history: EditionHistory(floor: version))
            if isInUse { life = try replacedLife(of: name, by: draft) }
            life.rules = rules((try? existing?.get())?.rules ?? .standard)
            let table: Table
            do throws(DatasetStoreError) {
                table = try withRoom { () throws(DatasetStoreError) in
                    try draft.commit(version: version, life: life)
                }
            } catch {
                throw .store(error)
            }
            let commit = commits.add(1, ordering: .relaxed).newValue
            state.withLock { state in
                state.entries[name] = DatasetEntry(.success(table), owner: draft.owner, commit: commit)
                state.histories[name] = life.history
                if !isInUse { state.editions.removeAll { $0.name == name } }
            }
            if isInUse { listener.withLock(\.self)?(name, table) }
            noteBytes(of: name)
            return (table, old == nil)
        }
    }

    /// Starts an append that takes its rows piece by piece.
    ///
    /// - Parameters:
    ///   - table: The current rows of the dataset.
    ///   - name: The dataset.
    ///   - addsColumns: Whether the rows may have columns that the dataset lacks.
    /// - Returns: An append that takes the rows.
    package func rowsToAppend(
        to table: Table, of name: String, addingColumns addsColumns: Bool = false
    ) -> AppendedRows {
        AppendedRows(
            makingSpool: { [store, sharing] () throws(DatasetStoreError) in
                if let sharing { return try sharing.makeSpool() }
                return try store.makeSpool()
            }, ownedBy: owner(of: name), within: quota, addingColumns: addsColumns,
            isInAnyOrder: table.rules.takesAnyOrder,
            checking: { piece throws(TableError) in
                guard !table.rules.countsLateRows else { return }
                try table.check(addsColumns ? piece.keeping(columns: table.columns.map(\.name)) : piece)
            })
    }

    /// Describes a dataset with more rows, and changes nothing.
    ///
    /// - Parameters:
    ///   - table: The rows of the dataset.
    ///   - rows: The other rows, at least one.
    ///   - expectation: The caller's condition.
    /// - Returns: The description, and what becomes of late and repeated rows where the dataset takes such.
    /// - Throws: `DatasetRefusal` where they do not fit.
    package func description(
        of table: Table, with rows: AppendedRows, expecting expectation: Expectation = { _ in true }
    ) throws(DatasetRefusal) -> (TableDescription, RowMerge.Counts?) {
        guard expectation(.success(TableDescription(table))) else { throw .unexpected }
        if table.rules.countsLateRows { return try description(of: table, merging: rows) }
        _ = try columnsToAdd(by: rows, to: table)
        var summary = RowSummary(table)
        do throws(DatasetStoreError) {
            for index in 0..<rows.pieceCount { summary = summary.adding(try rows.piece(index)) }
        } catch {
            throw .store(error)
        }
        return (summary.description(version: table.version + 1), nil)
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
        try changeFiles { () throws(DatasetRefusal) in
            try acknowledgeInTurn(name)
            let (grown, isShown) = try writeInTurn(rows, to: name, expecting: expectation)
            if !isShown { try acknowledgeInTurn(name) }
            return grown
        }
    }

    /// Writes rows after all written ones; the caller holds the lock of changes.
    ///
    /// - Returns: All rows, and whether they are shown already, since they do not wait for the disk.
    func writeInTurn(
        _ rows: AppendedRows, to name: String, expecting expectation: Expectation
    ) throws(DatasetRefusal) -> (table: Table, isShown: Bool) {
        let written = state.withLock { $0.written[name] }
        var table: Table
        if let written { table = written } else { table = try rowsInTurn(of: name) }
        guard expectation(.success(TableDescription(table))) else { throw .unexpected }
        let added: [String]
        do throws(DatasetRefusal) {
            added = try columnsToAdd(by: rows, to: table)
        } catch {
            if case .table = error { _ = try rowsInTurn(of: name) }
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
        do throws(DatasetStoreError) {
            try checkRoom(for: rows, in: name)
            if isReplaced {
                grown = try replaced(table, by: rows, adding: added, named: name)
            } else {
                grown =
                    isShown
                    ? try store.append(rows, to: table, named: name) : try store.write(rows, to: table, named: name)
            }
        } catch {
            throw .store(error)
        }
        if isShown {
            show(grown, of: name, commit: commit(of: name))
        } else {
            state.withLock { $0.written[name] = grown }
        }
        noteBytes(of: name)
        return (grown, isShown)
    }

    /// Shows appended rows, unless later ones are shown or the dataset was replaced, removed or withdrawn.
    func show(_ table: Table, of name: String, commit: Int?) {
        let isNewer = state.withLock { state in
            guard let entry = state.entries[name], entry.commit == commit, entry.fault == nil,
                entry.version < table.version
            else { return false }
            state.entries[name]?.show(table)
            return true
        }
        if isNewer { listener.withLock(\.self)?(name, table) }
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
        if !added.isEmpty { draft = QuotaDraft(draft, of: shape, within: quota) }
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
        let commit = commits.add(1, ordering: .relaxed).newValue
        state.withLock { $0.entries[name]?.commit = commit }
        return grown
    }

    /// The most rows that are copied at once when a dataset gets columns.
    private static let rowsCopiedAtOnce = 1 << 14

    /// Checks that rows fit behind those of a dataset.
    ///
    /// - Returns: The names of the columns that the dataset gets with them.
    func columnsToAdd(by rows: AppendedRows, to table: Table) throws(DatasetRefusal) -> [String] {
        let first: Table
        do throws(DatasetStoreError) { first = try rows.piece(0) } catch { throw .store(error) }
        let added = rows.addedColumns(to: table, first)
        do throws(TableError) {
            try table.check(added.isEmpty ? first : first.keeping(columns: table.columns.map(\.name)))
        } catch {
            throw .table(error)
        }
        return added
    }

    /// Sets the listener for appended rows, called in the order of the appends; it must not change datasets.
    ///
    /// - Parameter listener: Takes the dataset's name and all its rows.
    func onRows(call listener: @escaping @Sendable (_ name: String, _ table: Table) -> Void) {
        self.listener.withLock { $0 = listener }
    }

    /// Sets the listener for withdrawn datasets.
    ///
    /// - Parameter listener: Takes the dataset's name.
    func onDamage(call listener: @escaping @Sendable (_ name: String) -> Void) {
        damageListener.withLock { $0 = listener }
    }

    /// The number of datasets that are known to be damaged.
    package var damagedCount: Int { state.withLock { $0.entries.values.count { $0.fault != nil } } }

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

    /// Withdraws a dataset with a file that is shorter than its written data.
    ///
    /// - Complexity: O(number of columns).
    func checkSizes(of name: String) {
        changes.withLock { _ in
            guard let error = files(of: name).shortFile else { return }
            state.withLock { $0.entries[name]?.withdraw(error) }
        }
    }

    /// Whether files are changing, so that other changes and new uses have to wait.
    package var isChanging: Bool { changesUnderWay.load(ordering: .relaxed) > 0 }

    /// Changes files, after all earlier changes.
    func changeFiles<Result>(_ change: () throws(DatasetRefusal) -> Result) throws(DatasetRefusal) -> Result {
        changesUnderWay.add(1, ordering: .relaxed)
        defer { changesUnderWay.subtract(1, ordering: .relaxed) }
        do throws(DatasetRefusal) {
            return try changes.withLock { _ throws(DatasetRefusal) in try change() }
        } catch {
            if case .store(let error) = error { noteUnconfirmed(error) }
            throw error
        }
    }

    /// Runs a body while no dataset changes; changes that come meanwhile wait for it.
    ///
    /// - Parameters:
    ///   - name: A dataset whose bytes are counted again after the body; `nil` for none.
    ///   - body: The body, which must be short.
    package func holdChanges(recounting name: String? = nil, _ body: () -> Void) {
        changesUnderWay.add(1, ordering: .relaxed)
        defer { changesUnderWay.subtract(1, ordering: .relaxed) }
        changes.withLock { _ in
            body()
            if let name, state.withLock({ $0.entries[name] }) != nil { noteBytes(of: name) }
        }
    }

    /// Changes files of a dataset that no session may use.
    ///
    /// Sessions in memory are counted here, and the store tells of the resting ones. A session that begins to rest
    /// between the two looks may be missed by both, so they are repeated then.
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
            let rests = state.withLock { $0.rests }
            let isResting = try await isShownByRestingSession(name)
            let result: Result? = try changeFiles { () throws(DatasetRefusal) in
                let (isInUse, isFaulty, hasMoved) = state.withLock { state in
                    (state.isInUse(name), state.entries[name]?.fault != nil, state.rests != rests)
                }
                guard !hasMoved else { return nil }
                try acknowledgeInTurn(name)
                return try change(isInUse || isResting && !isFaulty)
            }
            if let result { return result }
        }
    }

    private func isShownByRestingSession(_ name: String) async throws(DatasetRefusal) -> Bool {
        guard let finder = restingFinder.withLock(\.self) else { return false }
        do throws(SessionStoreError) {
            return try await finder(name)
        } catch {
            throw .sessions(error)
        }
    }

    /// Whether a session shows a dataset now, which is not known to be damaged.
    ///
    /// - Throws: `DatasetRefusal.sessions(_:)`.
    package func isShown(_ name: String) async throws(DatasetRefusal) -> Bool {
        let isResting = try await isShownByRestingSession(name)
        let (isInUse, isFaulty) = state.withLock { ($0.isInUse(name), $0.entries[name]?.fault != nil) }
        return isInUse || isResting && !isFaulty
    }

    /// Sets how resting sessions that show a dataset are found.
    func findResting(_ finder: @escaping RestingFinder) {
        restingFinder.withLock { $0 = finder }
    }

    /// Removes a dataset.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - expectation: The caller's condition.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then.
    package func remove(
        _ name: String, expecting expectation: Expectation = { _ in true }
    ) async throws(DatasetRefusal) {
        if let sharing { return try await remove(name, sharing, expecting: expectation) }
        try await changeFiles(of: name) { isInUse throws(DatasetRefusal) in
            guard state.withLock({ $0.entries[name] }) != nil else { throw .unknown }
            guard expectation(contentInTurn(of: name)?.map(TableDescription.init)) else { throw .unexpected }
            guard !isInUse else { throw .inUse }
            do throws(DatasetStoreError) {
                try store.remove(name)
            } catch {
                throw .store(error)
            }
            state.withLock { state in
                state.entries[name] = nil
                state.histories[name] = nil
                state.editions.removeAll { $0.name == name }
            }
            quota.note(dataset: name, bytes: nil)
        }
    }

    /// Checks the files of a dataset, and withdraws it if they were altered.
    ///
    /// Its sessions then answer that it is damaged. Rows that replaced it meanwhile stay.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - pause: Waits before the next part, which takes a few milliseconds; false ends the check.
    /// - Returns: The error; `nil` if there is none.
    package func inspect(_ name: String, pause: () async -> Bool) async -> DatasetStoreError? {
        let start = changes.withLock { _ in
            _ = contentInTurn(of: name)
            return (inspection: files(of: name).inspection, commit: commit(of: name))
        }
        guard var inspection = start.inspection else { return nil }
        do throws(DatasetStoreError) {
            while try inspection.advance() {
                guard await pause() else { return nil }
            }
            return nil
        } catch {
            return changes.withLock { _ in
                guard commit(of: name) == start.commit else { return nil }
                state.withLock { $0.entries[name]?.withdraw(error) }
                return error
            }
        }
    }

    func commit(of name: String) -> Int? { state.withLock { $0.entries[name]?.commit } }

    /// Counts a live session's use of a dataset.
    ///
    /// - Parameter name: The dataset.
    /// - Returns: Its rows; `nil` for a missing dataset.
    package func retain(_ name: String) -> Table? {
        changes.withLock { _ in
            guard case .success(let table)? = contentInTurn(of: name) else { return nil }
            state.withLock { $0.uses[name, default: 0] += 1 }
            return table
        }
    }

    /// Counts the use of a dataset by a session from the store; the dataset may be damaged or missing.
    func retain(lasting name: String) {
        state.withLock { $0.uses[name, default: 0] += 1 }
    }

    /// Ends a session's use of a dataset.
    package func release(_ name: String) {
        state.withLock { state in
            guard let uses = state.uses[name] else { return assertionFailure("no session uses the dataset") }
            state.uses[name] = uses > 1 ? uses - 1 : nil
        }
    }

    /// Ends the uses of datasets by a session that the store has, where it goes on using them.
    func rest(_ names: [String]) {
        state.withLock { $0.rests += 1 }
        for name in names { release(name) }
    }
}
