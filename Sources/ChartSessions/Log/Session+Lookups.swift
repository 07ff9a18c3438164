import ChartEngine
package import ChartSeries
package import ChartStores

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
