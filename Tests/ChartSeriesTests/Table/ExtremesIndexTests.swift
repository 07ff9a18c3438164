import Testing

@testable import ChartSeries

/// The index of extremes against its slow twin, which looks at every value.
struct ExtremesIndexTests {
    private static func slow(_ values: ArraySlice<Double>) -> Extremes {
        var found = Extremes()
        for value in values { found.include(value) }
        return found
    }

    /// Few distinct values, so that many are equal; zeros of both signs; a tenth, or nearly all, are missing.
    private static func values(_ count: Int, _ random: inout SplitMix64) -> [Double] {
        let missing = random.next(in: 0...1) == 0 ? 10 : 98
        return (0..<count).map { _ in
            if random.next(in: 1...100) <= missing { return .nan }
            let value = Double(random.next(in: -3...3))
            return value == 0 && random.next(in: 0...1) == 0 ? -0.0 : value
        }
    }

    private static func expectSame(_ index: ExtremesIndex, _ values: [Double], _ rows: Range<Int>) {
        let (found, expected) = (index.extremes(of: rows, in: values), slow(values[rows]))
        #expect(found.minimum.bitPattern == expected.minimum.bitPattern, "the minimum of \(rows)")
        #expect(found.maximum.bitPattern == expected.maximum.bitPattern, "the maximum of \(rows)")
    }

    @Test(arguments: 0..<100)
    func `however the values came, any run of them has the extremes of its values, bit for bit`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var index = ExtremesIndex()
        var values: [Double] = []
        for _ in 0..<random.next(in: 1...6) {
            let count = values.count
            values += Self.values(random.next(in: 0...[3, 64, 200, 9_000][seed % 4]), &random)
            index.extend(over: values, knowing: count)
            for _ in 0..<20 {
                let start = random.next(in: 0...values.count)
                Self.expectSame(index, values, start..<random.next(in: start...values.count))
            }
            Self.expectSame(index, values, values.indices)
        }
    }

    @Test(arguments: [0, 1, 63, 64, 65, 127, 128, 4_095, 4_096, 4_097, 8_192])
    func `runs at the borders of blocks have the extremes of their values`(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let values = Self.values(count, &random)
        var index = ExtremesIndex()
        index.extend(over: values, knowing: 0)
        let borders = [0, 1, 63, 64, 65, 128, 4_095, 4_096, 4_097, 8_191, 8_192].filter { $0 <= count }
        for (position, start) in borders.enumerated() {
            for end in borders[position...] { Self.expectSame(index, values, start..<end) }
        }
    }

    @Test func `rows that are appended later are in the value range of a table`() throws {
        var table = try Samples.table(Array(repeating: 1, count: 100))
        let more = try Table(
            xName: "x", xKind: .number, x: (100..<300).map(Double.init),
            columns: [("a", (100..<300).map { $0 == 250 ? 9 : -1 })])
        try table.append(more)
        #expect(try #require(table.valueRange(ofColumn: 0, rows: 50..<300)) == (-1, 9))
        #expect(try #require(table.valueRange(ofColumn: 0, rows: 0..<100)) == (1, 1))
        #expect(try #require(table.valueRange(ofColumn: 0, rows: 251..<300)) == (-1, -1))
    }
}
