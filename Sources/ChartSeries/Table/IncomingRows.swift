/// The rows of a request, in the order of x; rows of the same x keep the order in which they came.
public struct IncomingRows: Sendable {
    /// A cell that a row does not name, so that a row of the same x keeps its value there; elsewhere it is missing.
    public static let unnamedCell = Double(bitPattern: 0x7FF8_0000_756E_6E64)

    /// Whether a cell is ``unnamedCell``.
    static func isUnnamed(_ cell: Double) -> Bool { cell.bitPattern == unnamedCell.bitPattern }

    /// The name of the x column.
    let xName: String
    /// What x measures.
    let xKind: XKind
    /// The x of each row.
    private(set) var x: [Double]
    /// The names of the columns beside x.
    let names: [String]
    /// The values of each column, one per row.
    private(set) var columns: [[Double]]

    /// Takes rows in any order.
    ///
    /// - Parameters:
    ///   - xName: The name of the x column.
    ///   - xKind: What x measures.
    ///   - names: The names of the columns beside x, each once.
    ///   - x: The x of each row, finite.
    ///   - columns: The values of each column, one per row; ``unnamedCell`` where a row does not name one.
    /// - Complexity: O(n log n).
    public init(xName: String, xKind: XKind, names: [String], x: [Double], columns: [[Double]]) {
        (self.xName, self.xKind, self.names, self.x, self.columns) = (xName, xKind, names, x, columns)
        sort()
    }

    /// Collects the pieces of a request.
    ///
    /// - Parameter pieces: Rows of the same columns, at least one piece, in the order in which they came.
    /// - Complexity: O(n), and O(n log n) for rows that are not in order.
    public init(_ pieces: [Table]) {
        precondition(!pieces.isEmpty, "a request without rows")
        (xName, xKind) = (pieces[0].xName, pieces[0].xKind)
        names = pieces[0].columns.map(\.name)
        x = pieces.flatMap { Array($0.x) }
        columns = names.indices.map { index in pieces.flatMap { Array($0.columns[index].values) } }
        sort()
    }

    private mutating func sort() {
        guard zip(x, x.dropFirst()).contains(where: { $0 > $1 }) else { return }
        let unsorted = x
        take(x.indices.sorted { unsorted[$0] < unsorted[$1] || (unsorted[$0] == unsorted[$1] && $0 < $1) })
    }

    /// The number of rows.
    public var count: Int { x.count }

    /// The bytes of the values.
    public var bytes: Int { count * (1 + columns.count) * MemoryLayout<Double>.size }

    /// Whether there is a column that a table lacks.
    public func hasColumns(beyond table: Table) -> Bool {
        let known = Set(table.columns.map { ExactName($0.name) })
        return names.contains { !known.contains(ExactName($0)) }
    }

    /// Keeps some rows, in their order.
    private mutating func take(_ rows: [Int]) {
        x = rows.map { [x] in x[$0] }
        for index in columns.indices { columns[index] = rows.map { [column = columns[index]] in column[$0] } }
    }

    /// Leaves out the rows before an x.
    ///
    /// - Returns: The number of those rows.
    mutating func dropRows(before limit: Double) -> Int {
        let count = x.firstIndex { $0 >= limit } ?? x.count
        if count > 0 { take(Array(count..<x.count)) }
        return count
    }

    /// Joins the rows of each x to one row: in each column the last cell that a row names.
    mutating func joinRowsOfSameX() {
        guard zip(x, x.dropFirst()).contains(where: { $0 == $1 }) else { return }
        let last = x.indices.filter { $0 + 1 == x.count || x[$0] != x[$0 + 1] }
        for index in columns.indices {
            for row in x.indices.dropFirst()
            where x[row] == x[row - 1] && Self.isUnnamed(columns[index][row]) {
                columns[index][row] = columns[index][row - 1]
            }
        }
        take(last)
    }

    /// The values of a column in the order of a table; a cell that is not named is missing.
    func present(_ column: Int) -> [Double] {
        columns[column].map { Self.isUnnamed($0) ? .nan : $0 }
    }
}
