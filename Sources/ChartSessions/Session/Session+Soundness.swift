import ChartEngine
import ChartSeries

extension Session {
    /// The first dataset that the session shows and that is damaged; `nil` when all are sound as far as is known.
    ///
    /// - Complexity: O(number of surfaces); one load from memory for each.
    public var damagedDataset: String? {
        for index in surfaces.indices where surfaces[index].surface.isDamaged { return surfaces[index].dataset ?? "" }
        return nil
    }

    /// Checks that all rows that the session shows are sound, as far as is known.
    ///
    /// - Throws: ``SessionError/dataset(_:_:)``.
    public func checkRows() throws(SessionError) {
        guard let name = damagedDataset else { return }
        throw .dataset(name, .foundDamaged)
    }

    /// Works with the session; what comes of it counts only when its rows were sound before and still are after.
    ///
    /// - Parameter body: The work.
    /// - Returns: What the work returns.
    /// - Throws: ``SessionError/dataset(_:_:)``, before any error of the work, which may come of damaged rows.
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

extension DatasetStoreError {
    /// What is told of rows that were found damaged after they were opened.
    public static let foundDamaged = DatasetStoreError(.damaged, "the files were changed or cut while the server ran")
}
