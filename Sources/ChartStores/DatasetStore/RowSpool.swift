package import ChartSeries

/// Keeps the rows of a pending append outside of the memory, piece by piece.
///
/// The rows are removed with the spool.
package protocol RowSpool: AnyObject {
    /// Adds the next rows.
    ///
    /// - Parameter piece: Rows of the same columns as before, or of more behind these.
    /// - Throws: ``DatasetStoreError``; the spool cannot be used then.
    func append(_ piece: Table) throws(DatasetStoreError)

    /// Reads a piece.
    ///
    /// - Parameter index: Its index, in the order of the calls of ``append(_:)``.
    /// - Returns: Its rows.
    /// - Throws: ``DatasetStoreError``.
    func piece(_ index: Int) throws(DatasetStoreError) -> Table
}
