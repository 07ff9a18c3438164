/// Why imported text is no table, and where.
public struct ImportError: Error, Sendable, Equatable {
    /// What is wrong; a closed list.
    public enum Reason: Sendable, Equatable {
        /// There are no rows.
        case empty
        /// The first line does not name the columns: it is blank, holds only numbers and dates, or lacks a name.
        case noHeader
        /// A column that is wanted appears twice.
        case duplicateColumn
        /// A column was asked for that the header does not name.
        case unknownColumn(name: String)
        /// A row has another number of cells than the header.
        case raggedRow(expected: Int, found: Int)
        /// A cell of a column of numbers holds something else.
        case notANumber(text: String)
        /// A number is infinite, not a number, or too large for a double.
        case notFinite
        /// A cell of a column of dates holds no date.
        case badDate(text: String)
        /// A row has no x.
        case missingX
        /// A row's x is below that of the row before.
        case xDecreasing
        /// A quoted cell does not end.
        case unterminatedQuote
        /// A cell is not UTF-8.
        case invalidUTF8
        /// A row is longer than any row should be.
        case rowTooLong
        /// There is no column beside x.
        case noNumericColumn
    }

    /// What is wrong.
    ///
    /// Text in it is cut to 40 characters.
    public let reason: Reason
    /// The line, from 1, on which the row starts that is wrong.
    public let line: Int
    /// The column that is wrong, where it is one.
    public let column: String?

    /// Names a fault and its place.
    public init(reason: Reason, line: Int, column: String? = nil) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// Cuts text that is quoted in an error to 40 characters.
    static func excerpt(of text: String) -> String {
        text.count > 40 ? text.prefix(39) + "…" : text
    }
}
