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
    public enum XUnit: String, Sendable, Codable, CaseIterable {
        /// Milliseconds since 1970 UTC.
        case milliseconds
        /// Seconds since 1970 UTC, rounded to the microsecond.
        case seconds
        /// Microseconds since 1970 UTC.
        case microseconds
        /// Nanoseconds since 1970 UTC; doubles have about 256 of them between two of today's.
        case nanoseconds
    }

    /// Whether the texts of a column make columns.
    public enum Split: Sendable, Hashable {
        /// Each distinct text of this column makes a column, and the rows of one x become one row.
        case by(String)
        /// The rows stay as they are, also where many repeat the x of the row before with another text.
        case off
    }

    /// The dataset that rows are appended to.
    public struct Dataset: Sendable {
        /// Its columns beside x, in order.
        public var columns: [String]
        /// The x of the last row in which each column has a value; negative infinity where it has none.
        public var lastX: [Double]

        /// Describes a dataset.
        ///
        /// - Parameters:
        ///   - columns: Its columns beside x.
        ///   - lastX: The x of the last row in which each has a value; negative infinity where it has none.
        public init(columns: [String], lastX: [Double]) {
            self.columns = columns
            self.lastX = lastX
        }
    }

    /// The column of x; `nil` is the first column.
    ///
    /// A text that is no column's name names several columns, as a line of CSV does. Their cells, joined by a blank, are x.
    public var xColumn: String?
    /// The columns to import beside x, in this order; `nil` is all.
    ///
    /// Each text is a name, or several as a line of CSV.
    public var columns: [String]?
    /// How to read x.
    public var xKind: XInterpretation
    /// The unit of numbers if x is a date.
    public var xUnit: XUnit
    /// The instants of the civil milliseconds of a date without a zone; `nil` reads such dates as UTC.
    public var instants: (@Sendable (_ civilMilliseconds: Int64) -> CivilInstants)?
    /// The x of the row before the first; `nil` if there is none.
    public var lastX: Double?
    /// How delimited text is written; ``DialectStream`` alone reads by it.
    public var dialect: TextDialect
    /// Whether the texts of a column make columns; `nil` refuses what looks as if they should.
    public var split: Split?
    /// The dataset that the rows are appended to; `nil` for an import.
    public var dataset: Dataset?
    /// The most cells of a table that gets columns as its rows are read; `nil` is any number.
    public var mostCells: Int?
    /// Whether the rows may stand in any order, which their taker puts right.
    public var isInAnyOrder = false

    /// Makes options; by default, an import takes every column, and the first is x.
    ///
    /// - Parameters:
    ///   - xColumn: The name of the x column; `nil` is the first column.
    ///   - columns: The columns to import beside x, in this order; `nil` is all.
    ///   - xKind: How to read x.
    ///   - xUnit: The unit of numbers if x is a date.
    ///   - instants: The instants of the civil milliseconds of a date without a zone.
    ///   - lastX: The x of the row before the first.
    ///   - dialect: How delimited text is written.
    ///   - split: Whether the texts of a column make columns.
    ///   - dataset: The dataset that the rows are appended to.
    ///   - mostCells: The most cells of a table that gets columns as its rows are read.
    public init(
        xColumn: String? = nil,
        columns: [String]? = nil,
        xKind: XInterpretation = .automatic,
        xUnit: XUnit = .milliseconds,
        instants: (@Sendable (_ civilMilliseconds: Int64) -> CivilInstants)? = nil,
        lastX: Double? = nil,
        dialect: TextDialect = TextDialect(),
        split: Split? = nil,
        dataset: Dataset? = nil,
        mostCells: Int? = nil
    ) {
        self.xColumn = xColumn
        self.columns = columns
        self.xKind = xKind
        self.xUnit = xUnit
        self.instants = instants
        self.lastX = lastX
        self.dialect = dialect
        self.split = split
        self.dataset = dataset
        self.mostCells = mostCells
    }
}

extension ImportOptions {
    /// Whether the texts of a column make columns.
    public var isSplit: Bool { if case .by? = split { true } else { false } }

    /// The texts in a line of CSV; the text itself where it is no such line.
    public static func names(inLine text: String) -> [String] { ColumnSelection.names(inLine: text) }

    /// The names that ``columns`` gives where no header says which texts are names as they stand; `nil` for all.
    public var columnNames: [String]? {
        columns.map { $0.flatMap { ColumnSelection.names(inLine: $0) } }
    }
}

extension ImportOptions.XUnit {
    /// All names, for a message.
    public static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// The last date of the first 60 days of 1970.
    private static let earliestLikely = 60 * 86_400_000.0
    /// The begin of the year 2200.
    private static let latestLikely = 7_258_118_400_000.0

    /// The milliseconds since 1970 of a number of this unit.
    func milliseconds(_ number: Double) -> Double {
        switch self {
        case .milliseconds: number
        case .seconds: number.magnitude < 1e12 ? Double((number * 1e6).nearestInteger) / 1000 : number * 1000
        case .microseconds: number / 1e3
        case .nanoseconds: number / 1e6
        }
    }

    /// The number of this unit for milliseconds since 1970.
    func number(_ milliseconds: Double) -> Double {
        switch self {
        case .milliseconds: milliseconds
        case .seconds: milliseconds / 1e3
        case .microseconds: milliseconds * 1e3
        case .nanoseconds: milliseconds * 1e6
        }
    }

    /// Whether dates are all in the first 60 days of 1970, or all after the year 2199.
    static func isUnlikely(_ dates: ClosedRange<Double>) -> Bool {
        (dates.lowerBound >= 0 && dates.upperBound < earliestLikely) || dates.lowerBound >= latestLikely
    }

    /// The unit in which numbers are dates between the two; `nil` if there is none.
    static func likely(for numbers: ClosedRange<Double>) -> Self? {
        allCases.first { unit in
            unit.milliseconds(numbers.lowerBound) >= earliestLikely
                && unit.milliseconds(numbers.upperBound) < latestLikely
        }
    }
}
