public import ChartSeries

/// Where the rows of datasets are kept.
///
/// The callers take turns: while one call changes a dataset, no other call names the same one.
public protocol DatasetStore: Sendable {
    /// Starts a dataset, which takes the place of one of the same name once it is committed.
    ///
    /// - Parameters:
    ///   - name: The dataset's name, fit to be the name of a folder.
    ///   - shape: The columns that its rows have.
    /// - Returns: What takes the rows.
    /// - Throws: ``DatasetStoreError``; the dataset that was there stays.
    func makeDraft(for name: String, shape: RowShape) throws(DatasetStoreError) -> any DatasetDraft

    /// Appends rows, which are kept when this returns.
    ///
    /// - Parameters:
    ///   - rows: The rows, at least one, whose first piece is checked to fit.
    ///   - table: All rows so far.
    ///   - name: The dataset's name.
    /// - Returns: All rows, as the next version.
    /// - Throws: ``DatasetStoreError``; the dataset is as it was then.
    /// - Complexity: O(number of new rows).
    func append(_ rows: AppendedRows, to table: Table, named name: String) throws(DatasetStoreError) -> Table

    /// Makes room for rows that are to be appended and are too many for the memory.
    ///
    /// - Returns: What takes the rows; `nil` where they are kept in memory anyhow.
    /// - Throws: ``DatasetStoreError``.
    func makeSpool() throws(DatasetStoreError) -> (any RowSpool)?

    /// Removes a dataset; one that is not there is no error.
    ///
    /// - Parameter name: The dataset's name.
    /// - Throws: ``DatasetStoreError``; the dataset is as it was then.
    func remove(_ name: String) throws(DatasetStoreError)

    /// How many bytes of disk the files of a dataset take.
    ///
    /// - Parameter name: The dataset's name.
    /// - Returns: The bytes; 0 for a dataset that has no files.
    func bytes(of name: String) -> Int

    /// Starts to look through the rows of a dataset, as they are now, for what was not written.
    ///
    /// - Parameter name: The dataset's name.
    /// - Returns: The inspection; `nil` for a dataset that has no files.
    func inspection(of name: String) -> (any DatasetInspection)?

    /// Closes the files of a dataset; rows that are held keep what they need of them.
    ///
    /// - Parameter name: The dataset's name.
    func close(_ name: String)

    /// Opens the files of a dataset that were closed.
    ///
    /// - Parameters:
    ///   - name: The dataset's name.
    ///   - soundness: What the rows had before, which others may hold still.
    /// - Returns: All rows.
    /// - Throws: ``DatasetStoreError``; the files stay closed then.
    func open(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table

    /// Looks for a file of a dataset that is shorter than what was written to it.
    ///
    /// - Parameter name: The dataset's name.
    /// - Returns: What is wrong; `nil` when nothing is, and for a dataset that has no files.
    func shortFile(of name: String) -> DatasetStoreError?
}

extension DatasetStore {
    /// Appends rows that are in memory; see ``append(_:to:named:)``.
    public func append(_ rows: Table, to table: Table, named name: String) throws(DatasetStoreError) -> Table {
        try append(AppendedRows(rows), to: table, named: name)
    }

    /// Makes no room beside the memory.
    public func makeSpool() throws(DatasetStoreError) -> (any RowSpool)? { nil }

    /// Takes no disk.
    public func bytes(of name: String) -> Int { 0 }

    /// Finds nothing to look through.
    public func inspection(of name: String) -> (any DatasetInspection)? { nil }

    /// Does nothing: rows without files are never closed.
    public func close(_ name: String) {}

    /// Refuses: rows without files are never closed.
    public func open(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table {
        throw DatasetStoreError(.unavailable, "\(name) has no files")
    }

    /// Finds no file.
    public func shortFile(of name: String) -> DatasetStoreError? { nil }
}

/// Takes the rows of a new dataset, block by block.
///
/// Nothing can be seen of them before the commit; a draft that is released without one leaves nothing behind.
public protocol DatasetDraft: AnyObject {
    /// Takes the next rows.
    ///
    /// - Parameter block: Rows of the draft's shape, which follow those before.
    /// - Throws: ``DatasetStoreError``; the draft is of no further use then.
    func append(_ block: RowBlock) throws(DatasetStoreError)

    /// Brings what was taken to the disk, so that the commit is short.
    ///
    /// - Throws: ``DatasetStoreError``; the draft is of no further use then.
    func prepare() throws(DatasetStoreError)

    /// Puts the rows in the place of those that were there.
    ///
    /// - Parameter version: The version that the rows become.
    /// - Returns: All rows.
    /// - Throws: ``DatasetStoreError``; the dataset that was there stays.
    func commit(version: Int) throws(DatasetStoreError) -> Table
}
