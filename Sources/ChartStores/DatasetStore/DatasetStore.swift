package import ChartSeries

/// Stores the rows of datasets.
///
/// Callers take turns: while one call changes a dataset, no other call names it.
package protocol DatasetStore: Sendable {
    /// Starts a dataset, which replaces one of the same name when it is committed.
    ///
    /// - Parameters:
    ///   - name: The dataset's name, valid as the name of a folder.
    ///   - shape: The columns of its rows.
    ///   - owner: The subject of the principal that writes it; `nil` without one. Appends keep it.
    /// - Returns: A draft that takes the rows.
    /// - Throws: ``DatasetStoreError``; an earlier dataset stays.
    func makeDraft(for name: String, shape: RowShape, owner: String?) throws(DatasetStoreError) -> any DatasetDraft

    /// Appends rows, and returns after they are stored.
    ///
    /// - Parameters:
    ///   - rows: The rows, at least one. The caller has checked that the first piece fits.
    ///   - table: The rows before.
    ///   - name: The dataset's name.
    /// - Returns: All rows, as the next version.
    /// - Throws: ``DatasetStoreError``; the dataset has not changed then.
    /// - Complexity: O(number of new rows).
    func append(_ rows: AppendedRows, to table: Table, named name: String) throws(DatasetStoreError) -> Table

    /// Changes rows that are there, and returns once the change is durable: a killed process leaves all of it or nothing.
    ///
    /// No written append is under way.
    ///
    /// - Parameters:
    ///   - edit: The change.
    ///   - table: The rows before.
    ///   - name: The dataset's name.
    ///   - owner: The subject of the dataset's owner; `nil` without one.
    ///   - life: What the dataset has beside its rows, afterwards.
    /// - Returns: All rows, as the next version.
    /// - Throws: ``DatasetStoreError``; the dataset has not changed then.
    func edit(
        _ edit: RowEdit, of table: Table, named name: String, owner: String?, life: DatasetLife
    ) throws(DatasetStoreError) -> Table

    /// Changes the rules of a dataset, and returns once the change is durable.
    ///
    /// No written append is under way.
    ///
    /// - Parameters:
    ///   - life: What the dataset has beside its rows, afterwards.
    ///   - table: Its rows.
    ///   - name: The dataset's name.
    ///   - owner: The subject of the dataset's owner; `nil` without one.
    /// - Returns: The same rows, as the next version.
    /// - Throws: ``DatasetStoreError``; the dataset has not changed then.
    func setLife(
        _ life: DatasetLife, of table: Table, named name: String, owner: String?
    ) throws(DatasetStoreError) -> Table

    /// Whether an append waits for the disk, so that callers gain from one wait for all of them.
    var awaitsDisk: Bool { get }

    /// Writes rows after all written ones; they count once they are acknowledged.
    ///
    /// - Parameters:
    ///   - rows: The rows, at least one. The caller has checked that the first piece fits.
    ///   - table: The rows before.
    ///   - name: The dataset's name.
    /// - Returns: All rows, as the next version.
    /// - Throws: ``DatasetStoreError``; the dataset has not changed then.
    func write(_ rows: AppendedRows, to table: Table, named name: String) throws(DatasetStoreError) -> Table

    /// Acknowledges the written rows of datasets, after the disk has them.
    ///
    /// The datasets may take other rows meanwhile, which the next call acknowledges.
    ///
    /// - Parameter names: The datasets.
    /// - Returns: The errors, by the name of the dataset. No written row of such a dataset counts.
    func acknowledge(_ names: [String]) -> [String: DatasetStoreError]

    /// Tells whether the disk has not confirmed the last change of a dataset, which takes none until it is read anew.
    ///
    /// - Parameter name: The dataset's name.
    /// - Returns: Whether the dataset waits to be read anew.
    func isSuspended(_ name: String) -> Bool

    /// Reads a dataset anew after a change that the disk has not confirmed, and lets it take changes again.
    ///
    /// - Parameters:
    ///   - name: The dataset's name.
    ///   - soundness: The soundness of the earlier rows, which callers may still hold.
    /// - Returns: All rows; `nil` where there is no such dataset.
    /// - Throws: ``DatasetStoreError``.
    func readAnew(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table?

    /// Creates a spool for appended rows that exceed the memory.
    ///
    /// - Returns: The spool; `nil` for a store that keeps rows in memory.
    /// - Throws: ``DatasetStoreError``.
    func makeSpool() throws(DatasetStoreError) -> (any RowSpool)?

    /// Removes a dataset; a missing one is no error.
    ///
    /// - Parameter name: The dataset's name.
    /// - Throws: ``DatasetStoreError``; the dataset has not changed then.
    func remove(_ name: String) throws(DatasetStoreError)

    /// Returns the disk bytes of a dataset's files.
    ///
    /// - Parameter name: The dataset's name.
    /// - Returns: The bytes; 0 for a dataset without files.
    func bytes(of name: String) -> Int

    /// Starts a check of a dataset's current rows.
    ///
    /// - Parameter name: The dataset's name.
    /// - Returns: The inspection; `nil` for a dataset without files.
    func inspection(of name: String) -> (any DatasetInspection)?

    /// Closes the files of a dataset; held rows keep the mappings that they need.
    ///
    /// - Parameter name: The dataset's name.
    func close(_ name: String)

    /// Reopens the files of a dataset.
    ///
    /// - Parameters:
    ///   - name: The dataset's name.
    ///   - soundness: The soundness of the earlier rows, which callers may still hold.
    /// - Returns: All rows.
    /// - Throws: ``DatasetStoreError``; the files stay closed then.
    func open(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table

    /// Looks for a file that is shorter than its written data.
    ///
    /// - Parameter name: The dataset's name.
    /// - Returns: The error; `nil` if there is none, and for a dataset without files.
    func shortFile(of name: String) -> DatasetStoreError?
}

extension DatasetStore {
    /// Starts a dataset without an owner; see ``makeDraft(for:shape:owner:)``.
    package func makeDraft(for name: String, shape: RowShape) throws(DatasetStoreError) -> any DatasetDraft {
        try makeDraft(for: name, shape: shape, owner: nil)
    }

    /// Appends rows that are in memory; see ``append(_:to:named:)``.
    package func append(_ rows: Table, to table: Table, named name: String) throws(DatasetStoreError) -> Table {
        try append(AppendedRows(rows), to: table, named: name)
    }

    /// Writes all rows anew; see ``rewrite(_:of:named:owner:life:)``.
    package func edit(
        _ edit: RowEdit, of table: Table, named name: String, owner: String?, life: DatasetLife
    ) throws(DatasetStoreError) -> Table {
        try rewrite(edit.pieces(of: table), of: table, named: name, owner: owner, life: life)
    }

    /// Writes all rows anew, which takes the place of the dataset; its columns may be others.
    ///
    /// - Parameters:
    ///   - pieces: The rows, in order.
    ///   - table: The dataset's rows before, with the columns of those after.
    ///   - name: The dataset.
    ///   - owner: The subject of the principal that wrote it; `nil` without one.
    ///   - life: What the dataset has beside its rows, afterwards.
    /// - Returns: All rows, as the next version.
    /// - Throws: ``DatasetStoreError``; the dataset has not changed then.
    package func rewrite(
        _ pieces: RowPieces, of table: Table, named name: String, owner: String?, life: DatasetLife
    ) throws(DatasetStoreError) -> Table {
        let draft = try makeDraft(for: name, shape: pieces.shape, owner: owner)
        for (table, rows) in pieces.parts { try draft.append(table, rows: rows) }
        try draft.prepare()
        return try draft.commit(version: table.version + 1, life: life)
    }

    /// Returns the same rows, for a store without files.
    package func setLife(
        _ life: DatasetLife, of table: Table, named name: String, owner: String?
    ) throws(DatasetStoreError) -> Table {
        table.numbered(table.version + 1).with(rules: life.rules, edits: life.edits, events: life.events)
    }

    /// Returns false, for a store whose appends wait for nothing.
    package var awaitsDisk: Bool { false }

    /// Appends rows, which count at once.
    package func write(_ rows: AppendedRows, to table: Table, named name: String) throws(DatasetStoreError) -> Table {
        try append(rows, to: table, named: name)
    }

    /// Returns no error, since all rows count.
    package func acknowledge(_ names: [String]) -> [String: DatasetStoreError] { [:] }

    /// Returns false, for a store without a disk.
    package func isSuspended(_ name: String) -> Bool { false }

    /// Returns no rows, for a store without a disk.
    package func readAnew(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table? { nil }

    /// Returns no spool.
    package func makeSpool() throws(DatasetStoreError) -> (any RowSpool)? { nil }

    /// Returns 0, for a store without files.
    package func bytes(of name: String) -> Int { 0 }

    /// Returns no inspection.
    package func inspection(of name: String) -> (any DatasetInspection)? { nil }

    /// Does nothing, since there are no files.
    package func close(_ name: String) {}

    /// Throws, since there are no files.
    package func open(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table {
        throw DatasetStoreError(.unavailable, "\(name) has no files")
    }

    /// Finds no file.
    package func shortFile(of name: String) -> DatasetStoreError? { nil }
}

/// Takes the rows of a new dataset, block by block.
///
/// The rows become visible with the commit. A draft that is released without one leaves no files.
package protocol DatasetDraft: AnyObject {
    /// The subject of the principal that writes the dataset; `nil` without one.
    var owner: String? { get }

    /// Adds the next rows.
    ///
    /// - Parameter block: Rows of the draft's shape, which follow the earlier ones; columns that stand behind those of
    ///   the shape are missing in the earlier rows, and every later block has them.
    /// - Throws: ``DatasetStoreError``; the draft cannot be used then.
    func append(_ block: RowBlock) throws(DatasetStoreError)

    /// Writes the rows to the disk, so that the commit is short.
    ///
    /// - Throws: ``DatasetStoreError``; the draft cannot be used then.
    func prepare() throws(DatasetStoreError)

    /// Replaces the earlier rows.
    ///
    /// - Parameters:
    ///   - version: The new version.
    ///   - life: What the dataset has beside its rows.
    /// - Returns: All rows.
    /// - Throws: ``DatasetStoreError``; an earlier dataset stays.
    func commit(version: Int, life: DatasetLife) throws(DatasetStoreError) -> Table
}

extension DatasetDraft {
    /// The most rows that are copied at once.
    private static var rowsAtOnce: Int { 1 << 16 }

    /// Replaces the earlier rows of a dataset that only takes rows behind its last one.
    package func commit(version: Int) throws(DatasetStoreError) -> Table {
        try commit(version: version, life: DatasetLife())
    }

    /// Adds rows of a table with the draft's shape.
    package func append(_ table: Table, rows: Range<Int>) throws(DatasetStoreError) {
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.rowsAtOnce) {
            let block = RowBlock(table, rows: start..<min(rows.upperBound, start + Self.rowsAtOnce))
            if table.soundness?.isDamaged == true { throw .foundDamaged }
            try append(block)
        }
    }
}
