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

/// Some rows of an import, in order and checked: x is finite and does not decrease, no value is infinite.
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
