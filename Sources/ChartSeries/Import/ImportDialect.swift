/// All that an import was given or has decided of a text, by which it reads the same again.
///
/// Each member is as a query has it; `nil` where there is nothing to send.
public struct ImportDialect: Sendable, Hashable {
    /// The byte between two cells.
    public var delimiter: UInt8?
    /// The line that names the columns.
    public var headerLine: Int?
    /// How lines begin that are not read.
    public var comment: String?
    /// The columns of x, as a line of CSV.
    public var x: String?
    /// The columns that were taken, as a line of CSV.
    public var columns: String?
    /// How the dates of x are written.
    public var dateFormat: String?
    /// How numbers are written.
    public var numberFormat: String?
    /// Whether x is a date.
    public var isDate = false
    /// The unit of numbers that are dates.
    public var xUnit: ImportOptions.XUnit?
    /// The texts of missing values, as a line of CSV.
    public var nullTexts: String?
    /// How bytes stand for characters.
    public var encoding: TextEncoding?
    /// Whether the texts of a column make columns.
    public var split: ImportOptions.Split?
    /// Whether the rows were sorted.
    public var isSorted = false
    /// The most rows to skip; 0 where none was given.
    public var skippedRows = 0
    /// Whether dates had to be likely ones.
    public var isPlausible = true

    /// A line of CSV that stands for texts, or for names among those of a header.
    public static func line(of texts: [String], among header: [String] = []) -> String {
        ColumnSelection.line(of: texts, in: header)
    }

    /// What an import was given.
    init(_ options: ImportOptions) {
        let dialect = options.dialect
        comment = dialect.comment
        dateFormat = dialect.dateFormat?.pattern
        numberFormat = dialect.numberFormat?.pattern
        nullTexts = dialect.nullTexts.isEmpty ? nil : ColumnSelection.line(of: dialect.nullTexts, in: [])
        split = options.split
        isSorted = dialect.sortedCells != nil
        skippedRows = dialect.skippedRows
        isPlausible = dialect.isPlausible
    }

    /// What an import of rows was given and has decided.
    ///
    /// - Parameters:
    ///   - options: What it was given.
    ///   - builder: What has read the rows; `nil` before the names were known.
    ///   - header: The names of the text.
    ///   - skippedRows: The number of rows that were skipped.
    public init(_ options: ImportOptions, _ builder: TableBuilder?, header: [String] = [], skippedRows: Int = 0) {
        self.init(options)
        guard let found = builder?.decisions else { return }
        let isIndex = options.xColumn == nil && header.first == ColumnSelection.nameOfIndex
        x = isIndex ? nil : ColumnSelection.line(of: found.xNames, in: header)
        columns = ColumnSelection.line(of: found.columns, in: header)
        // A row that was skipped may have had a number as x, which `xKind=date` would take.
        isDate =
            options.xKind == .date || dateFormat != nil && found.xKind == .date
            || found.xKind == .date && skippedRows == 0
        xUnit = found.hasDatedNumbers || options.xKind == .date && options.xUnit != .milliseconds ? options.xUnit : nil
    }
}
