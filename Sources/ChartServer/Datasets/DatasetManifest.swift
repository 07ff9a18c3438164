internal import ChartSeries
internal import ChartWire

/// What a stored dataset's `manifest.json` says of its column files.
struct DatasetManifest: Codable, Sendable, Hashable {
    /// The layout of the folder; this version reads and writes 1.
    var format = 1
    /// Which column files are current; it rises with each write.
    var generation: Int
    /// The dataset's version, as clients see it.
    var version: Int
    /// The name of the x column.
    var xName: String
    /// What x measures.
    var xKind: XKind
    /// The names of the other columns, in order.
    var columns: [String]
    /// The number of rows.
    var rows: Int

    /// The file of the x column.
    var xFile: String { "\(generation)-x.f64" }

    /// The file of a column.
    func file(ofColumn index: Int) -> String { "\(generation)-\(index).f64" }

    /// Every column file, x first.
    var files: [String] { [xFile] + columns.indices.map { file(ofColumn: $0) } }
}
