import ChartEngine
public import ChartSeries

/// What a revision saw of a dataset: under a session rows are only ever appended, so this names the rows themselves.
public struct DatasetSight: Sendable, Hashable {
    /// The dataset.
    public var name: String
    /// The version of its rows.
    public var version: Int
    /// How many rows there were.
    public var rows: Int

    /// Creates a sight.
    public init(name: String, version: Int, rows: Int) {
        self.name = name
        self.version = version
        self.rows = rows
    }
}

extension Session {
    /// What the session sees of each dataset that its surfaces show, by name.
    public var sights: [DatasetSight] {
        var sights: [DatasetSight] = []
        for index in surfaces.indices {
            guard let name = surfaces[index].dataset, !sights.contains(where: { $0.name == name }) else { continue }
            let table = surfaces[index].surface.table
            sights.append(DatasetSight(name: name, version: table.version, rows: table.rowCount))
        }
        if sights.count > 1 { sights.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
        return sights
    }

    /// Shows every surface the rows that a revision saw.
    ///
    /// - Parameter tables: The rows by the name of their dataset; a dataset without any stays as it is.
    public mutating func show(_ tables: [String: Table]) {
        refresh { tables[$0] }
    }
}
