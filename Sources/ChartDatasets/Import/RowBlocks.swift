package import ChartSeries
import ChartWire

/// Reads rows as their bytes arrive, and passes them on in blocks, so that few rows are in memory at once.
package struct RowBlocks {
    /// The number of rows at which a block is passed on.
    static let mostRows = 1 << 16
    /// The number of cells at which a block is passed on, however few its rows: 8 MiB.
    static let mostCells = 1 << 20

    /// The number of rows passed on.
    package private(set) var rows = 0
    /// The number of bytes read.
    package private(set) var bytes = 0
    private var source: any RowSource

    /// The shape of the rows to come; `nil` until the columns are known.
    var shapeWithoutRows: RowShape? { source.shapeWithoutRows }

    /// What is known of delimited text; `nil` for other formats.
    package var textReport: TextReport? { source.textReport }

    /// All that the import was given or has decided.
    package var dialect: ImportDialect? { source.dialect }
    /// The rules of the dataset that the body names; `nil` for none.
    var rules: RulesPatch? { source.rules }

    /// Starts to read.
    package init(from source: any RowSource) { self.source = source }

    /// Reads the next bytes.
    ///
    /// - Parameters:
    ///   - piece: The bytes.
    ///   - take: Receives each block, with the rules of the dataset that the body has named before its end.
    /// - Throws: The source's error for invalid rows, or the error of `take`.
    package mutating func append(
        _ piece: some Collection<UInt8>, _ take: (RowBlock, RulesPatch?) throws -> Void
    ) throws {
        bytes += piece.count
        try source.append(piece)
        while source.rowCount >= Self.mostRows || source.cellCount >= Self.mostCells {
            guard try giveBlock(to: take) else { break }
        }
    }

    /// Reads the rest.
    ///
    /// - Parameter take: Receives each block, with the rules of the dataset that the body has named.
    /// - Throws: The source's error for invalid rows, `dataset.empty` if every row was skipped, or the error of `take`.
    package mutating func finish(_ take: (RowBlock, RulesPatch?) throws -> Void) throws {
        try source.finish()
        while try giveBlock(to: take) {}
        guard rows == 0, let report = textReport, let first = report.skippedLines.first else { return }
        throw Problem(.datasetEmpty, "All \(report.skippedRows) rows were skipped. The first: \(first.detail)")
    }

    /// Passes a block on.
    ///
    /// - Returns: Whether there was one.
    private mutating func giveBlock(to take: (RowBlock, RulesPatch?) throws -> Void) throws -> Bool {
        guard let block = try source.takeRows() else { return false }
        try take(block, source.rules)
        rows += block.x.count
        return true
    }
}
