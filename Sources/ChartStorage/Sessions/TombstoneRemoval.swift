import GRDB

/// Tombstones to remove: those before a date, and the oldest ones beyond a number.
struct TombstoneRemoval: Sendable {
    /// The tombstones of one step, which takes a few milliseconds.
    private static let slice = 1_024

    /// The date before which all go, in milliseconds since 1970.
    let endedBefore: Int64
    /// The number of the latest ones that stay.
    let count: Int

    /// Removes the tombstones of one step, the oldest first.
    ///
    /// - Returns: Whether there may be more to remove.
    func step(_ database: Database) throws -> Bool {
        let old = try remove(
            "SELECT key FROM sessions WHERE endedAt IS NOT NULL AND endedAt < ? ORDER BY endedAt, key LIMIT ?",
            [endedBefore, Self.slice], database)
        guard old < Self.slice else { return true }
        let ended = try Int.fetchOne(database.cachedStatement(sql: "SELECT ended FROM marks")) ?? 0
        let excess = ended.subtractingReportingOverflow(max(0, count)).partialValue
        guard excess > 0 else { return false }
        _ = try remove(
            "SELECT key FROM sessions WHERE endedAt IS NOT NULL ORDER BY endedAt, key LIMIT ?",
            [min(excess, Self.slice)], database)
        return excess > Self.slice
    }

    private func remove(_ selection: String, _ arguments: StatementArguments, _ database: Database) throws -> Int {
        let delete = try database.cachedStatement(sql: "DELETE FROM sessions WHERE key IN (\(selection))")
        try delete.execute(arguments: arguments)
        return database.changesCount
    }
}
