/// The selection of columns to import, and how to read x.
public struct ImportOptions: Sendable {
    /// How to read x.
    public enum XInterpretation: String, Sendable, Codable {
        /// Dates if the first row's x is ISO 8601 text, else numbers.
        case automatic
        /// Dates, given as text or as numbers.
        case date
    }

    /// The unit of numbers if x is a date.
    public enum XUnit: String, Sendable, Codable {
        /// Milliseconds since 1970 UTC.
        case milliseconds
        /// Seconds since 1970 UTC, rounded to the microsecond.
        case seconds
    }

    /// The name of the x column; `nil` is the first column.
    public var xColumn: String?
    /// The columns to import beside x, in this order; `nil` is all.
    public var columns: [String]?
    /// How to read x.
    public var xKind: XInterpretation
    /// The unit of numbers if x is a date.
    public var xUnit: XUnit
    /// Converts the civil milliseconds of a date without a zone to UTC; `nil` reads such dates as UTC.
    public var localToUTC: (@Sendable (_ civilMilliseconds: Int64) -> Int64)?
    /// How delimited text is written; ``DialectStream`` alone reads by it.
    public var dialect: TextDialect

    /// Makes options; by default, an import takes every column, and the first is x.
    ///
    /// - Parameters:
    ///   - xColumn: The name of the x column; `nil` is the first column.
    ///   - columns: The columns to import beside x, in this order; `nil` is all.
    ///   - xKind: How to read x.
    ///   - xUnit: The unit of numbers if x is a date.
    ///   - localToUTC: Converts the civil milliseconds of a date without a zone to UTC.
    ///   - dialect: How delimited text is written.
    public init(
        xColumn: String? = nil,
        columns: [String]? = nil,
        xKind: XInterpretation = .automatic,
        xUnit: XUnit = .milliseconds,
        localToUTC: (@Sendable (_ civilMilliseconds: Int64) -> Int64)? = nil,
        dialect: TextDialect = TextDialect()
    ) {
        self.xColumn = xColumn
        self.columns = columns
        self.xKind = xKind
        self.xUnit = xUnit
        self.localToUTC = localToUTC
        self.dialect = dialect
    }
}
