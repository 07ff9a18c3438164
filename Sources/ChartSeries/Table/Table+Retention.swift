/// The rows that a dataset drops from its front.
extension Table {
    /// The number of rows in front that ``RowRules/retain`` lets go now.
    ///
    /// A drop writes the rows that stay anew. So they go in whole blocks, and not before they are an eighth of those that
    /// stay: a row is written nine times in the mean, however many there are.
    ///
    /// - Complexity: O(log of the number of rows).
    public var rowsToDrop: Int {
        guard let retain = rules.retain, let last = x.last else { return 0 }
        var count = max(0, rowCount - (retain.rows ?? rowCount))
        if let age = retain.age { count = max(count, rows(in: (last - age)...last).lowerBound) }
        count -= count % Self.rowsOfBlock
        return count * Self.leastShare >= rowCount - count ? count : 0
    }

    /// The change that drops rows from the front.
    ///
    /// - Parameter count: The number of rows, at least one and fewer than there are.
    /// - Returns: The rows that stay, the change as the table remembers it, and what makes the rows before of those after,
    ///   where it is small enough to be kept.
    public func dropping(_ count: Int) -> (rest: RowPieces, edit: TableEdit, delta: RowDelta?) {
        let isKept = count * (columns.count + 1) <= Self.mostCellsKept
        return (
            RowPieces([(self, count..<rowCount)], columnsOf: self),
            TableEdit(version: version + 1, changed: x[0]...x[count - 1]),
            isKept ? RowDelta(inserted: [], removed: [0..<count], of: self) : nil
        )
    }

    /// Rows are dropped in multiples of this.
    private static var rowsOfBlock: Int { 64 }
    /// What is dropped is at least this part of what stays.
    private static var leastShare: Int { 8 }
    /// The most cells that are kept of dropped rows.
    private static var mostCellsKept: Int { 1 << 22 }
}
