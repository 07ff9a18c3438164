/// Why rows do not make a table, or do not continue one.
public enum TableError: Error, Sendable, Equatable {
    /// A column has another number of values than x.
    case lengthMismatch(column: String, expected: Int, found: Int)
    /// Two columns, or x and a column, have the same name.
    case duplicateColumn(String)
    /// The x value of a row is NaN or infinite.
    case xNotFinite(row: Int)
    /// The x value of a row is below that of the row before.
    case xDecreasing(row: Int)
    /// A column holds an infinite value.
    case valueNotFinite(column: String)
    /// The rows to append have an x of another name or kind.
    case xMismatch(expected: String, expectedKind: XKind, found: String, foundKind: XKind)
    /// The rows to append lack this column.
    case missingColumn(String)
    /// The rows to append have a column that the table has not.
    case unknownColumn(String)
    /// The first row to append lies before the last row of the table.
    case olderThanLast(last: Double, first: Double)
}
