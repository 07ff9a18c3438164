/// How delimited text is written: its delimiter, its words for a missing value, its dates and its numbers.
///
/// The default is found in the text: the delimiter, and the columns of text to leave out.
public struct TextDialect: Sendable {
    /// The byte between two cells; `nil` finds it in the text.
    public var delimiter: UInt8?
    /// Cells with one of these texts are missing values, as empty cells are; upper and lower case differ.
    public var nullTexts: [String]
    /// How the dates of x are written; `nil` is ISO 8601.
    public var dateFormat: DateFormat?
    /// How numbers are written; `nil` is with a decimal point and without separators.
    public var numberFormat: NumberPattern?
    /// Sorts the rows by x, up to so many cells, which stay in memory; `nil` takes rows in order alone.
    public var sortedCells: Int?
    /// The most rows to skip because they do not fit; one more ends the import.
    public var skippedRows: Int
    /// The columns that stay, though they seem to hold text.
    public var keptColumns: [String]

    /// Makes a dialect.
    ///
    /// - Parameters:
    ///   - delimiter: The byte between two cells; `nil` finds it in the text.
    ///   - nullTexts: The texts of missing values.
    ///   - dateFormat: How the dates of x are written.
    ///   - numberFormat: How numbers are written.
    ///   - sortedCells: The most cells to sort; `nil` takes rows in order alone.
    ///   - skippedRows: The most rows to skip.
    ///   - keptColumns: The columns that stay, though they seem to hold text.
    public init(
        delimiter: UInt8? = nil, nullTexts: [String] = [], dateFormat: DateFormat? = nil,
        numberFormat: NumberPattern? = nil, sortedCells: Int? = nil, skippedRows: Int = 0, keptColumns: [String] = []
    ) {
        self.delimiter = delimiter
        self.nullTexts = nullTexts
        self.dateFormat = dateFormat
        self.numberFormat = numberFormat
        self.sortedCells = sortedCells
        self.skippedRows = skippedRows
        self.keptColumns = keptColumns
    }

    /// Whether the dialect names what only delimited text has.
    public var isGiven: Bool { delimiter != nil || hasRules }

    /// Whether cells and rows need more than the plain reader does.
    var hasRules: Bool {
        !nullTexts.isEmpty || dateFormat != nil || numberFormat != nil || sortedCells != nil || skippedRows > 0
    }
}

/// What an import found out about delimited text.
public struct TextReport: Sendable, Hashable {
    /// The byte between two cells.
    public internal(set) var delimiter: UInt8
    /// The columns that the import left out because they hold text, in the order of the header.
    public internal(set) var leftOut: [String] = []
    /// The number of rows that were skipped.
    public internal(set) var skippedRows = 0
    /// The errors of the first rows that were skipped, at most ``mostErrors``.
    public internal(set) var firstSkipped: [ImportError] = []

    /// The most errors that a report keeps.
    public static let mostErrors = 5

    mutating func skip(_ error: ImportError) {
        skippedRows += 1
        if firstSkipped.count < Self.mostErrors { firstSkipped.append(error) }
    }
}
