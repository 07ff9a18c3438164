/// How delimited text is written: its encoding and delimiter, its words for a missing value, its dates and its numbers.
///
/// The default is found in the text: the delimiter, and the columns of text to leave out.
public struct TextDialect: Sendable {
    /// How bytes stand for characters; `nil` is UTF-8.
    ///
    /// A byte-order mark in the text goes before it.
    public var encoding: TextEncoding?
    /// The byte between two cells; `nil` finds it in the text.
    public var delimiter: UInt8?
    /// The line that names the columns, from 1, before which nothing is read; `nil` is the first line that is not blank.
    public var headerLine: Int?
    /// Lines that begin with this text are not read; `nil` reads all.
    public var comment: String?
    /// Cells with one of these texts, in any case, are missing values, as empty cells are.
    public var nullTexts: [String]
    /// How the dates of x are written; `nil` is ISO 8601.
    public var dateFormat: DateFormat?
    /// How numbers are written; `nil` is with a decimal point and without separators.
    public var numberFormat: NumberPattern?
    /// Sorts the rows by x, up to so many cells, which stay in memory; `nil` takes rows in order alone.
    public var sortedCells: Int?
    /// The most rows to skip because they do not fit; one more ends the import.
    public var skippedRows: Int
    /// Whether numbers that are read as dates must be likely ones.
    public var isPlausible: Bool
    /// The columns that stay, though they seem to hold text.
    public var keptColumns: [String]

    /// Makes a dialect.
    ///
    /// - Parameters:
    ///   - encoding: How bytes stand for characters; `nil` is UTF-8.
    ///   - delimiter: The byte between two cells; `nil` finds it in the text.
    ///   - headerLine: The line that names the columns, from 1.
    ///   - comment: How lines begin that are not read.
    ///   - nullTexts: The texts of missing values.
    ///   - dateFormat: How the dates of x are written.
    ///   - numberFormat: How numbers are written.
    ///   - sortedCells: The most cells to sort; `nil` takes rows in order alone.
    ///   - skippedRows: The most rows to skip.
    ///   - isPlausible: Whether numbers that are read as dates must be likely ones.
    ///   - keptColumns: The columns that stay, though they seem to hold text.
    public init(
        encoding: TextEncoding? = nil, delimiter: UInt8? = nil, headerLine: Int? = nil, comment: String? = nil,
        nullTexts: [String] = [], dateFormat: DateFormat? = nil, numberFormat: NumberPattern? = nil,
        sortedCells: Int? = nil, skippedRows: Int = 0, isPlausible: Bool = true, keptColumns: [String] = []
    ) {
        self.encoding = encoding
        self.delimiter = delimiter
        self.headerLine = headerLine
        self.comment = comment
        self.nullTexts = nullTexts
        self.dateFormat = dateFormat
        self.numberFormat = numberFormat
        self.sortedCells = sortedCells
        self.skippedRows = skippedRows
        self.isPlausible = isPlausible
        self.keptColumns = keptColumns
    }

    /// Whether the dialect names what only delimited text has.
    public var isGiven: Bool { delimiter != nil || encoding != nil || !isPlausible || hasRules }

    /// Whether lines and cells need more than the plain reader does.
    var hasRules: Bool {
        headerLine != nil || comment != nil || !nullTexts.isEmpty || dateFormat != nil || numberFormat != nil
            || sortedCells != nil || skippedRows > 0
    }
}

/// What an import found out about delimited text, or about records.
public struct TextReport: Sendable, Hashable {
    /// The byte between two cells; `nil` for records.
    public internal(set) var delimiter: UInt8?
    /// The line that names the columns, from 1; `nil` before it was read, and for records.
    public internal(set) var headerLine: Int?
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
