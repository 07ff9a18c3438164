package import ChartEngine
package import ChartSeries

/// The dependencies of a decoded session: modifier types, rows, and the time.
package struct SessionStateDependencies: Sendable {
    /// The rows of a surface at the time of the encoding.
    package struct Rows: Sendable, Hashable {
        /// The surface.
        package let surface: String
        /// The dataset; `nil` for a surface without one.
        package let dataset: String?
        /// The version of the table.
        package let version: Int
        /// The number of rows, from the first on.
        package let count: Int
    }

    /// The known types of modifiers.
    package var modifiers: ModifierRegistry
    /// The milliseconds of the session clock, at which all drivers count as active.
    package var now: Int64
    /// Returns the table with exactly this version and these rows, see `Table.prefix(rows:version:)`; or a later one,
    /// where these rows were dropped.
    package var table: @Sendable (Rows) -> Table?

    /// Creates dependencies.
    ///
    /// - Parameters:
    ///   - modifiers: The known types of modifiers.
    ///   - now: The milliseconds of the session clock.
    ///   - table: Returns the table of a surface; `nil` for an unavailable one.
    package init(
        modifiers: ModifierRegistry = .builtIn, now: Int64 = 0, table: @escaping @Sendable (Rows) -> Table?
    ) {
        self.modifiers = modifiers
        self.now = now
        self.table = table
    }

    /// The rows that a surface showed.
    ///
    /// - Throws: ``SessionStateError`` for unavailable ones.
    func rows(_ rows: Rows) throws -> Table {
        guard let table = table(rows),
            table.version == rows.version && table.rowCount == rows.count
                || table.version > rows.version && table.firstRow > 0
        else {
            throw SessionStateError.rowsMissing(rows)
        }
        return table
    }
}
