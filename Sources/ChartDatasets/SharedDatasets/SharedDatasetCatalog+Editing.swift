package import ChartSeries
package import ChartStores
import Synchronization

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
