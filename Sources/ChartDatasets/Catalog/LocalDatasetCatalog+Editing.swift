package import ChartSeries
package import ChartStores
import Synchronization

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
    func replacedLife(of name: String, by draft: any DatasetDraft) throws(DatasetRefusal) -> DatasetLife {
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
    func rowsOfEdition(readAs lookup: DatasetLookup) throws(DatasetRefusal) -> Table {
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
