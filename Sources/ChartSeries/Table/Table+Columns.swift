extension Table {
    /// Returns the same rows with columns behind the others, in which every value is missing.
    ///
    /// - Parameter names: Names that the table lacks.
    /// - Returns: The table.
    /// - Complexity: O(number of rows) for each new column.
    public func adding(columns names: some Collection<String>) -> Table {
        let missing = ColumnValues(Array(repeating: .nan, count: rowCount))
        return with(
            columns: columns
                + names.map {
                    Column(trusting: $0, values: missing, minimum: nil, maximum: nil, missingCount: rowCount)
                })
    }

    /// Returns the same rows without the columns of other names.
    public func keeping(columns names: [String]) -> Table {
        let kept = Set(names.map { ExactName($0) })
        return with(columns: columns.filter { kept.contains(ExactName($0.name)) })
    }

    /// Returns the same rows with their first columns alone.
    func keeping(firstColumns count: Int) -> Table {
        count < columns.count ? with(columns: Array(columns.prefix(count))) : self
    }

    /// Returns the same rows with other columns, perhaps at other places.
    func with(columns: [Column], x places: Table? = nil) -> Table {
        let (x, landmarks) = places.map { ($0.x, $0.landmarks) } ?? (x, landmarks)
        var table = Table(
            trusting: xName, xKind: xKind, x: x, columns: columns, version: version, landmarks: landmarks,
            soundness: soundness)
        table.life = life
        return table
    }
}
