import ChartSeries
import Testing

@testable import ChartDatasets

/// How many rows are in memory while a table is read.
@Suite struct RowBlocksTests {
    private static let pieceBytes = 1 << 16

    @Test(arguments: [1, 15, 1_024])
    func `a block has at most the cells of the limit and of one piece of the body`(columns: Int) throws {
        let header = "t," + (0..<columns).map { "c\($0)" }.joined(separator: ",") + "\n"
        let cells = String(repeating: ",", count: columns) + "\n"
        let body = header + (0..<(4_000_000 / (columns + 5))).map { "\($0)" + cells }.joined()
        var blocks = RowBlocks(from: CSVRowSource(options: ImportOptions()))
        var (rows, mostCells) = (0, 0)
        func take(_ block: RowBlock, _ rules: RulesPatch?) {
            rows += block.x.count
            mostCells = max(mostCells, block.x.count * (1 + block.columns.count))
        }
        var rest = Array(body.utf8)[...]
        while !rest.isEmpty {
            try blocks.append(rest.prefix(Self.pieceBytes), take)
            rest = rest.dropFirst(Self.pieceBytes)
        }
        try blocks.finish(take)
        #expect(rows == blocks.rows && rows == 4_000_000 / (columns + 5))
        #expect(mostCells <= RowBlocks.mostCells + 2 * Self.pieceBytes)
    }
}
