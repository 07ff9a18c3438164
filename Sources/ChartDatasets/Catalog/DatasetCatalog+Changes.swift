package import ChartSeries
package import ChartStores

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
