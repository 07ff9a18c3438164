/// The rows of a dataset that a revision read; appends keep earlier rows, so edition and count identify them.
package struct DatasetLookup: Sendable, Hashable {
    /// The dataset.
    package var name: String
    /// The version of its rows.
    package var version: Int
    /// The number of rows.
    package var rows: Int
    /// The version that the last change made which was no append, 0 without one; `nil` where the version alone counts.
    package var edition: Int?

    /// Creates a lookup.
    package init(name: String, version: Int, rows: Int, edition: Int? = nil) {
        self.name = name
        self.version = version
        self.rows = rows
        self.edition = edition
    }
}
