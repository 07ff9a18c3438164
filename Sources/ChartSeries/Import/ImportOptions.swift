/// How imported columns are chosen and read.
public struct ImportOptions: Sendable {
    /// How x is understood.
    public enum XInterpretation: String, Sendable, Codable {
        /// Dates where the first row's x is ISO 8601 text, else numbers.
        case automatic
        /// Dates, be they text or numbers.
        case date
    }

    /// What a number counts where x is a date.
    public enum XUnit: String, Sendable, Codable {
        /// Milliseconds since 1970 UTC.
        case milliseconds
        /// Seconds since 1970 UTC, kept to the microsecond.
        case seconds
    }

    /// The column that is x; `nil` is the first.
    public var xColumn: String?
    /// The columns to take beside x, in this order; `nil` is all.
    public var columns: [String]?
    /// How x is understood.
    public var xKind: XInterpretation
    /// What a number counts where x is a date.
    public var xUnit: XUnit
    /// Turns the civil milliseconds of a date without a zone into UTC ones; `nil` takes them for UTC.
    public var localToUTC: (@Sendable (_ civilMilliseconds: Int64) -> Int64)?

    /// Makes options, of which the default takes every column, and the first for x.
    ///
    /// - Parameters:
    ///   - xColumn: The column that is x; `nil` is the first.
    ///   - columns: The columns to take beside x, in this order; `nil` is all.
    ///   - xKind: How x is understood.
    ///   - xUnit: What a number counts where x is a date.
    ///   - localToUTC: Turns the civil milliseconds of a date without a zone into UTC ones.
    public init(
        xColumn: String? = nil,
        columns: [String]? = nil,
        xKind: XInterpretation = .automatic,
        xUnit: XUnit = .milliseconds,
        localToUTC: (@Sendable (_ civilMilliseconds: Int64) -> Int64)? = nil
    ) {
        self.xColumn = xColumn
        self.columns = columns
        self.xKind = xKind
        self.xUnit = xUnit
        self.localToUTC = localToUTC
    }
}
