/// The names of an import's columns, and the kind of x.
public struct RowShape: Sendable, Hashable {
    /// The name of the x column.
    public var xName: String
    /// What x measures.
    public var xKind: XKind
    /// The names of the columns beside x, in order.
    public var columns: [String]

    /// Makes a shape.
    ///
    /// - Parameters:
    ///   - xName: The name of the x column.
    ///   - xKind: What x measures.
    ///   - columns: The names of the columns beside x, in order.
    public init(xName: String, xKind: XKind, columns: [String]) {
        self.xName = xName
        self.xKind = xKind
        self.columns = columns
    }
}

/// Some rows of an import, checked: x is finite and does not decrease unless the import takes any order, no value is
/// infinite.
public struct RowBlock: Sendable {
    /// The shape of the rows.
    public let shape: RowShape
    /// The x of each row.
    public let x: [Double]
    /// The values of each column, one per row; NaN is a missing value.
    public let columns: [[Double]]

    /// Copies the rows of a table.
    public init(_ table: Table) {
        shape = RowShape(xName: table.xName, xKind: table.xKind, columns: table.columns.map(\.name))
        x = Array(table.x)
        columns = table.columns.map { Array($0.values) }
    }

    /// Copies the rows of a table, with its columns in the order of `names`.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - names: The names of all its columns beside x.
    public init(_ table: Table, columns names: [String]) {
        let columns = names.compactMap { table.column(named: $0) }
        precondition(columns.count == names.count, "a column that the table does not have")
        shape = RowShape(xName: table.xName, xKind: table.xKind, columns: names)
        x = Array(table.x)
        self.columns = columns.map { Array($0.values) }
    }

    /// Copies some rows of a table.
    public init(_ table: Table, rows: Range<Int>) {
        shape = RowShape(xName: table.xName, xKind: table.xKind, columns: table.columns.map(\.name))
        x = table.x.copied(rows)
        columns = table.columns.map { $0.values.copied(rows) }
    }

    /// Returns the same rows with columns behind the others, in which every value is missing.
    public func adding(columns names: [String]) -> RowBlock {
        guard !names.isEmpty else { return self }
        var shape = shape
        shape.columns += names
        let missing = Array(repeating: Double.nan, count: x.count)
        return RowBlock(shape: shape, x: x, columns: columns + names.map { _ in missing })
    }

    /// The rows in the order of x; rows of the same x keep their order.
    public var inOrder: RowBlock {
        guard zip(x, x.dropFirst()).contains(where: { $0 > $1 }) else { return self }
        let rows = x.indices.sorted { x[$0] < x[$1] || (x[$0] == x[$1] && $0 < $1) }
        return RowBlock(
            shape: shape, x: rows.map { x[$0] }, columns: columns.map { column in rows.map { column[$0] } })
    }

    /// The same rows with their columns in another order.
    ///
    /// - Parameter names: The names of all columns beside x.
    /// - Returns: The rows.
    public func arranged(_ names: [String]) -> RowBlock {
        guard names != shape.columns else { return self }
        var (arranged, places) = (shape, [ExactName: Int]())
        for (index, name) in shape.columns.enumerated() { places[ExactName(name)] = index }
        arranged.columns = names
        return RowBlock(
            shape: arranged, x: x,
            columns: names.map { name in
                guard let place = places[ExactName(name)] else { preconditionFailure("a column of another block") }
                return columns[place]
            })
    }

    init(shape: RowShape, x: [Double], columns: [[Double]]) {
        self.shape = shape
        self.x = x
        self.columns = columns
    }
}

extension ColumnValues {
    /// Copies the values of some rows.
    func copied(_ rows: Range<Int>) -> [Double] {
        withSpan(of: rows) { span in span.indices.map { span[$0] } }
    }
}
