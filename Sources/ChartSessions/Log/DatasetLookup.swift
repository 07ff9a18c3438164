import ChartEngine
public import ChartSeries

/// What a revision saw of a dataset: under a session rows are only ever appended, so this names the rows themselves.
public struct DatasetLookup: Sendable, Hashable {
    /// The dataset.
    public var name: String
    /// The version of its rows.
    public var version: Int
    /// How many rows there were.
    public var rows: Int

    /// Creates a lookup.
    public init(name: String, version: Int, rows: Int) {
        self.name = name
        self.version = version
        self.rows = rows
    }
}

extension Session {
    /// What the session sees of each dataset that its surfaces show, by name.
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

    /// Shows every surface the rows that a revision saw.
    ///
    /// - Parameter tables: The rows by the name of their dataset; a dataset without any stays as it is.
    public mutating func show(_ tables: [String: Table]) {
        refresh { tables[$0] }
    }
}
