/// Stores which datasets there are, for several processes that change them at the same time.
///
/// A dataset's version is the only arbiter: a change counts on condition that the version still is the one that the
/// change was judged on. A loser has changed nothing, reads the dataset again and judges again.
package protocol CatalogStore: Sendable {
    /// Returns all datasets without the removed ones.
    ///
    /// - Throws: ``DatasetStoreError``.
    func datasets() async throws(DatasetStoreError) -> [SharedDataset]

    /// Returns the version of each name, those of removed datasets included.
    ///
    /// - Throws: ``DatasetStoreError``.
    func versions() async throws(DatasetStoreError) -> [String: Int]

    /// Returns a dataset as it is now, also a removed one; `nil` for a name that never had one.
    ///
    /// - Throws: ``DatasetStoreError``.
    func dataset(_ name: String) async throws(DatasetStoreError) -> SharedDataset?

    /// Returns what people have noted about the data of a dataset, as lines; `nil` for one that never had an event.
    ///
    /// - Throws: ``DatasetStoreError``.
    func events(of name: String) async throws(DatasetStoreError) -> [UInt8]?

    /// Returns the rows that a replaced or removed dataset had at its last version, while a session may need them.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - version: A version of these rows.
    /// - Returns: The dataset at the end of these rows; `nil` where they are gone.
    /// - Throws: ``DatasetStoreError``.
    func replaced(_ name: String, at version: Int) async throws(DatasetStoreError) -> SharedDataset?

    /// Returns the segments of rows, in order.
    ///
    /// - Parameters:
    ///   - generation: The name of the rows; see ``SharedDataset/generation``.
    ///   - row: The first row that the caller needs.
    /// - Returns: The segments that hold this row and later ones.
    /// - Throws: ``DatasetStoreError``.
    func segments(of generation: String, from row: Int) async throws(DatasetStoreError) -> [DatasetSegment]

    /// Notes segments before they are stored, so that maintenance keeps them for a while without a dataset.
    ///
    /// - Throws: ``DatasetStoreError``.
    func note(_ segments: [DatasetSegment]) async throws(DatasetStoreError)

    /// Makes a change if the dataset still has the version that the change expects.
    ///
    /// - Parameter change: The change.
    /// - Returns: What became of it.
    /// - Throws: ``DatasetStoreError``, `inDoubt` where the outcome is not known in time.
    func commit(_ change: CatalogChange) async throws(DatasetStoreError) -> CatalogOutcome

    /// Takes datasets to which many small segments were appended since they were taken last; some suffice, since
    /// callers ask again.
    ///
    /// - Parameter count: The number of segments below ``DatasetSegment/smallBytes`` from which on a dataset counts.
    /// - Returns: The datasets.
    /// - Throws: ``DatasetStoreError``.
    func scattered(count: Int) async throws(DatasetStoreError) -> [SharedDataset]

    /// Replaces neighbouring segments by one with the same rows, if all of them are there still.
    ///
    /// - Returns: Whether they were replaced.
    /// - Throws: ``DatasetStoreError``.
    func merge(
        _ segments: [DatasetSegment], into merged: DatasetSegment, of generation: String
    ) async throws(DatasetStoreError) -> Bool

    /// Forgets the replaced rows of a dataset, also those that a live session has shown.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - version: Rows of this version and later ones stay.
    ///   - age: How long replaced rows stay by the clock of the database.
    /// - Throws: ``DatasetStoreError``.
    func forgetReplaced(
        _ name: String, before version: Int, after age: Duration
    ) async throws(DatasetStoreError)

    /// Forgets replaced rows that no live session has shown, and the notes of segments that no dataset names.
    ///
    /// - Parameter age: How long they stay by the clock of the database.
    /// - Returns: The hashes of some of these segments, whose bytes can be removed.
    /// - Throws: ``DatasetStoreError``.
    func takeUnnamed(after age: Duration) async throws(DatasetStoreError) -> [[UInt8]]

    /// Returns those segments that are noted now.
    ///
    /// - Throws: ``DatasetStoreError``.
    func noted(_ hashes: [[UInt8]]) async throws(DatasetStoreError) -> Set<[UInt8]>

    /// Waits until another process may have changed a dataset, or for about a second.
    ///
    /// - Returns: `false` after a cancellation.
    func waitForChange() async -> Bool
}

/// A change of the shared catalog.
package enum CatalogChange: Sendable {
    /// Gives a name new rows; no live session may show the earlier ones.
    ///
    /// The expected version is 0 for a name that never had a dataset.
    case replace(SharedDataset, [DatasetSegment], expecting: Int)
    /// Changes rows that are there, also under live sessions, which may need the rows before for their logs.
    ///
    /// The segments are those of all rows.
    case edit(SharedDataset, [DatasetSegment], expecting: Int)
    /// Appends rows, or none; the summary is that of all rows, with the rules of the dataset.
    case append(SharedDataset, [DatasetSegment], expecting: Int)
    /// Keeps all rows, with the lines of other events, whose version the summary has.
    case setEvents(SharedDataset, [UInt8], expecting: Int)
    /// Removes a dataset that no live session shows.
    case remove(name: String, expecting: Int)
}

/// What became of a change of the shared catalog.
package enum CatalogOutcome: Sendable, Equatable {
    /// It is committed.
    case committed
    /// Another process was faster; nothing has changed.
    case conflict
    /// A live session shows the dataset; nothing has changed.
    case inUse
}
