/// Stores segments of datasets by the SHA-256 of their bytes, where every process of a cluster finds them.
///
/// A segment never changes. Callers check the bytes that they read against the name.
package protocol SegmentStore: Sendable {
    /// Stores a segment unless it is there.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - hash: Their SHA-256.
    /// - Throws: ``DatasetStoreError``; a repetition does no harm.
    func put(_ bytes: [UInt8], named hash: [UInt8]) async throws(DatasetStoreError)

    /// Reads a segment, part by part.
    ///
    /// - Parameters:
    ///   - hash: The SHA-256 of the segment.
    ///   - take: Takes the next part of the bytes.
    /// - Returns: Whether the segment is there; its parts may still be wrong.
    /// - Throws: ``DatasetStoreError``.
    func read(_ hash: [UInt8], _ take: ([UInt8]) -> Void) async throws(DatasetStoreError) -> Bool

    /// Removes segments that no dataset names; a missing one is no error.
    ///
    /// Another process may note and store one of them again at the same moment. The store therefore puts a segment
    /// aside, asks whether it is noted, and brings it back if it is.
    ///
    /// - Parameters:
    ///   - hashes: Their SHA-256, which are not noted any more.
    ///   - noted: Returns those that are noted now.
    /// - Throws: ``DatasetStoreError``.
    func remove(
        _ hashes: [[UInt8]], unless noted: ([[UInt8]]) async throws(DatasetStoreError) -> Set<[UInt8]>
    ) async throws(DatasetStoreError)
}
