/// A random walk of prices, one row per minute, reproducible from a seed.
public struct RandomWalk: Sendable {
    /// The seed, which determines every value.
    public let seed: UInt64

    /// Makes a walk from a seed.
    public init(seed: UInt64) {
        self.seed = seed
    }

    /// Makes rows from 2020-01-01T00:00:00Z on.
    ///
    /// A longer table starts with the rows of a shorter one. More walks do not change the first ones.
    ///
    /// - Parameters:
    ///   - rows: The number of rows.
    ///   - walks: The number of columns: `price`, then `price2`, `price3` and so on.
    /// - Returns: A table of dates; prices are positive and have at most three decimals.
    public func table(rows: Int, walks: Int = 1) -> Table {
        var blocks = blocks(rows: rows, walks: walks)
        let shape = blocks.shape
        var x: [Double] = []
        var columns: [[Double]] = Array(repeating: [], count: walks)
        while let block = blocks.next() {
            x += block.x
            for index in columns.indices { columns[index] += block.columns[index] }
        }
        do {
            return try Table(
                xName: shape.xName, xKind: shape.xKind, x: x, columns: Array(zip(shape.columns, columns)))
        } catch {
            preconditionFailure("a random walk makes no table: \(error)")
        }
    }

    /// Makes the rows of ``table(rows:walks:)`` in blocks.
    ///
    /// - Parameters:
    ///   - rows: The number of rows.
    ///   - walks: The number of columns.
    /// - Returns: An iterator of the blocks.
    public func blocks(rows: Int, walks: Int = 1) -> RandomWalkBlocks {
        RandomWalkBlocks(seed: seed, rows: rows, walks: walks)
    }

    /// Makes the rows of ``table(rows:walks:)`` with one column that come after the first ones.
    ///
    /// - Parameters:
    ///   - first: The first rows; `nil` for none.
    ///   - count: The number of rows to make.
    /// - Returns: The rows; `nil` where the first ones are no beginning of a walk.
    public func rows(after first: Table?, count: Int) -> IncomingRows? {
        var blocks = blocks(rows: (first?.rowCount ?? 0) + count)
        if let first { guard blocks.skip(first) else { return nil } }
        var x: [Double] = []
        var prices: [Double] = []
        while let block = blocks.next() {
            x += block.x
            prices += block.columns[0]
        }
        return IncomingRows(
            xName: blocks.shape.xName, xKind: blocks.shape.xKind, names: blocks.shape.columns, x: x, columns: [prices])
    }
}

/// The rows of a random walk, in blocks.
public struct RandomWalkBlocks: Sendable, IteratorProtocol {
    /// The columns: `date`, then `price`, `price2` and so on.
    public let shape: RowShape

    private static let rowsPerBlock = 1 << 16
    private static let start = 1_577_836_800_000.0
    private static let spacing = 60_000.0

    private let rows: Int
    private var made = 0
    private var walks: [PriceWalk]

    fileprivate init(seed: UInt64, rows: Int, walks: Int) {
        var seeds = SplitMix64(seed: seed)
        self.rows = rows
        self.walks = (0..<walks).map { _ in PriceWalk(seed: seeds.next()) }
        let names = (0..<walks).map { $0 == 0 ? "price" : "price\($0 + 1)" }
        shape = RowShape(xName: "date", xKind: .date, columns: names)
    }

    private static func x(of row: Int) -> Double { start + Double(row) * spacing }

    /// Passes over the first rows of a walk of one column.
    ///
    /// - Returns: Whether the rows can be its first ones.
    fileprivate mutating func skip(_ rows: Table) -> Bool {
        guard rows.xName == shape.xName, rows.xKind == shape.xKind, rows.columns.map(\.name) == shape.columns,
            walks.count == 1
        else { return false }
        guard rows.rowCount > 0 else { return true }
        made = rows.rowCount
        return rows.x.last == Self.x(of: made - 1) && walks[0].goOn(after: rows.columns[0].values[made - 1], made)
    }

    /// Makes the next block of rows; `nil` after the last.
    public mutating func next() -> RowBlock? {
        let count = min(rows - made, Self.rowsPerBlock)
        guard count > 0 else { return nil }
        let x = (made..<(made + count)).map(Self.x)
        made += count
        let columns = walks.indices.map { walk in (0..<count).map { _ in walks[walk].next() } }
        return RowBlock(shape: shape, x: x, columns: columns)
    }
}

/// A price that changes by at most 0.1 per row in steps of 0.001 and is reflected at 1.
struct PriceWalk: Sendable {
    private var steps: SplitMix64
    private var thousandths: Int

    init(from start: Double = 100, seed: UInt64) {
        steps = SplitMix64(seed: seed)
        thousandths = Int(start * 1000)
    }

    /// Goes on after a number of prices.
    ///
    /// - Returns: Whether the last one is a price of a walk.
    fileprivate mutating func goOn(after last: Double, _ count: Int) -> Bool {
        guard (1...1e12).contains(last) else { return false }
        thousandths = Int((last * 1000).rounded())
        steps.skip(count - 1)
        _ = next()
        return true
    }

    /// Returns the current price and advances the walk.
    mutating func next() -> Double {
        defer {
            thousandths += steps.next(in: -100...100)
            if thousandths < 1000 { thousandths = 2000 - thousandths }
        }
        return Double(thousandths) / 1000
    }
}
