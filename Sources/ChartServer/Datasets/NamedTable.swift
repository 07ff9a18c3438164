internal import ChartSeries

/// A table under the name that clients know it by.
struct NamedTable: Sendable {
    /// The name, one that `DatasetName` accepts.
    let name: String
    /// The rows.
    let table: Table
}
