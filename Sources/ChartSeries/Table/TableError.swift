/// The reason why rows do not form a table or cannot be appended to one.
public enum TableError: Error, Sendable, Equatable {
    /// A column and x differ in the number of values.
    case lengthMismatch(column: String, expected: Int, found: Int)
    /// Two columns, or x and a column, have the same name.
    case duplicateColumn(String)
    /// The x value of a row is NaN or infinite.
    case xNotFinite(row: Int)
    /// The x value of a row is below that of the row before.
    case xDecreasing(row: Int)
    /// A column holds an infinite value.
    case valueNotFinite(column: String)
    /// The x of the rows to append has another name or kind.
    case xMismatch(expected: String, expectedKind: XKind, found: String, foundKind: XKind)
    /// The rows to append lack this column.
    case missingColumn(String)
    /// The rows to append have a column that the table lacks.
    case unknownColumn(String)
    /// The first row to append lies before the last row of the table.
    case olderThanLast(last: Double, first: Double, kind: XKind = .number)
    /// More rows of the table stand behind the first late row than its rules allow; `earliest` is the least x it takes.
    case tooLate(first: Double, earliest: Double, kind: XKind = .number)
}
