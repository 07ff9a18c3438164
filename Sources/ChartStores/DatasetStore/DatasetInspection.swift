/// Checks a dataset's files for changes by other processes, a few milliseconds at a time.
///
/// It checks the rows of its creation, and holds no lock meanwhile.
package protocol DatasetInspection: Sendable {
    /// Checks the next part.
    ///
    /// - Returns: Whether there are more parts.
    /// - Throws: ``DatasetStoreError``, `damaged` with the file and the rows.
    mutating func advance() throws(DatasetStoreError) -> Bool
}
