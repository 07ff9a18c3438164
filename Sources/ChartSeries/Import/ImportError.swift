/// The reason and the place of an error in imported data.
public struct ImportError: Error, Sendable, Hashable {
    /// The reasons, a closed list.
    public enum Reason: Sendable, Hashable {
        /// There are no rows.
        case empty
        /// The first line does not name the columns: it is blank, holds only numbers and dates, or lacks a name.
        case noHeader
        /// A selected column appears twice.
        case duplicateColumn
        /// The options name a column that the header lacks.
        case unknownColumn(name: String)
        /// A row and the header differ in the number of cells.
        case raggedRow(expected: Int, found: Int)
        /// A cell in a column of numbers is no number.
        case notANumber(text: String)
        /// A number is infinite, NaN, or too large for a double.
        case notFinite
        /// A row has no text in the column whose texts make columns.
        case missingText
        /// A cell in a column of dates is no date.
        case badDate(text: String)
        /// A row has no x.
        case missingX
        /// A row's x is below that of the row before.
        case xDecreasing
        /// A row's x is below the last x of the dataset that the rows are appended to.
        case beforeLast(x: String, last: String)
        /// A row's x is below that of the row before, whose time the clocks skip or this row's time show twice.
        case xDecreasingByClock
        /// All dates that numbers stand for are unlikely, and would not be with another unit.
        case unlikelyDates(first: String, unit: ImportOptions.XUnit)
        /// A quoted cell has no closing quote.
        case unterminatedQuote
        /// A cell is not UTF-8.
        case invalidUTF8
        /// A row is longer than ``CSVStream/longestRow``.
        case rowTooLong
        /// There is no column beside x.
        case noNumericColumn
        /// There are more cells than an import may sort in memory.
        case tooLargeToSort(mostCells: Int)
        /// Many rows repeat the x of the row before with another text in these columns, which the import would leave out.
        case longTable(columns: [String])
        /// More texts would make columns than an import takes.
        case tooManyTexts
        /// The rows of one x, or all rows with the columns that were added to them, have more cells than this.
        case tooManyCells(Int)
    }

    /// The reason of the error.
    ///
    /// Quoted text in it is cut to 40 characters.
    public let reason: Reason
    /// The line on which the row with the error starts, from 1.
    public let line: Int
    /// The column with the error; `nil` if the error is not in one column.
    public let column: String?

    /// Makes an error from its reason and place.
    public init(reason: Reason, line: Int, column: String? = nil) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// Whether the error is about the import and not about a row, so that skipping the row does not help.
    var endsImport: Bool {
        switch reason {
        case .tooManyTexts, .tooLargeToSort, .tooManyCells, .longTable: true
        case _: false
        }
    }

    /// Cuts text to 40 characters for an error.
    static func excerpt(of text: String) -> String {
        text.count > 40 ? text.prefix(39) + "…" : text
    }
}
