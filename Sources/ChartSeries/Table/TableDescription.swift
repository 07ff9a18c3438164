/// A summary of a table, without its rows.
public struct TableDescription: Sendable {
    /// A summary of a column.
    public struct ColumnSummary: Sendable {
        /// The name.
        public let name: String
        /// The smallest present value; `nil` when every value is missing.
        public let minimum: Double?
        /// The largest present value; `nil` when every value is missing.
        public let maximum: Double?
        /// How many values are missing.
        public let missingCount: Int

        /// Creates a summary.
        public init(name: String, minimum: Double?, maximum: Double?, missingCount: Int) {
            self.name = name
            self.minimum = minimum
            self.maximum = maximum
            self.missingCount = missingCount
        }
    }

    /// The name of the x column.
    public let xName: String
    /// What x measures.
    public let xKind: XKind
    /// The first and the last x; `nil` for a table without rows.
    public let extent: (first: Double, last: Double)?
    /// The columns beside x.
    public let columns: [ColumnSummary]
    /// The number of rows.
    public let rowCount: Int
    /// The number of the first row: as many were dropped from the front.
    public let firstRow: Int
    /// The version of the rows.
    public let version: Int
    /// Whether the files of the rows hold what was written to them; `nil` for rows without files.
    public let soundness: TableSoundness?
    /// How the dataset takes late and repeated rows.
    public var rules: RowRules

    /// Creates the description of rows that are not in this process.
    public init(
        xName: String, xKind: XKind, extent: (first: Double, last: Double)?, columns: [ColumnSummary], rowCount: Int,
        firstRow: Int = 0, version: Int, rules: RowRules = .standard
    ) {
        self.xName = xName
        self.xKind = xKind
        self.extent = extent
        self.columns = columns
        self.rowCount = rowCount
        self.firstRow = firstRow
        self.version = version
        self.rules = rules
        soundness = nil
    }

    /// Describes a table.
    ///
    /// - Complexity: O(number of columns).
    public init(_ table: Table) {
        xName = table.xName
        xKind = table.xKind
        extent = table.extent
        columns = table.columns.map { column in
            ColumnSummary(
                name: column.name, minimum: column.minimum, maximum: column.maximum, missingCount: column.missingCount)
        }
        rowCount = table.rowCount
        firstRow = table.firstRow
        version = table.version
        soundness = table.soundness
        rules = table.rules
    }
}
