import ChartEngine
package import ChartSeries

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

extension Session {
    /// The rows that the session reads of each dataset, sorted by name.
    package var lookups: [DatasetLookup] {
        var lookups: [DatasetLookup] = []
        for index in surfaces.indices {
            guard let name = surfaces[index].dataset, !lookups.contains(where: { $0.name == name }) else { continue }
            let table = surfaces[index].surface.table
            lookups.append(
                DatasetLookup(name: name, version: table.version, rows: table.rowCount, edition: table.edition))
        }
        if lookups.count > 1 { lookups.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
        return lookups
    }

    /// Gives every surface the rows that a revision read.
    ///
    /// - Parameter tables: The rows by dataset; a dataset without an entry keeps its rows.
    package mutating func show(_ tables: [String: Table]) {
        refresh { tables[$0] }
    }
}
