package import ChartSeries
package import ChartStores
import Synchronization

/// Changes of rows that are there: late and repeated rows, removals, and the rules for them.
extension DatasetCatalog {
    /// What became of the rows of a request.
    package struct AddedRows: Sendable {
        /// All rows.
        package var table: Table
        /// What became of late and repeated rows; `nil` for a dataset that takes none.
        package var counts: RowMerge.Counts?
    }

    /// What a dataset has beside its rows.
    func life(of name: String, _ table: Table) -> DatasetLife {
        let history = state.withLock { $0.histories[name] }
        return DatasetLife(rules: table.rules, edits: table.edits, history: history ?? EditionHistory())
    }

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
        if let sharing { try await bring(name, sharing) }
        guard let rules = rules(of: name) else { throw .unknown }
        guard rules.countsLateRows else {
            return AddedRows(table: try await commit(rows, to: name, expecting: expectation))
        }
        let incoming: IncomingRows
        do throws(DatasetStoreError) { incoming = try rows.incoming() } catch { throw .store(error) }
        let isReserved = rows.isReserved(for: owner(of: name))
        return try await add(
            incoming, to: name, addingColumns: rows.addsColumns, isReserved: isReserved, expecting: expectation)
    }

    /// Describes a dataset with rows added by its rules, and changes nothing.
    func description(
        of table: Table, merging rows: AppendedRows
    ) throws(DatasetRefusal) -> (TableDescription, RowMerge.Counts?) {
        let incoming: IncomingRows
        do throws(DatasetStoreError) { incoming = try rows.incoming() } catch { throw .store(error) }
        let wide = (rows.addsColumns ? table.widened(for: incoming) : nil) ?? table
        let merge = try Self.merge(incoming, into: wide)
        let after =
            switch merge.change {
            case .nothing: table
            case .append(let behind): wide.applying(.appending(behind, to: wide))
            case .edit(let edit): wide.applying(edit)
            }
        return (TableDescription(after), merge.counts)
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
                throw .store(error)
            }
        }
        if let sharing {
            return try await add(rows, to: name, sharing, addingColumns: addsColumns, expecting: expectation)
        }
        if let added = try await appendInTurn(rows, to: name, addingColumns: addsColumns, expecting: expectation) {
            return added
        }
        return try await changeFiles(of: name) { isInUse throws(DatasetRefusal) in
            let table = try rowsInTurn(of: name)
            guard expectation(.success(TableDescription(table))) else { throw .unexpected }
            let wide = addsColumns ? table.widened(for: rows) : nil
            let merge = try Self.merge(rows, into: wide ?? table)
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
            let written = state.withLock { $0.written[name] }
            let table: Table
            if let written { table = written } else { table = try rowsInTurn(of: name) }
            guard expectation(.success(TableDescription(table))) else { throw .unexpected }
            if addsColumns, rows.hasColumns(beyond: table) { return nil }
            let merge = try Self.merge(rows, into: table)
            if table.rules.countsLateRows { counts = merge.counts }
            switch merge.change {
            case .nothing: return (try rowsInTurn(of: name), true)
            case .append(let behind): return try writeInTurn(AppendedRows(behind), to: name, expecting: { _ in true })
            case .edit: return nil
            }
        }
        return table.map { AddedRows(table: $0, counts: counts) }
    }

    /// Begins a dataset with rows in memory.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - rows: The rows, at least one.
    ///   - rules: How it takes late and repeated rows.
    ///   - owner: The subject of the principal that writes it; `nil` without one.
    /// - Throws: `DatasetRefusal.unexpected` where the dataset is there, or another `DatasetRefusal`.
    package func begin(
        _ name: String, with rows: IncomingRows, rules: RowRules, owner: String?
    ) async throws(DatasetRefusal) {
        let merge: RowMerge
        do throws(TableError) { merge = try rows.beginning(rules: rules) } catch { throw .table(error) }
        guard case .append(let first) = merge.change else {
            preconditionFailure("the first rows are behind all others")
        }
        let block = RowBlock(first)
        let draft = try makeDraft(for: name, shape: block.shape, owner: owner)
        do throws(DatasetStoreError) { try draft.append(block) } catch { throw .store(error) }
        _ = try await commit(draft, as: name, rules: { _ in rules }, expecting: { $0 == nil })
    }

    /// Removes the rows of a closed range.
    ///
    /// - Parameters:
    ///   - range: Makes the range of x, from what the dataset is.
    ///   - name: The dataset.
    ///   - expectation: The caller's condition.
    /// - Returns: All rows, and the number of removed ones.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then, unless its kind is `inDoubt`.
    package func removeRows(
        in range: ClosedRange<Double>, of name: String, expecting expectation: Expectation = { _ in true }
    ) async throws(DatasetRefusal) -> (table: Table, count: Int) {
        if let sharing { return try await removeRows(in: range, of: name, sharing, expecting: expectation) }
        return try await changeFiles(of: name) { isInUse throws(DatasetRefusal) in
            let table = try rowsInTurn(of: name)
            guard expectation(.success(TableDescription(table))) else { throw .unexpected }
            guard let (edit, count) = table.removing(range) else { return (table, 0) }
            return (try editInTurn(edit, of: table, named: name, keepingRowsBefore: isInUse), count)
        }
    }

    /// Changes the rules of a dataset.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - expectation: The caller's condition.
    ///   - change: Makes the new rules of the old ones.
    /// - Returns: All rows, as the next version where the rules are others.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then, unless its kind is `inDoubt`.
    package func setRules(
        of name: String, expecting expectation: Expectation = { _ in true }, _ change: (RowRules) -> RowRules
    ) async throws(DatasetRefusal) -> Table {
        if let sharing { return try await setRules(of: name, sharing, expecting: expectation, change) }
        return try changeFiles { () throws(DatasetRefusal) in
            try acknowledgeInTurn(name)
            let table = try rowsInTurn(of: name)
            guard expectation(.success(TableDescription(table))) else { throw .unexpected }
            var life = life(of: name, table)
            life.rules = change(table.rules)
            guard life.rules != table.rules else { return table }
            let changed: Table
            do throws(DatasetStoreError) {
                changed = try store.setLife(life, of: table, named: name, owner: owner(of: name))
            } catch {
                throw .store(error)
            }
            show(changed, of: name, commit: commit(of: name))
            return changed
        }
    }

    /// What a dataset that sessions show has after its replacement; the caller holds the lock of changes.
    func replacedLife(of name: String, by draft: any DatasetDraft) throws(DatasetRefusal) -> DatasetLife {
        let table = try rowsInTurn(of: name)
        guard let draft = (draft as? ArrangedDraft)?.draft else { throw .inUse }
        try Self.check(draft.shape, under: TableDescription(table))
        let delta = RowDelta(replacing: table, byRows: draft.rows)
        let edit = TableEdit.replacing(table.columns.count, by: draft.columns, at: table.version + 1)
        return life(of: name, table).after(delta, edit, keepingRowsBefore: true)
    }

    /// Checks that new rows have what sessions may show of those before: x and all columns, in their places.
    ///
    /// - Throws: `DatasetRefusal.lacksColumns(_:)`, or `DatasetRefusal.inUse` where a session began to show the dataset meanwhile.
    static func check(_ shape: RowShape, under table: TableDescription) throws(DatasetRefusal) {
        let own = Set(shape.columns.map { ExactName($0) })
        var missing = table.columns.map(\.name).filter { !own.contains(ExactName($0)) }
        let hasX =
            ExactName(shape.xName) == ExactName(table.xName)
            && (shape.xKind == table.xKind || table.rowCount == 0)
        if !hasX { missing.insert(table.xName, at: 0) }
        guard missing.isEmpty else { throw .lacksColumns(missing) }
        guard shape.columns.starts(with: table.columns.map(\.name)) else { throw .inUse }
    }

    /// Makes an edition; the caller holds the lock of changes, and no append is under way.
    private func editInTurn(
        _ edit: RowEdit, of table: Table, named name: String, keepingRowsBefore isKept: Bool,
        columnsBefore: Int? = nil
    ) throws(DatasetRefusal) -> Table {
        let made = TableEdit(version: table.version + 1, changed: edit.changed, columnsBefore: columnsBefore)
        let life = life(of: name, table).after(edit.delta, made, keepingRowsBefore: isKept)
        let edited: Table
        do throws(DatasetStoreError) {
            edited = try withRoom { () throws(DatasetStoreError) in
                let owner = owner(of: name)
                return columnsBefore != nil
                    ? try store.rewrite(edit, of: table, named: name, owner: owner, life: life)
                    : try store.edit(edit, of: table, named: name, owner: owner, life: life)
            }
        } catch {
            throw .store(error)
        }
        let commit = commits.add(1, ordering: .relaxed).newValue
        state.withLock { state in
            state.entries[name]?.commit = commit
            state.histories[name] = life.history
            if !isKept { state.editions.removeAll { $0.name == name } }
        }
        show(edited, of: name, commit: commit)
        noteBytes(of: name)
        return edited
    }

    /// The rows that a line of a log has read, where no other process changes datasets.
    ///
    /// - Throws: `DatasetRefusal.gone(_:)` where an edit or a replacement has taken them.
    func rowsOfEdition(readAs lookup: DatasetLookup) throws(DatasetRefusal) -> Table {
        let table = try rows(of: lookup.name)
        let (history, known) = state.withLock { state in
            (
                state.histories[lookup.name],
                state.editions.last { $0.name == lookup.name && $0.table.isEdition(of: lookup) }?.table
            )
        }
        guard let history, !table.isSameEdition(as: lookup) || lookup.version < history.floor else {
            return table
        }
        if let known { return known }
        guard let found = history.rows(at: lookup.version, of: table), found.isEdition(of: lookup) else {
            throw .gone(lookup)
        }
        state.withLock { state in
            state.editions.append((lookup.name, found))
            if state.editions.count > Self.mostEditions { state.editions.removeFirst() }
        }
        return found
    }

    /// The most earlier editions that are kept for the logs of sessions.
    private static var mostEditions: Int { 8 }

    /// How a dataset takes late and repeated rows, as far as this process knows; `nil` without the dataset.
    package func rules(of name: String) -> RowRules? {
        state.withLock { $0.entries[name] }.map { $0.description?.rules ?? .standard }
    }

    static func merge(_ rows: IncomingRows, into table: Table) throws(DatasetRefusal) -> RowMerge {
        do throws(TableError) {
            return try table.merging(rows)
        } catch {
            throw .table(error)
        }
    }
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
