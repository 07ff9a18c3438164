import Testing

@testable import ChartSeries

struct DecimatorTests {
    enum Method: CaseIterable {
        case minmax, lttb, minmaxlttb

        func rows(_ x: [Double], _ values: [Double], _ rows: Range<Int>, points: Int) -> [Int] {
            let series = ScannedSeries(ColumnValues(values), isComplete: !values.contains { $0.isNaN })
            let x = ColumnValues(x)
            return switch self {
            case .minmax: ChartSeries.minmax(x: x, series: series, rows: rows, points: points)
            case .lttb: ChartSeries.lttb(x: x, series: series, rows: rows, points: points)
            case .minmaxlttb: ChartSeries.minmaxlttb(x: x, series: series, rows: rows, points: points)
            }
        }

        func slowRows(_ x: [Double], _ values: [Double], _ rows: Range<Int>, points: Int) -> [Int] {
            switch self {
            case .minmax: slowMinmax(x: x, values: values, rows: rows, points: points)
            case .lttb: slowLTTB(x: x, values: values, rows: rows, points: points)
            case .minmaxlttb: slowMinmaxlttb(x: x, values: values, rows: rows, points: points)
            }
        }
    }

    @Test(arguments: Method.allCases, 0..<40)
    func `a method chooses the rows that its slow twin chooses`(method: Method, seed: Int) throws {
        let missing = [0, 5, 40, 90][seed % 4]
        let table = try Samples.table(seed: UInt64(seed), rows: [150, 400][seed / 4 % 2], missingPercent: missing)
        let (x, values) = (Array(table.x), Array(table.columns[0].values))
        var random = SplitMix64(seed: UInt64(seed) + 9000)
        for _ in 0..<8 {
            let from = Double(random.next(in: -60...300))
            let rows = table.rows(in: from...from + Double(random.next(in: 0...900)))
            let points = random.next(in: 3...30)
            let kept = method.rows(x, values, rows, points: points)
            #expect(kept == method.slowRows(x, values, rows, points: points))
            #expect(kept.allSatisfy(rows.contains) && zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 })
            #expect(kept.count { !values[$0].isNaN } <= points)
        }
    }

    @Test(arguments: Method.allCases)
    func `methods accept no row, one row, rows at one place and a constant series`(method: Method) {
        let x = (0..<50).map(Double.init)
        let constant = Array(repeating: 3.0, count: 50)
        #expect(method.rows(x, constant, 4..<4, points: 3) == [])
        #expect(method.rows(x, constant, 4..<5, points: 3) == [4])
        let kept = method.rows(x, constant, 0..<50, points: 4)
        #expect(kept.count <= 4 && kept.first == 0)
        let zigzag = (0..<50).map { Double($0 % 5) }
        let piled = method.rows(Array(repeating: 7, count: 50), zigzag, 0..<50, points: 6)
        #expect(!piled.isEmpty && piled.count <= 6)
    }

    @Test(arguments: Method.allCases)
    func `a method keeps all rows if they are no more than the points`(method: Method) {
        let x: [Double] = [0, 1, 2, 9]
        #expect(method.rows(x, [1, .nan, 3, 4], 0..<4, points: 4) == [0, 1, 2, 3])
    }

    @Test(arguments: Method.allCases)
    func `a gap between two kept rows keeps its first row`(method: Method) {
        let x = (0..<60).map(Double.init)
        var values = x
        for row in 20..<40 { values[row] = .nan }
        let kept = method.rows(x, values, 0..<60, points: 6)
        #expect(kept.filter { values[$0].isNaN } == [20])
    }

    @Test(arguments: Method.allCases)
    func `a window of missing values keeps a row if the line would cross it`(method: Method) {
        let x = (0..<20).map(Double.init)
        var values = Array(repeating: Double.nan, count: 20)
        #expect(method.rows(x, values, 2..<18, points: 3) == [])
        values[1] = 1
        values[18] = 1
        #expect(method.rows(x, values, 2..<18, points: 3) == [2])
    }

    @Test func `a place other than x moves the bins`() {
        let x = ColumnValues((0..<100).map(Double.init))
        let series = ScannedSeries(x)
        #expect(minmax(x: x, series: series, rows: 0..<100, points: 4) == [0, 49, 50, 99])
        #expect(minmax(x: x, series: series, rows: 0..<100, points: 4) { $0.squareRoot() } == [0, 24, 25, 99])
    }

    @Test func `values that are not positive are missing where only positive ones are drawn`() {
        let series = ScannedSeries([3, 0, -1, 2, 5, 0], isComplete: true, drawsPositiveOnly: true)
        #expect(series.extremes(of: 0..<5)?.minimumRow == 3)
        #expect(series.firstMissing(in: 0..<6) == 1)
        #expect(series.lastPresent(in: 0..<6) == 4)
        #expect(series.total(of: 0..<6) == (10, 3))
        #expect(series.extremes(of: 1..<3) == nil)
    }
}
