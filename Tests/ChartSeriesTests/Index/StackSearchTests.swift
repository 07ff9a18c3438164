import Testing

@testable import ChartSeries

struct StackSearchTests {
    private func total(_ columns: [[Double]], _ row: Int, _ sign: Double) -> Double {
        columns.reduce(0) { $0 + max(($1[row].isNaN ? 0 : $1[row]) * sign, 0) }
    }

    private func table(_ columns: [[Double]]) throws -> Table {
        try Table(
            xName: "t", xKind: .number, x: columns[0].indices.map(Double.init),
            columns: columns.enumerated().map { (name: "c\($0)", values: $1) })
    }

    @Test(arguments: 0..<12)
    func `a stack reaches as far as the row of its largest total`(seed: Int) throws {
        let count = [5, 900, 4_096, 30_000][seed % 4]
        let columns = (0..<3).map { RoughValues.make(seed: UInt64(31 * seed + $0), count: count) }
        let table = try table(columns)
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<20 {
            let rows = RoughValues.rows(of: count, &random)
            let found = table.stackedRange(ofColumns: [0, 1, 2], rows: rows)
            #expect(found.maximum == rows.reduce(0) { max($0, total(columns, $1, 1)) })
            #expect(found.minimum == -rows.reduce(0) { max($0, total(columns, $1, -1)) })
        }
    }

    @Test func `if every block may reach furthest, the range is less than twice as large as needed`() throws {
        let count = 1 << 17
        let rising = (0..<count).map { Double($0 % 31) }
        let falling = (0..<count).map { 30 - Double($0 % 31) + ($0 == 77_777 ? 0.5 : 0) }
        let found = try table([rising, falling]).stackedRange(ofColumns: [0, 1], rows: 0..<count)
        #expect(found.minimum == 0)
        #expect((30.5...60.5).contains(found.maximum))
    }
}
