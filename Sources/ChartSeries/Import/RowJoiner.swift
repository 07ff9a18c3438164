/// Joins neighbouring rows of one x to one row: in each column the last cell that a row names.
public struct RowJoiner: Sendable {
    /// Whether rows are joined; otherwise they are only looked at.
    public let isJoining: Bool
    private var held: RowBlock?
    private var last: Double?
    /// Whether there were neighbouring rows of one x.
    public private(set) var sawRepeats = false

    /// Creates a joiner.
    ///
    /// - Parameter isJoining: Whether rows are joined; otherwise they are only looked at.
    public init(isJoining: Bool) { self.isJoining = isJoining }

    /// Takes rows.
    ///
    /// - Parameter block: Rows that follow the earlier ones, in order.
    /// - Returns: Rows to pass on; the last x waits for more rows.
    public mutating func join(_ block: RowBlock) -> RowBlock? {
        guard let first = block.x.first else { return nil }
        sawRepeats = sawRepeats || first == last || zip(block.x, block.x.dropFirst()).contains { $0 == $1 }
        last = block.x.last
        guard isJoining else { return block }
        let all = held.map { $0.followed(by: block) } ?? block
        let joined = all.joiningRowsOfSameX()
        held = joined.rows(joined.x.count - 1..<joined.x.count)
        return joined.x.count > 1 ? joined.rows(0..<joined.x.count - 1) : nil
    }

    /// The rows that still wait; `nil` if there are none.
    public mutating func finish() -> RowBlock? { held.take() }
}

extension RowBlock {
    /// The rows with others behind them, which may have columns that these lack.
    fileprivate func followed(by other: RowBlock) -> RowBlock {
        let first = adding(columns: Array(other.shape.columns.dropFirst(columns.count)))
        return RowBlock(
            shape: other.shape, x: x + other.x, columns: zip(first.columns, other.columns).map { $0 + $1 })
    }

    fileprivate func rows(_ rows: Range<Int>) -> RowBlock {
        RowBlock(shape: shape, x: Array(x[rows]), columns: columns.map { Array($0[rows]) })
    }

    /// Joins the rows of each x to one row.
    fileprivate func joiningRowsOfSameX() -> RowBlock {
        guard zip(x, x.dropFirst()).contains(where: { $0 == $1 }) else { return self }
        let last = x.indices.filter { $0 + 1 == x.count || x[$0] != x[$0 + 1] }
        let columns = columns.map { column in
            var column = column
            for row in x.indices.dropFirst() where x[row] == x[row - 1] && IncomingRows.isUnnamed(column[row]) {
                column[row] = column[row - 1]
            }
            return last.map { column[$0] }
        }
        return RowBlock(shape: shape, x: last.map { x[$0] }, columns: columns)
    }
}
