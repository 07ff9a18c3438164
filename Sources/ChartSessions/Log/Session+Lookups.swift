import ChartEngine
package import ChartSeries
package import ChartStores

extension Session {
    /// The rows that the session reads of each dataset, sorted by name.
    package var lookups: [DatasetLookup] {
        var lookups: [DatasetLookup] = []
        for index in surfaces.indices {
            for name in surfaces[index].datasets where !lookups.contains(where: { $0.name == name }) {
                guard let table = surfaces[index].table(of: name) else { continue }
                lookups.append(
                    DatasetLookup(name: name, version: table.version, rows: table.rowCount, edition: table.edition))
            }
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

    /// Gives surfaces other rows than those that they showed, which are gone.
    ///
    /// - Parameter tables: The rows by dataset; a dataset without an entry keeps its rows.
    package mutating func show(replacing tables: [String: Table]) {
        refresh(isReplaced: true) { tables[$0] }
    }

    /// The numbers of the first rows of the datasets that have dropped rows, or may drop some.
    ///
    /// - Parameter rows: The rows of a dataset, such as those that the session shows; `nil` for those of none.
    /// - Returns: The numbers by dataset.
    func firstRows(_ rows: (String) -> Table?) -> [String: Int] {
        var found: [String: Int] = [:]
        for name in datasets {
            guard let table = rows(name), table.firstRow > 0 || table.rules.retain != nil else { continue }
            found[name] = table.firstRow
        }
        return found
    }

    /// The rows of a dataset that the session shows.
    package func table(of dataset: String) -> Table? {
        for index in surfaces.indices {
            if let table = surfaces[index].table(of: dataset) { return table }
        }
        return nil
    }
}
