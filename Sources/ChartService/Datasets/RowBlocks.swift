package import ChartSeries

/// Reads rows as their bytes come, and gives them away block by block, so that few of them are in memory at once.
package struct RowBlocks {
    /// So many rows make a block; fewer wait for more.
    static let mostRows = 1 << 16
    /// So many cells make a block, however few the rows are: 8 MiB.
    static let mostCells = 1 << 20

    /// How many rows were given away.
    package private(set) var rows = 0
    /// How many bytes were read.
    package private(set) var bytes = 0
    private var source: any RowSource

    /// The shape of rows that are still to come; `nil` as long as the columns are not known.
    var shapeWithoutRows: RowShape? { source.shapeWithoutRows }

    /// Starts to read.
    package init(from source: any RowSource) { self.source = source }

    /// Reads the next bytes.
    ///
    /// - Parameters:
    ///   - piece: The bytes.
    ///   - take: Takes a block.
    /// - Throws: What the source throws for rows that are none, or what `take` throws.
    package mutating func append(_ piece: some Collection<UInt8>, _ take: (RowBlock) throws -> Void) throws {
        bytes += piece.count
        try source.append(piece)
        if source.rowCount >= Self.mostRows || source.cellCount >= Self.mostCells { _ = try giveBlock(to: take) }
    }

    /// Reads what is left.
    ///
    /// - Parameter take: Takes a block.
    /// - Throws: What the source throws for rows that are none, or what `take` throws.
    package mutating func finish(_ take: (RowBlock) throws -> Void) throws {
        try source.finish()
        while try giveBlock(to: take) {}
    }

    /// Gives a block away.
    ///
    /// - Returns: Whether there was one.
    private mutating func giveBlock(to take: (RowBlock) throws -> Void) throws -> Bool {
        guard let block = try source.takeRows() else { return false }
        try take(block)
        rows += block.x.count
        return true
    }
}
