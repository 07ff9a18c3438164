import ChartDatasets
import ChartEngine
import ChartSeries
import ChartStores

extension Session {
    /// The first dataset of the session that is known to be damaged; `nil` for none.
    ///
    /// - Complexity: O(number of surfaces), one load from memory for each.
    package var damagedDataset: String? {
        for index in surfaces.indices {
            if let name = surfaces[index].damagedDataset { return name }
        }
        return nil
    }

    /// Throws if rows of the session are known to be damaged.
    ///
    /// - Throws: ``SessionError/dataset(_:_:)``.
    package func checkRows() throws(SessionError) {
        guard let name = damagedDataset else { return }
        throw .dataset(name, .foundDamaged)
    }

    /// Shows damaged rows again that the process has fetched anew from other processes.
    ///
    /// Later versions have the same rows first, and the catalog finds those of an earlier edition.
    mutating func heal(from catalog: any DatasetCatalog) {
        guard catalog.isShared, damagedDataset != nil else { return }
        for (index, name) in surfaces.indices.flatMap({ index in surfaces[index].datasets.map { (index, $0) } }) {
            guard let shown = surfaces[index].table(of: name), shown.soundness?.isDamaged ?? false,
                let current = try? catalog.rows(
                    readAs: DatasetLookup(
                        name: name, version: shown.version, rows: shown.rowCount, edition: shown.edition)),
                current.soundness !== shown.soundness,
                current.version >= shown.version,
                let same = current.version == shown.version
                    ? current : current.prefix(rows: shown.rowCount, version: shown.version)
            else { continue }
            surfaces[index].surface.replaceTable(same, of: name == surfaces[index].dataset ? nil : name)
        }
    }

    /// Runs a body whose result counts only if the rows are sound before and after it.
    ///
    /// - Parameter body: The body.
    /// - Returns: The result of the body.
    /// - Throws: ``SessionError/dataset(_:_:)``, or the error of the body if the rows are sound.
    mutating func withSoundRows<Result>(_ body: (inout Session) throws -> Result) throws -> Result {
        try checkRows()
        do {
            let result = try body(&self)
            try checkRows()
            return result
        } catch {
            try checkRows()
            throw error
        }
    }
}
