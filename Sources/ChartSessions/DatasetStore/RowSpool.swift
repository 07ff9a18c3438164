public import ChartSeries

/// Keeps the rows of an append that is not made yet outside of the memory, piece by piece.
///
/// What it keeps goes with it.
public protocol RowSpool: AnyObject {
    /// Takes the next rows.
    ///
    /// - Parameter piece: Rows of the same columns as those before.
    /// - Throws: ``DatasetStoreError``; the spool is of no further use then.
    func append(_ piece: Table) throws(DatasetStoreError)

    /// Gives back a piece.
    ///
    /// - Parameter index: Which one, in the order in which they were taken.
    /// - Returns: Its rows.
    /// - Throws: ``DatasetStoreError``.
    func piece(_ index: Int) throws(DatasetStoreError) -> Table
}
