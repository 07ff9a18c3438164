/// Collects rows and gives them in the order of x; rows of the same x keep their order.
struct RowSorter: Sendable {
    /// The most rows of a block that the sorter gives.
    static let rowsOfBlock = 1 << 16
    /// The most cells of a block that the sorter gives.
    private static let cellsOfBlock = 1 << 20

    private let mostCells: Int
    private var shape: RowShape?
    private var x: [Double] = []
    private var columns: [[Double]] = []
    private var order: [Int] = []
    private var given = 0

    init(mostCells: Int) { self.mostCells = mostCells }

    /// Adds rows.
    ///
    /// - Parameters:
    ///   - block: The rows, in any order; columns that the rows before lack stand behind the others.
    ///   - line: The line to report in an error.
    /// - Throws: `ImportError` with the reason `tooLargeToSort`.
    mutating func add(_ block: RowBlock, line: Int) throws(ImportError) {
        guard (x.count + block.x.count) * (1 + block.columns.count) <= mostCells else {
            throw ImportError(reason: .tooLargeToSort(mostCells: mostCells), line: line)
        }
        shape = block.shape
        while columns.count < block.columns.count { columns.append(Array(repeating: .nan, count: x.count)) }
        x += block.x
        for (index, column) in block.columns.enumerated() { columns[index] += column }
    }

    /// Sorts the rows; none may be added afterwards.
    mutating func sort() {
        let x = x
        order = Array(x.indices)
        guard zip(x, x.dropFirst()).contains(where: { $0 > $1 }) else { return }
        order.sort { x[$0] < x[$1] || (x[$0] == x[$1] && $0 < $1) }
    }

    /// The number of sorted rows not yet taken.
    var rowCount: Int { order.count - given }

    /// The number of cells of the sorted rows not yet taken.
    var cellCount: Int { rowCount * (1 + columns.count) }

    /// Returns the next sorted rows; `nil` if there are none.
    mutating func takeRows() -> RowBlock? {
        guard let shape, rowCount > 0 else { return nil }
        let count = min(rowCount, Self.rowsOfBlock, max(1, Self.cellsOfBlock / (1 + columns.count)))
        let rows = order[given..<(given + count)]
        given += count
        return RowBlock(
            shape: shape, x: rows.map { x[$0] }, columns: columns.map { column in rows.map { column[$0] } })
    }
}
