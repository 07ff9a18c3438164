public import ChartEngine
public import ChartSeries

/// What a session needs from outside to be read: the types of its modifiers, its rows, and the time.
public struct SessionStateDependencies: Sendable {
    /// The rows that a surface showed when its session was written.
    public struct Rows: Sendable, Hashable {
        /// The surface.
        public let surface: String
        /// The dataset; `nil` for a surface that shows none.
        public let dataset: String?
        /// The version of the table.
        public let version: Int
        /// How many rows it had, from the first on.
        public let count: Int
    }

    /// The types that modifiers may be of.
    public var modifiers: ModifierRegistry
    /// Milliseconds of the session clock: drivers count as heard just now.
    public var now: Int64
    /// Finds the table that a surface showed, with just that version and those rows; see ``ChartSeries/Table/prefix(rows:version:)``.
    public var table: @Sendable (Rows) -> Table?

    /// Creates an dependencies.
    ///
    /// - Parameters:
    ///   - modifiers: The types that modifiers may be of.
    ///   - now: Milliseconds of the session clock.
    ///   - table: Finds the table that a surface showed; `nil` when it is not to be had.
    public init(
        modifiers: ModifierRegistry = .builtIn, now: Int64 = 0, table: @escaping @Sendable (Rows) -> Table?
    ) {
        self.modifiers = modifiers
        self.now = now
        self.table = table
    }
}
