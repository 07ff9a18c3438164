import ChartEngine
public import ChartSeries

/// The rows of a dataset that a revision read; appends keep earlier rows, so version and count identify them.
public struct DatasetLookup: Sendable, Hashable {
    /// The dataset.
    public var name: String
    /// The version of its rows.
    public var version: Int
    /// The number of rows.
    public var rows: Int

    /// Creates a lookup.
    public init(name: String, version: Int, rows: Int) {
        self.name = name
        self.version = version
        self.rows = rows
    }
}

extension Session {
    /// The rows that the session reads of each dataset, sorted by name.
    public var lookups: [DatasetLookup] {
        var lookups: [DatasetLookup] = []
        for index in surfaces.indices {
            guard let name = surfaces[index].dataset, !lookups.contains(where: { $0.name == name }) else { continue }
            let table = surfaces[index].surface.table
            lookups.append(DatasetLookup(name: name, version: table.version, rows: table.rowCount))
        }
        if lookups.count > 1 { lookups.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
        return lookups
    }

    /// Gives every surface the rows that a revision read.
    ///
    /// - Parameter tables: The rows by dataset; a dataset without an entry keeps its rows.
    public mutating func show(_ tables: [String: Table]) {
        refresh { tables[$0] }
    }
}
