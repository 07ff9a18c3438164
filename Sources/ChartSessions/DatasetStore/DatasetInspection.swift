/// Looks through a dataset's files for changes that the store did not write, a few milliseconds at a time.
///
/// It keeps the rows as of when it was made, and holds no lock while it looks.
public protocol DatasetInspection: Sendable {
    /// Looks through the next part.
    ///
    /// - Returns: Whether there is more to look through.
    /// - Throws: ``DatasetStoreError``, `damaged` with the file and the rows.
    mutating func advance() throws(DatasetStoreError) -> Bool
}
