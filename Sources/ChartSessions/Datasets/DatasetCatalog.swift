public import ChartSeries
import Synchronization

/// The datasets of the server by name, and how many live sessions show each.
///
/// Whoever looks is never kept waiting by a change: changes take turns among themselves, and publish what they made.
public final class DatasetCatalog: Sendable {
    /// What is there, and who needs it.
    struct State: Sendable {
        var entries: [String: DatasetEntry]
        /// How many sessions show each dataset, of those too that are missing.
        var uses: [String: Int] = [:]

        /// Whether a dataset that is there must stay as it is; one that is damaged is of no use to a session.
        func isInUse(_ name: String) -> Bool { uses[name] != nil && entries[name].map { $0.fault == nil } == true }
    }

    let state: Mutex<State>
    let store: any DatasetStore
    /// Bounds what the rows, and the logs of sessions, take of the disk.
    let quota: StorageQuota
    /// Held while files change, and while a session starts to show a dataset.
    let changes = Mutex<Void>(())
    /// How many changes of files there are, those that wait for their turn too.
    private let changesUnderWay = Atomic(0)
    private let commits = Atomic(0)
    private let listener = Mutex<(@Sendable (String, Table) -> Void)?>(nil)
    private let damageListener = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// What a caller expects of the dataset that it changes; it is judged when no other change comes between.
    ///
    /// Its parameter is what is there: nothing, rows, or what is wrong with them.
    public typealias Expectation = (_ existing: Result<Table, DatasetStoreError>?) -> Bool

    /// Why a dataset cannot be shown or changed.
    public enum Refusal: Error, Sendable, Equatable {
        /// There is none of this name.
        case unknown
        /// A live session shows it.
        case inUse
        /// It is not what the caller expects.
        case unexpected
        /// The rows do not fit.
        case table(TableError)
        /// Its files cannot be read or written.
        case store(DatasetStoreError)
    }

    /// Creates a catalog of the datasets that are there at the start.
    ///
    /// - Parameters:
    ///   - tables: The rows by name.
    ///   - damaged: What is wrong with those that cannot be shown, by name.
    ///   - closed: What those are whose files are not mapped yet, by name.
    ///   - store: Where rows are kept.
    ///   - quota: Bounds what the rows, and the logs of sessions, take of the disk.
    public init(
        _ tables: [String: Table] = [:], damaged: [String: DatasetStoreError] = [:],
        closed: [String: TableDescription] = [:], store: any DatasetStore = MemoryDatasetStore(),
        quota: StorageQuota = StorageQuota()
    ) {
        var entries = tables.mapValues { DatasetEntry(.success($0)) }
        for (name, error) in damaged {
            entries[name] = DatasetEntry(.failure(error))
            entries[name]?.isDamageTold = true
        }
        for (name, description) in closed { entries[name] = DatasetEntry(closed: description) }
        state = Mutex(State(entries: entries))
        self.store = store
        self.quota = quota
        for name in entries.keys { noteBytes(of: name) }
    }

    /// What is there under a name: nothing, rows, or what is wrong with them.
    public func content(of name: String) -> Result<Table, DatasetStoreError>? {
        guard let entry = state.withLock({ $0.entries[name] }) else { return nil }
        return entry.content ?? changes.withLock { _ in contentInTurn(of: name) }
    }

    /// Notes for the quota what the files of a dataset take now.
    private func noteBytes(of name: String) {
        if quota.limitsBytes { quota.note(dataset: name, bytes: store.bytes(of: name)) }
    }

    /// Refuses a dataset beyond the most that there may be; one that is replaced is none.
    private func checkRoom(for name: String) throws(Refusal) {
        let isBeyond = state.withLock { $0.entries[name] == nil && $0.entries.count >= quota.mostDatasets }
        guard !isBeyond else { throw .store(.overQuota(datasets: quota.mostDatasets)) }
    }

    /// The names of the datasets that can be shown, in ascending order of their bytes.
    public var names: [String] {
        state.withLock { state in
            state.entries.filter { $0.value.fault == nil }.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }

    /// The rows of a name; `nil` when there is none, when it is damaged, and while its files are closed.
    ///
    /// No file is opened for it: rows that are held already are as new as those of closed files.
    public func table(_ name: String) -> Table? { state.withLock { $0.entries[name]?.table } }

    /// The rows of a name.
    ///
    /// - Parameter name: The dataset.
    /// - Returns: All rows.
    /// - Throws: ``Refusal/unknown``, or ``Refusal/store(_:)`` for one that is damaged.
    public func rows(of name: String) throws(Refusal) -> Table {
        try Self.table(in: content(of: name))
    }

    /// The rows of a name; the caller holds the lock of changes.
    private func rowsInTurn(of name: String) throws(Refusal) -> Table { try Self.table(in: contentInTurn(of: name)) }

    private static func table(in content: Result<Table, DatasetStoreError>?) throws(Refusal) -> Table {
        switch content {
        case .success(let table)?: return table
        case .failure(let error)?: throw .store(error)
        case nil: throw .unknown
        }
    }

    /// Starts a dataset, whose rows are seen once it is committed.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - shape: The columns that its rows have.
    /// - Returns: What takes the rows.
    /// - Throws: ``Refusal/inUse`` while a live session shows it, ``Refusal/store(_:)``.
    public func makeDraft(for name: String, shape: RowShape) throws(Refusal) -> any DatasetDraft {
        guard !state.withLock({ $0.isInUse(name) }) else { throw .inUse }
        try checkRoom(for: name)
        do throws(DatasetStoreError) {
            return QuotaDraft(try store.makeDraft(for: name, shape: shape), within: quota)
        } catch {
            throw .store(error)
        }
    }

    /// Adds a dataset, or replaces it under the next version.
    ///
    /// - Parameters:
    ///   - draft: What took the rows.
    ///   - name: The name.
    ///   - expectation: What the caller expects of the dataset of this name.
    /// - Returns: All rows, and whether the name is new.
    /// - Throws: ``Refusal/inUse`` while a live session shows it, ``Refusal/unexpected``, ``Refusal/store(_:)``; nothing
    ///   has changed then.
    public func commit(
        _ draft: any DatasetDraft, as name: String, expecting expectation: Expectation = { _ in true }
    ) throws(Refusal) -> (table: Table, isNew: Bool) {
        do throws(DatasetStoreError) {
            try draft.prepare()
        } catch {
            throw .store(error)
        }
        return try changeFiles { () throws(Refusal) in
            let (old, isInUse) = state.withLock { ($0.entries[name], $0.isInUse(name)) }
            guard expectation(contentInTurn(of: name)) else { throw .unexpected }
            guard !isInUse else { throw .inUse }
            try checkRoom(for: name)
            let table: Table
            do throws(DatasetStoreError) {
                table = try withRoom { () throws(DatasetStoreError) in
                    try draft.commit(version: (old?.version ?? 0) + 1)
                }
            } catch {
                throw .store(error)
            }
            let commit = commits.add(1, ordering: .relaxed).newValue
            state.withLock { $0.entries[name] = DatasetEntry(.success(table), commit: commit) }
            noteBytes(of: name)
            return (table, old == nil)
        }
    }

    /// Starts an append, whose rows are given piece by piece.
    ///
    /// - Parameter table: The rows that the dataset has now.
    /// - Returns: What takes the rows.
    public func rowsToAppend(to table: Table) -> AppendedRows {
        AppendedRows(store: store, within: quota) { piece throws(TableError) in _ = try table.check(piece) }
    }

    /// Appends rows, all or none.
    ///
    /// - Parameters:
    ///   - rows: The rows, at least one, none of them older than the last.
    ///   - name: The dataset.
    ///   - expectation: What the caller expects of the dataset.
    /// - Returns: All rows.
    /// - Throws: ``Refusal``; nothing has changed then.
    public func append(
        _ rows: AppendedRows, to name: String, expecting expectation: Expectation = { _ in true }
    ) throws(Refusal) -> Table {
        try changeFiles { () throws(Refusal) in
            let table = try rowsInTurn(of: name)
            guard expectation(.success(table)) else { throw .unexpected }
            let first = try firstPiece(of: rows)
            do throws(TableError) {
                try table.check(first)
            } catch {
                _ = try rowsInTurn(of: name)
                throw .table(error)
            }
            _ = try rowsInTurn(of: name)
            let grown: Table
            do throws(DatasetStoreError) {
                if !rows.isReserved {
                    try quota.checkRoom(for: rows.rowCount * (1 + first.columns.count) * MemoryLayout<Double>.size)
                }
                grown =
                    table.rowCount == 0
                    ? try firstRows(rows, of: table, named: name) : try store.append(rows, to: table, named: name)
            } catch {
                throw .store(error)
            }
            state.withLock { $0.entries[name]?.show(grown) }
            noteBytes(of: name)
            listener.withLock(\.self)?(name, grown)
            return grown
        }
    }

    /// Puts rows into the place of a dataset without any, since they decide what its x measures.
    private func firstRows(
        _ rows: AppendedRows, of table: Table, named name: String
    ) throws(DatasetStoreError) -> Table {
        let names = table.columns.map(\.name)
        let kind = try rows.piece(0).xKind
        let draft = try store.makeDraft(
            for: name, shape: RowShape(xName: table.xName, xKind: kind, columns: names))
        for index in 0..<rows.pieceCount { try draft.append(RowBlock(rows.piece(index), columns: names)) }
        try draft.prepare()
        let grown = try draft.commit(version: table.version + 1)
        let commit = commits.add(1, ordering: .relaxed).newValue
        state.withLock { $0.entries[name]?.commit = commit }
        return grown
    }

    private func firstPiece(of rows: AppendedRows) throws(Refusal) -> Table {
        do throws(DatasetStoreError) {
            return try rows.piece(0)
        } catch {
            throw .store(error)
        }
    }

    /// Has somebody told of appended rows, in the order in which they are; it may not change datasets.
    ///
    /// - Parameter listener: Takes the name of the dataset and all its rows.
    func tellRows(to listener: @escaping @Sendable (_ name: String, _ table: Table) -> Void) {
        self.listener.withLock { $0 = listener }
    }

    /// Has the listener told of datasets that are withdrawn.
    ///
    /// - Parameter listener: Takes the name of the dataset.
    func tellDamage(to listener: @escaping @Sendable (_ name: String) -> Void) {
        damageListener.withLock { $0 = listener }
    }

    /// Tells the listener of the datasets that were found damaged since the last call.
    ///
    /// - Returns: What is wrong with each, in order of the names.
    /// - Complexity: O(number of datasets).
    func tellDamage() -> [(name: String, error: DatasetStoreError)] {
        var found: [(name: String, error: DatasetStoreError)] = []
        state.withLock { state in
            for (name, entry) in state.entries where !entry.isDamageTold {
                guard let error = entry.fault else { continue }
                state.entries[name]?.isDamageTold = true
                found.append((name, error))
            }
        }
        found.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let listener = damageListener.withLock(\.self)
        for (name, _) in found { listener?(name) }
        return found
    }

    /// Withdraws a dataset one of whose files is shorter than what was written to it.
    ///
    /// - Complexity: O(number of columns).
    func checkSizes(of name: String) {
        changes.withLock { _ in
            guard let error = store.shortFile(of: name) else { return }
            state.withLock { $0.entries[name]?.withdraw(error) }
        }
    }

    /// Whether files are being changed, so that another change, and a session that wants to show a dataset, have to wait.
    public var isChanging: Bool { changesUnderWay.load(ordering: .relaxed) > 0 }

    /// Changes files, when those who do so before are done.
    private func changeFiles<Result>(_ change: () throws(Refusal) -> Result) throws(Refusal) -> Result {
        changesUnderWay.add(1, ordering: .relaxed)
        defer { changesUnderWay.subtract(1, ordering: .relaxed) }
        return try changes.withLock { _ throws(Refusal) in try change() }
    }

    /// Removes a dataset.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - expectation: What the caller expects of the dataset.
    /// - Throws: ``Refusal``; nothing has changed then.
    public func remove(_ name: String, expecting expectation: Expectation = { _ in true }) throws(Refusal) {
        try changeFiles { () throws(Refusal) in
            let (entry, isInUse) = state.withLock { ($0.entries[name], $0.isInUse(name)) }
            guard entry != nil else { throw .unknown }
            guard expectation(contentInTurn(of: name)) else { throw .unexpected }
            guard !isInUse else { throw .inUse }
            do throws(DatasetStoreError) {
                try store.remove(name)
            } catch {
                throw .store(error)
            }
            _ = state.withLock { $0.entries.removeValue(forKey: name) }
            quota.note(dataset: name, bytes: nil)
        }
    }

    /// Looks through the files of a dataset, and withdraws it when they do not hold what was written.
    ///
    /// Sessions that show it answer that it is damaged. Rows that took its place meanwhile are not judged by those before.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - pause: Waits before the next part, a few milliseconds of work; false ends the inspection.
    /// - Returns: What is wrong; `nil` when nothing was found.
    public func inspect(_ name: String, pause: () async -> Bool) async -> DatasetStoreError? {
        let start = changes.withLock { _ in
            _ = contentInTurn(of: name)
            return (inspection: store.inspection(of: name), commit: commit(of: name))
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

    private func commit(of name: String) -> Int? { state.withLock { $0.entries[name]?.commit } }

    /// Notes that a live session shows a dataset.
    ///
    /// - Parameter name: The dataset.
    /// - Returns: Its rows; `nil` when there is none of this name.
    public func retain(_ name: String) -> Table? {
        changes.withLock { _ in
            guard case .success(let table)? = contentInTurn(of: name) else { return nil }
            state.withLock { $0.uses[name, default: 0] += 1 }
            return table
        }
    }

    /// Notes that a session that was there at the start shows a dataset, which may be damaged or missing; one that is missing
    /// may come again meanwhile.
    func retain(lasting name: String) {
        state.withLock { $0.uses[name, default: 0] += 1 }
    }

    /// Notes that a live session shows a dataset no longer.
    public func release(_ name: String) {
        state.withLock { state in
            guard let uses = state.uses[name] else { return assertionFailure("nobody shows the dataset") }
            state.uses[name] = uses > 1 ? uses - 1 : nil
        }
    }
}

extension DatasetCatalog {
    /// Appends rows that are in memory; see ``append(_:to:expecting:)``.
    public func append(
        _ rows: Table, to name: String, expecting expectation: Expectation = { _ in true }
    ) throws(Refusal) -> Table {
        try append(AppendedRows(rows), to: name, expecting: expectation)
    }

    /// Adds a table that is in memory, or replaces one under the next version.
    ///
    /// - Parameters:
    ///   - table: The rows.
    ///   - name: The name.
    /// - Returns: Whether the name is new.
    /// - Throws: ``Refusal``; nothing has changed then.
    public func put(_ table: Table, as name: String) throws(Refusal) -> Bool {
        let block = RowBlock(table)
        let draft = try makeDraft(for: name, shape: block.shape)
        do throws(DatasetStoreError) {
            try draft.append(block)
        } catch {
            throw .store(error)
        }
        return try commit(draft, as: name).isNew
    }
}
