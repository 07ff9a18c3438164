/// Makes one row of the rows of a long table that have one x.
///
/// The n-th value of a text stands in the n-th row of its x. The rows come in blocks whose first column has the numbers
/// of their texts, in the order of x.
struct LongTable: Sendable {
    /// The most cells of the rows of one x, which stay in memory together.
    private static let mostOpenCells = 1 << 22
    /// The cells after which a block is given, so that few rows are in memory at once.
    private static let cellsOfBlock = 1 << 20

    private let xName: String
    /// The most cells of all rows.
    private let mostCells: Int
    private var rows: RowBlock?
    private var next = 0
    private var x: [Double] = []
    private var columns: [[Double]] = []
    /// The first row of the last x.
    private var firstOpen = 0
    /// The number of rows of each text that have the last x.
    private var counts: [Int] = []
    private var counted: [Int] = []
    private var givenCells = 0
    /// What x measures in the rows so far.
    private var kind: XKind?

    init(xName: String, mostCells: Int?) {
        self.xName = xName
        self.mostCells = mostCells ?? .max
    }

    /// Returns the next rows.
    ///
    /// - Parameters:
    ///   - names: The columns that the texts make.
    ///   - line: The line to report in an error.
    ///   - isLast: Whether no rows follow, so that those of the last x are complete.
    ///   - take: Gives the next rows of the long table; `nil` when there are none.
    /// - Returns: Some rows; `nil` when none is complete.
    /// - Throws: `ImportError` with the reason `tooManyCells`.
    mutating func takeRows(
        _ names: SplitColumns, line: Int, isLast: Bool, from take: () -> RowBlock?
    ) throws(ImportError) -> RowBlock? {
        while columns.count < names.names.count { columns.append(Array(repeating: .nan, count: x.count)) }
        while x.count * (1 + columns.count) < Self.cellsOfBlock || firstOpen == 0 {
            if rows.map({ next == $0.x.count }) ?? true {
                guard let block = take() else { break }
                (rows, next, kind) = (block, 0, block.shape.xKind)
            }
            guard let rows else { break }
            try add(rows, next, names, line)
            next += 1
        }
        guard let kind else { return nil }
        return give(isLast && !waits ? x.count : firstOpen, names.names, kind)
    }

    /// Whether rows wait that are not in a block yet.
    var waits: Bool { rows.map { next < $0.x.count } ?? false }

    private mutating func add(_ rows: RowBlock, _ row: Int, _ names: SplitColumns, _ line: Int) throws(ImportError) {
        let text = Int(rows.columns[0][row])
        if x.isEmpty || rows.x[row] != x[x.count - 1] {
            for text in counted { counts[text] = 0 }
            counted.removeAll(keepingCapacity: true)
            firstOpen = x.count
        }
        while counts.count <= text { counts.append(0) }
        let place = firstOpen + counts[text]
        if counts[text] == 0 { counted.append(text) }
        counts[text] += 1
        if place == x.count {
            x.append(rows.x[row])
            for index in columns.indices { columns[index].append(.nan) }
            let (open, all) = ((x.count - firstOpen) * (1 + columns.count), givenCells + x.count * (1 + columns.count))
            guard open <= Self.mostOpenCells, all <= mostCells else {
                let most = open <= Self.mostOpenCells ? mostCells : Self.mostOpenCells
                throw ImportError(reason: .tooManyCells(most), line: line)
            }
        }
        for (value, column) in names.places(of: text).enumerated() where value + 1 < rows.columns.count {
            columns[column][place] = rows.columns[value + 1][row]
        }
    }

    /// Gives the first rows, and removes them.
    private mutating func give(_ count: Int, _ names: [String], _ kind: XKind) -> RowBlock? {
        guard count > 0 else { return nil }
        let shape = RowShape(xName: xName, xKind: kind, columns: names)
        let block = RowBlock(
            shape: shape, x: Array(x[..<count]), columns: columns.map { Array($0[..<count]) })
        x.removeFirst(count)
        for index in columns.indices { columns[index].removeFirst(count) }
        firstOpen -= min(firstOpen, count)
        givenCells += count * (1 + columns.count)
        return block
    }
}
