package import ChartSeries
package import ChartStores
import Synchronization

/// The datasets of the server by name, and the number of live sessions that use each.
///
/// Readers never wait for a change. Changes of one dataset take turns and publish their results; those of others go on.
/// ``LocalDatasetCatalog`` is alone with its files, ``SharedDatasetCatalog`` shares them with other processes.
package protocol DatasetCatalog: AnyObject, Sendable {
    /// A caller's condition for a change of a dataset, checked together with the change.
    ///
    /// Its parameter is the current content: none, rows by their description, or an error.
    typealias Expectation = (_ existing: Result<TableDescription, DatasetStoreError>?) -> Bool

    /// What this process knows of the datasets.
    var known: KnownDatasets { get }

    /// Whether other processes may change the datasets.
    var isShared: Bool { get }

    /// Whether a reader has to call ``confirm(_:)`` before it takes rows.
    var asksOthers: Bool { get }

    /// What the cache of shared rows has done; `nil` where no other process shares the datasets.
    var figures: SharedDatasets.Figures? { get }

    /// Makes sure that this process has the rows that a dataset had when the call began, unless reads are local.
    ///
    /// It holds no lock meanwhile: other requests go on.
    ///
    /// - Parameter name: The dataset; a missing one is no error.
    /// - Throws: `DatasetRefusal.Reason.store(_:)`.
    func confirm(_ name: String) async throws(DatasetRefusal)

    /// Makes sure that a change is judged on the last rows of a dataset.
    ///
    /// - Throws: `DatasetRefusal.Reason.store(_:)`.
    func bring(_ name: String) async throws(DatasetRefusal)

    /// Returns the content of a name: none, rows, or an error.
    func content(of name: String) -> Result<Table, DatasetStoreError>?

    /// Counts a live session's use of a dataset.
    ///
    /// It takes the lock of the names alone, and so does not wait for changes of any dataset. The exceptions are told by
    /// ``mayKeepSessionsWaiting(_:)``.
    ///
    /// - Parameter name: The dataset.
    /// - Returns: Its rows; `nil` for a missing dataset.
    func retain(_ name: String) -> Table?

    /// Whether ``retain(_:)`` may wait: for files to be opened, or for a change that no session may see half done.
    func mayKeepSessionsWaiting(_ name: String) -> Bool

    /// Starts the files of a dataset; see ``makeDraft(for:shape:owner:mayBeShown:)``.
    func startDraft(for name: String, shape: RowShape, owner: String?) throws(DatasetStoreError) -> any DatasetDraft

    /// Creates a spool for appended rows that exceed the memory; `nil` keeps them there.
    func makeSpool() throws(DatasetStoreError) -> (any RowSpool)?

    /// Adds a dataset, or replaces it under the next version.
    ///
    /// - Parameters:
    ///   - draft: The draft with the rows.
    ///   - name: The name.
    ///   - rules: Makes its rules of those of the rows before.
    ///   - mayBeShown: Whether it may replace rows that sessions show; the draft must have been made so.
    ///   - expectation: The caller's condition.
    /// - Returns: All rows, and whether the name is new.
    /// - Throws: `DatasetRefusal.Reason.inUse` while a live session uses it, `DatasetRefusal.Reason.unexpected`,
    ///   `DatasetRefusal.Reason.store(_:)`, `DatasetRefusal.Reason.sessions(_:)`; no dataset has changed then.
    func commit(
        _ draft: any DatasetDraft, as name: String, rules: (RowRules) -> RowRules, mayBeShown: Bool,
        expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> (table: Table, isNew: Bool)

    /// Appends rows, all or none, after the rows of all processes.
    ///
    /// - Parameters:
    ///   - rows: The rows, at least one, none with a smaller x than the last.
    ///   - name: The dataset.
    ///   - expectation: The caller's condition.
    /// - Returns: All rows up to the appended ones.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then, unless its kind is `inDoubt`.
    func commit(
        _ rows: AppendedRows, to name: String, expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> Table

    /// Adds rows in memory by the rules of the dataset, all or none; the quota includes them already.
    ///
    /// - Parameters:
    ///   - rows: The rows, at least one.
    ///   - name: The dataset.
    ///   - addsColumns: Whether columns that the dataset lacks are added to it.
    ///   - expectation: The caller's condition.
    /// - Returns: All rows, and what became of late and repeated ones.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then, unless its kind is `inDoubt`.
    func addReserved(
        _ rows: IncomingRows, to name: String, addingColumns addsColumns: Bool, expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> AddedRows

    /// Removes the rows of a closed range.
    ///
    /// - Parameters:
    ///   - range: The range of x.
    ///   - name: The dataset.
    ///   - expectation: The caller's condition.
    /// - Returns: All rows, and the number of removed ones.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then, unless its kind is `inDoubt`.
    func removeRows(
        in range: ClosedRange<Double>, of name: String, expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> (table: Table, count: Int)

    /// Drops the rows that ``RowRules/retain`` lets go from the front of a dataset.
    ///
    /// - Parameter name: The dataset.
    /// - Returns: All rows.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then, unless its kind is `inDoubt`.
    func dropRows(of name: String) async throws(DatasetRefusal) -> Table

    /// Changes the rules of a dataset.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - expectation: The caller's condition.
    ///   - change: Makes the new rules of the old ones.
    /// - Returns: All rows, as the next version where the rules are others.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then, unless its kind is `inDoubt`.
    func setRules(
        of name: String, expecting expectation: Expectation, _ change: (RowRules) -> RowRules
    ) async throws(DatasetRefusal) -> Table

    /// Changes what people have noted about the data of a dataset.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - change: Makes the new events of the dataset with the old ones, of its next version; nil for no change. It is
    ///     called again where another process was faster.
    /// - Returns: All rows, as the next version where the events are others.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then, unless its kind is `inDoubt`.
    func setEvents(of name: String, _ change: (Table) -> TableEvents?) async throws(DatasetRefusal) -> Table

    /// Removes a dataset.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - expectation: The caller's condition.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then.
    func remove(_ name: String, expecting expectation: Expectation) async throws(DatasetRefusal)

    /// Returns the rows that a line of a log has read.
    ///
    /// - Parameter lookup: The dataset, its version and its rows.
    /// - Returns: These rows, and perhaps later ones.
    /// - Throws: `DatasetRefusal.Reason.absent(_:)` where ``provide(_:)`` has to fetch them first, `DatasetRefusal.Reason.gone(_:)` where
    ///   an edit or a replacement has taken them, or another `DatasetRefusal`.
    func rows(readAs lookup: DatasetLookup) throws(DatasetRefusal) -> Table

    /// Fetches the rows that a line of a log has read.
    ///
    /// - Parameter lookup: The dataset, its version and its rows.
    /// - Returns: Whether they are here now.
    /// - Throws: `DatasetRefusal.Reason.store(_:)`.
    func provide(_ lookup: DatasetLookup) async throws(DatasetRefusal) -> Bool

    /// The bytes of a dataset: those of its files, or of its values where other processes have them too.
    func bytes(of name: String) -> Int

    /// Starts a check of a dataset's current rows, in its turn; `nil` without files.
    func inspection(of name: String) -> (any DatasetInspection)?

    /// Looks for a file that is shorter than its written data; `nil` if there is none.
    func shortFile(of name: String) -> DatasetStoreError?

    /// Runs a body that no change of a dataset runs beside.
    func withTurn<Result>(_ name: String, _ body: () -> Result) async -> Result

    /// Unmaps the datasets that no caller has used since the last call; the next caller maps them again.
    ///
    /// Sessions that hold rows keep them mapped.
    func closeIdle()
}

/// What is the same for both catalogs.
extension DatasetCatalog {
    /// Limits the disk space of the rows and of the sessions' logs.
    package var quota: StorageQuota { known.quota }

    /// The names of the datasets without a fault, in ascending order of their bytes.
    package var names: [String] {
        known.state.withLock { state in
            state.entries.filter { $0.value.fault == nil }.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }

    /// Returns the rows of a name; `nil` for a missing, damaged or closed dataset.
    ///
    /// It opens no file: rows that a session holds are as new as those of closed files.
    package func table(_ name: String) -> Table? { known.state.withLock { $0.entries[name]?.table } }

    /// Whether a read of the rows of a name may wait for the disk; those of closed files do.
    package func isAway(_ name: String) -> Bool {
        known.state.withLock { state in
            guard let entry = state.entries[name] else { return false }
            return entry.table?.isAway ?? true
        }
    }

    /// Looks which open datasets are in memory, for ``Table/isAway``.
    ///
    /// - Complexity: O(pages of all open datasets).
    package func lookForAwayRows() {
        let tables = known.state.withLock { $0.entries.values.compactMap(\.table) }
        for table in tables { table.lookForAwayRows() }
    }

    /// Returns the rows of a name.
    ///
    /// - Parameter name: The dataset.
    /// - Returns: All rows.
    /// - Throws: `DatasetRefusal.Reason.unknown`, or `DatasetRefusal.Reason.store(_:)` for a damaged dataset.
    package func rows(of name: String) throws(DatasetRefusal) -> Table {
        try Self.table(in: content(of: name), of: name)
    }

    static func table(
        in content: Result<Table, DatasetStoreError>?, of name: String
    ) throws(DatasetRefusal) -> Table {
        switch content {
        case .success(let table)?: return table
        case .failure(let error)?: throw .init(.store(error), of: name)
        case nil: throw .init(.unknown, of: name)
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
    /// - Throws: `DatasetRefusal.Reason.inUse` while a live session uses it, `DatasetRefusal.Reason.store(_:)`.
    package func makeDraft(
        for name: String, shape: RowShape, owner: String? = nil, mayBeShown: Bool = false
    ) throws(DatasetRefusal) -> any DatasetDraft {
        guard mayBeShown || !known.state.withLock({ $0.isInUse(name) }) else { throw .init(.inUse, of: name) }
        try checkRoom(for: name)
        let shape = mayBeShown ? ArrangedDraft.arranged(shape, like: columns(of: name) ?? []) : shape
        do throws(DatasetStoreError) {
            let draft = try startDraft(for: name, shape: shape, owner: owner)
            let limited = QuotaDraft(draft, of: shape, within: known.quota)
            return mayBeShown ? ArrangedDraft(limited) : limited
        } catch {
            known.noteUnconfirmed(error)
            throw .init(.store(error), of: name)
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
            to: name, makingSpool: { [self] () throws(DatasetStoreError) in try makeSpool() }, ownedBy: owner(of: name),
            within: known.quota, addingColumns: addsColumns,
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
    ///   - name: The dataset.
    ///   - rows: The other rows, at least one.
    ///   - expectation: The caller's condition.
    /// - Returns: The description, and what becomes of late and repeated rows where the dataset takes such.
    /// - Throws: `DatasetRefusal` where they do not fit.
    package func description(
        of table: Table, named name: String, with rows: AppendedRows,
        expecting expectation: Expectation = { _ in true }
    ) throws(DatasetRefusal) -> (TableDescription, RowMerge.Counts?) {
        guard expectation(.success(TableDescription(table))) else { throw .init(.unexpected, of: name) }
        if table.rules.countsLateRows { return try description(of: table, named: name, merging: rows) }
        _ = try columnsToAdd(by: rows, to: table, of: name)
        var summary = RowSummary(table)
        do throws(DatasetStoreError) {
            for index in 0..<rows.pieceCount { summary = summary.adding(try rows.piece(index)) }
        } catch {
            throw .init(.store(error), of: name)
        }
        return (summary.description(version: table.version + 1), nil)
    }

    /// Checks that rows fit behind those of a dataset.
    ///
    /// - Returns: The names of the columns that the dataset gets with them.
    func columnsToAdd(
        by rows: AppendedRows, to table: Table, of name: String
    ) throws(DatasetRefusal) -> [String] {
        let first: Table
        do throws(DatasetStoreError) { first = try rows.piece(0) } catch { throw .init(.store(error), of: name) }
        let added = rows.addedColumns(to: table, first)
        do throws(TableError) {
            try table.check(added.isEmpty ? first : first.keeping(columns: table.columns.map(\.name)))
        } catch {
            throw .init(.table(error), of: name)
        }
        return added
    }

    /// Sets the listener for appended rows, called in the order of the appends; it must not change datasets.
    ///
    /// - Parameter listener: Takes the dataset's name and all its rows.
    package func onRows(call listener: @escaping @Sendable (_ name: String, _ table: Table) -> Void) {
        known.onRows(call: listener)
    }

    /// Sets the listener for withdrawn datasets.
    ///
    /// - Parameter listener: Takes the dataset's name.
    package func onDamage(call listener: @escaping @Sendable (_ name: String) -> Void) {
        known.onDamage(call: listener)
    }

    /// Sets the listener that is called before rows of a dataset are dropped, in no turn; the drop waits for it.
    ///
    /// - Parameter listener: Takes the dataset's name.
    package func onDrop(call listener: @escaping @Sendable (_ name: String) async -> Void) {
        known.onDrop(call: listener)
    }

    /// The number of datasets that are known to be damaged.
    package var damagedCount: Int { known.state.withLock { $0.entries.values.count { $0.fault != nil } } }

    /// Calls the listener for each dataset found damaged since the last call.
    ///
    /// - Returns: The error of each, in the order of the names.
    /// - Complexity: O(number of datasets).
    func reportDamage() -> [(name: String, error: DatasetStoreError)] { known.reportDamage() }

    /// Withdraws a dataset with a file that is shorter than its written data.
    ///
    /// - Complexity: O(number of columns).
    func checkSizes(of name: String) async {
        await withTurn(name) {
            guard let error = shortFile(of: name) else { return }
            known.state.withLock { $0.entries[name]?.withdraw(error) }
        }
    }

    /// Whether a session shows a dataset now, which is not known to be damaged.
    ///
    /// - Throws: `DatasetRefusal.Reason.sessions(_:)`.
    package func isShown(_ name: String) async throws(DatasetRefusal) -> Bool {
        let isResting = try await known.isShownByRestingSession(name)
        let (isInUse, isFaulty) = known.state.withLock { ($0.isInUse(name), $0.entries[name]?.fault != nil) }
        return isInUse || isResting && !isFaulty
    }

    /// Sets how resting sessions that show a dataset are found.
    package func findResting(_ finder: @escaping @Sendable (_ dataset: String) async throws(SessionStoreError) -> Bool)
    {
        known.findResting(finder)
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
        let start = await withTurn(name) { (inspection: inspection(of: name), commit: known.commit(of: name)) }
        guard var inspection = start.inspection else { return nil }
        do throws(DatasetStoreError) {
            while try inspection.advance() {
                guard await pause() else { return nil }
            }
            return nil
        } catch {
            return await withTurn(name) {
                guard known.commit(of: name) == start.commit else { return nil }
                known.state.withLock { $0.entries[name]?.withdraw(error) }
                return error
            }
        }
    }

    /// Counts the use of a dataset by a session from the store; the dataset may be damaged or missing.
    package func retain(lasting name: String) {
        known.state.withLock { $0.uses[name, default: 0] += 1 }
    }

    /// Ends a session's use of a dataset.
    package func release(_ name: String) {
        known.state.withLock { state in
            guard let uses = state.uses[name] else { return assertionFailure("no session uses the dataset") }
            state.uses[name] = uses > 1 ? uses - 1 : nil
        }
    }

    /// Ends the uses of datasets by a session that the store has, where it goes on using them.
    package func rest(_ names: [String]) {
        known.state.withLock { $0.rests += 1 }
        for name in names { release(name) }
    }

    /// Whether a dataset's files are closed, so that its use takes longer.
    func isClosed(_ name: String) -> Bool { known.state.withLock { $0.entries[name]?.closedSoundness != nil } }

    /// The descriptions of the datasets without a fault, in ascending order of the bytes of their names.
    ///
    /// - Complexity: O(number of columns of all datasets); it opens no file.
    package var descriptions: [(name: String, description: TableDescription)] {
        known.state.withLock { $0.entries }.compactMap { name, entry in
            entry.description.map { (name, $0) }
        }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// How a dataset takes late and repeated rows, as far as this process knows; `nil` without the dataset.
    package func rules(of name: String) -> RowRules? {
        known.state.withLock { $0.entries[name] }.map { $0.description?.rules ?? .standard }
    }

    static func merge(
        _ rows: IncomingRows, into table: Table, of name: String
    ) throws(DatasetRefusal) -> RowMerge {
        do throws(TableError) {
            return try table.merging(rows)
        } catch {
            throw .init(.table(error), of: name)
        }
    }

    /// Takes the errors of changes that the disk has not confirmed since the last call, in their order as texts.
    func takeUnconfirmed() -> [String] {
        known.state.withLock { state in
            defer { state.unconfirmed = [] }
            return state.unconfirmed.sorted()
        }
    }
}

/// What became of the rows of a request.
package struct AddedRows: Sendable {
    /// All rows.
    package var table: Table
    /// What became of late and repeated rows; `nil` for a dataset that takes none.
    package var counts: RowMerge.Counts?
}

/// Changes that are the same for both catalogs, and those with fewer words.
extension DatasetCatalog {
    /// Adds rows by the rules of the dataset, all or none.
    ///
    /// Rows behind the last one are appended, and cost what an append costs. Others make an edition.
    ///
    /// - Parameters:
    ///   - rows: The rows, at least one.
    ///   - name: The dataset.
    ///   - expectation: The caller's condition.
    /// - Returns: All rows, and what became of late and repeated ones.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then, unless its kind is `inDoubt`.
    package func add(
        _ rows: AppendedRows, to name: String, expecting expectation: Expectation = { _ in true }
    ) async throws(DatasetRefusal) -> AddedRows {
        try await bring(name)
        guard let rules = rules(of: name) else { throw .init(.unknown, of: name) }
        guard rules.countsLateRows else {
            let table = try await commit(rows, to: name, expecting: expectation)
            return AddedRows(table: await retained(name, table))
        }
        let incoming: IncomingRows
        do throws(DatasetStoreError) { incoming = try rows.incoming() } catch { throw .init(.store(error), of: name) }
        let isReserved = rows.isReserved(for: owner(of: name))
        return try await add(
            incoming, to: name, addingColumns: rows.addsColumns, isReserved: isReserved, expecting: expectation)
    }

    /// Adds rows in memory by the rules of the dataset, all or none.
    ///
    /// - Parameters:
    ///   - rows: The rows, at least one.
    ///   - name: The dataset.
    ///   - addsColumns: Whether columns that the dataset lacks are added to it.
    ///   - isReserved: Whether the quota includes the rows already.
    ///   - expectation: The caller's condition.
    /// - Returns: All rows, and what became of late and repeated ones.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then, unless its kind is `inDoubt`.
    package func add(
        _ rows: IncomingRows, to name: String, addingColumns addsColumns: Bool = false, isReserved: Bool = false,
        expecting expectation: Expectation = { _ in true }
    ) async throws(DatasetRefusal) -> AddedRows {
        if !isReserved {
            do throws(DatasetStoreError) {
                try quota.checkRoom(for: rows.bytes, of: owner(of: name))
            } catch {
                throw .init(.store(error), of: name)
            }
        }
        var added = try await addReserved(rows, to: name, addingColumns: addsColumns, expecting: expectation)
        added.table = await retained(name, added.table)
        return added
    }

    /// Drops the rows that the retention of a dataset lets go after a change of it.
    ///
    /// The change is made. So where the drop fails, as on a full disk, the rows stay until the next change.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - table: Its rows after the change.
    /// - Returns: Its rows after the drop.
    package func retained(_ name: String, _ table: Table) async -> Table {
        guard table.rowsToDrop > 0 else { return table }
        do throws(DatasetRefusal) { return try await dropRows(of: name) } catch { return table }
    }

    /// Describes a dataset with rows added by its rules, and changes nothing.
    func description(
        of table: Table, named name: String, merging rows: AppendedRows
    ) throws(DatasetRefusal) -> (TableDescription, RowMerge.Counts?) {
        let incoming: IncomingRows
        do throws(DatasetStoreError) { incoming = try rows.incoming() } catch { throw .init(.store(error), of: name) }
        let wide = (rows.addsColumns ? table.widened(for: incoming) : nil) ?? table
        let merge = try Self.merge(incoming, into: wide, of: name)
        let after =
            switch merge.change {
            case .nothing: table
            case .append(let behind): wide.applying(.appending(behind, to: wide))
            case .edit(let edit): wide.applying(edit)
            }
        return (TableDescription(after), merge.counts)
    }

    /// Begins a dataset with rows in memory.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - rows: The rows, at least one.
    ///   - rules: How it takes late and repeated rows.
    ///   - owner: The subject of the principal that writes it; `nil` without one.
    /// - Throws: `DatasetRefusal.Reason.unexpected` where the dataset is there, or another `DatasetRefusal`.
    package func begin(
        _ name: String, with rows: IncomingRows, rules: RowRules, owner: String?
    ) async throws(DatasetRefusal) {
        let merge: RowMerge
        do throws(TableError) { merge = try rows.beginning(rules: rules) } catch {
            throw .init(.table(error), of: name)
        }
        guard case .append(let first) = merge.change else {
            preconditionFailure("the first rows are behind all others")
        }
        let block = RowBlock(first)
        let draft = try makeDraft(for: name, shape: block.shape, owner: owner)
        do throws(DatasetStoreError) { try draft.append(block) } catch { throw .init(.store(error), of: name) }
        _ = try await commit(draft, as: name, rules: { _ in rules }, expecting: { $0 == nil })
    }

    /// Adds a table in memory, or replaces one under the next version.
    ///
    /// - Parameters:
    ///   - table: The rows.
    ///   - name: The name.
    ///   - owner: The subject of the principal that writes it; `nil` without one.
    ///   - expectation: The caller's condition.
    /// - Returns: Whether the name is new.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then.
    package func put(
        _ table: Table, as name: String, owner: String? = nil, expecting expectation: Expectation = { _ in true }
    ) async throws(DatasetRefusal) -> Bool {
        let block = RowBlock(table)
        let draft = try makeDraft(for: name, shape: block.shape, owner: owner)
        do throws(DatasetStoreError) {
            try draft.append(block)
        } catch {
            throw .init(.store(error), of: name)
        }
        return try await commit(draft, as: name, expecting: expectation).isNew
    }

    /// Checks that new rows have what sessions may show of those before: x and all columns, in their places.
    ///
    /// - Throws: `DatasetRefusal.Reason.lacksColumns(_:)`, or `DatasetRefusal.Reason.inUse` where a session began to show the dataset meanwhile.
    static func check(
        _ shape: RowShape, of name: String, under table: TableDescription
    ) throws(DatasetRefusal) {
        let own = Set(shape.columns.map { ExactName($0) })
        var missing = table.columns.map(\.name).filter { !own.contains(ExactName($0)) }
        let hasX =
            ExactName(shape.xName) == ExactName(table.xName)
            && (shape.xKind == table.xKind || table.rowCount == 0)
        if !hasX { missing.insert(table.xName, at: 0) }
        guard missing.isEmpty else { throw .init(.lacksColumns(missing), of: name) }
        guard shape.columns.starts(with: table.columns.map(\.name)) else { throw .init(.inUse, of: name) }
    }

    /// Appends rows without a condition; see ``commit(_:to:expecting:)``.
    package func commit(_ rows: AppendedRows, to name: String) async throws(DatasetRefusal) -> Table {
        try await commit(rows, to: name, expecting: { _ in true })
    }

    /// Adds or replaces a dataset that no session shows; see ``commit(_:as:rules:mayBeShown:expecting:)``.
    package func commit(
        _ draft: any DatasetDraft, as name: String, rules: (RowRules) -> RowRules = { $0 },
        expecting expectation: Expectation = { _ in true }
    ) async throws(DatasetRefusal) -> (table: Table, isNew: Bool) {
        try await commit(draft, as: name, rules: rules, mayBeShown: false, expecting: expectation)
    }

    /// Removes rows without a condition; see ``removeRows(in:of:expecting:)``.
    package func removeRows(
        in range: ClosedRange<Double>, of name: String
    ) async throws(DatasetRefusal) -> (table: Table, count: Int) {
        try await removeRows(in: range, of: name, expecting: { _ in true })
    }

    /// Changes rules without a condition; see ``setRules(of:expecting:_:)``.
    package func setRules(
        of name: String, _ change: (RowRules) -> RowRules
    ) async throws(DatasetRefusal) -> Table {
        try await setRules(of: name, expecting: { _ in true }, change)
    }

    /// Removes a dataset without a condition; see ``remove(_:expecting:)``.
    package func remove(_ name: String) async throws(DatasetRefusal) {
        try await remove(name, expecting: { _ in true })
    }
}

/// The owners of datasets, and the limits of disk space.
extension DatasetCatalog {
    /// Updates a dataset's size in the quota.
    func noteBytes(of name: String) {
        guard known.quota.limitsDatasetBytes else { return }
        known.quota.note(dataset: name, bytes: bytes(of: name), owner: owner(of: name))
    }

    /// The subject of the principal that wrote a dataset; `nil` without one, and for a missing dataset.
    package func owner(of name: String) -> String? { known.state.withLock { $0.entries[name]?.owner } }

    /// Returns the disk bytes of the files of an owner's datasets, without its drafts.
    ///
    /// - Parameter owner: The subject of the principal that wrote them.
    /// - Returns: The bytes; 0 for datasets without files.
    /// - Complexity: O(number of datasets), and it looks at the files of the owner's ones.
    package func bytes(ofOwner owner: String) -> Int {
        let names = known.state.withLock { $0.entries.filter { $0.value.owner == owner } }.keys
        return names.reduce(0) { $0 + bytes(of: $1) }
    }

    /// Whether a dataset is there, or the server takes one more.
    package func hasRoom(for name: String) -> Bool {
        known.state.withLock { $0.entries[name] != nil || $0.entries.count < known.quota.mostDatasets }
    }

    /// The names of a dataset's columns beside x; `nil` without the dataset.
    package func columns(of name: String) -> [String]? {
        known.state.withLock { $0.entries[name] }.map { $0.description?.columns.map(\.name) ?? [] }
    }

    /// Throws for a new dataset beyond the maximum number.
    func checkRoom(for name: String) throws(DatasetRefusal) {
        let isBeyond = known.state.withLock { $0.entries[name] == nil && $0.entries.count >= known.quota.mostDatasets }
        guard !isBeyond else { throw .init(.store(.overQuota(datasets: known.quota.mostDatasets)), of: name) }
    }

    /// Throws for rows beyond the limits, if the quota does not include them yet.
    func checkRoom(for rows: AppendedRows, in name: String) throws(DatasetStoreError) {
        let owner = owner(of: name)
        guard !rows.isReserved(for: owner) else { return }
        try known.quota.checkRoom(for: try rows.bytes, of: owner)
    }
}
