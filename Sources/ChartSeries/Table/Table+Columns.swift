extension Table {
    /// Returns the same rows with columns behind the others, in which every value is missing.
    ///
    /// - Parameter names: Names that the table does not have.
    /// - Returns: The table.
    /// - Complexity: O(number of rows) for each column.
    public func adding(columns names: some Collection<String>) -> Table {
        let missing = ColumnValues(Array(repeating: .nan, count: rowCount))
        let added = names.map { name in
            Column(trusting: name, values: missing, minimum: nil, maximum: nil, missingCount: rowCount)
        }
        return Table(
            trusting: xName, xKind: xKind, x: x, columns: columns + added, version: version, landmarks: landmarks,
            soundness: soundness)
    }

    /// Returns the same rows without the columns of other names.
    public func keeping(columns names: [String]) -> Table {
        let kept = Set(names.map { ExactName($0) })
        return Table(
            trusting: xName, xKind: xKind, x: x, columns: columns.filter { kept.contains(ExactName($0.name)) },
            version: version, landmarks: landmarks, soundness: soundness)
    }
}
