import Testing

@testable import ChartSeries

/// Compares M4 through the index with a scan of every row.
struct M4IndexTests {
    /// The form of x.
    enum Spacing: CaseIterable {
        /// Evenly spaced and not stored.
        case regular
        /// Stored, with repeats and jumps.
        case rough
        /// Row indices instead of x.
        case index
        /// Stored, on a logarithmic axis.
        case logarithmic
    }

    private static let counts = [4096, 6000, 9111, 17_000]

    private func positions(_ spacing: Spacing, count: Int, _ random: inout SplitMix64) -> ColumnValues {
        switch spacing {
        case .regular, .index:
            return ColumnValues(start: 1000, step: 0.25, count: count)
        case .rough, .logarithmic:
            var last = 1.0
            return ColumnValues(
                (0..<count).map { _ in
                    let kind = random.next(in: 0...999)
                    if kind > 300 { last += Double(random.next(in: 0...20)) / 16 }
                    if kind == 999 { last += 500 }
                    return last
                })
        }
    }

    private func place(_ spacing: Spacing) -> (@Sendable (Double) -> Double)? {
        guard spacing == .logarithmic else { return nil }
        return { $0.squareRoot().squareRoot() }
    }

    @Test(arguments: 0..<20, Spacing.allCases)
    func `M4 through the index keeps the rows that a scan keeps`(seed: Int, spacing: Spacing) throws {
        let count = Self.counts[seed % 4]
        var random = SplitMix64(seed: UInt64(seed) + 40)
        let x = positions(spacing, count: count, &random)
        let values = (0...seed % 3).map {
            RoughValues.make(seed: UInt64(10 * seed + $0), count: count, hasGaps: seed % 5 > 0)
        }
        let bands = values.indices.map { ($0 + seed) % 2 == 0 ? ValueBand.present : .positive }
        let drawn = zip(values, bands).map { values, band in values.map { band.contains($0) ? $0 : .nan } }
        let series = zip(values, bands).map { DrawnSeries(column: column($0), band: $1) }
        let places = RowPlaces(
            values: spacing == .index ? ColumnValues(start: 0, step: 1, count: count) : x,
            landmarks: spacing == .rough || spacing == .logarithmic ? XLandmarks(of: x) : nil)
        let xOfRows = Array(places.values)
        for _ in 0..<3 {
            let rows = RoughValues.rows(of: count, &random)
            guard let first = places.values[rows].first, let last = places.values[rows].last else { continue }
            let grid = PixelGrid(
                from: first - Double(random.next(in: 0...3)) / 8, to: last + Double(random.next(in: 0...3)) / 8,
                width: random.next(in: 1...[3, 40, 900][random.next(in: 0...2)]), place: place(spacing))
            let every = M4Scan.select(drawn, in: rows, x: xOfRows, grid: grid, gaps: .every)
            let found = M4Selection(
                places: places, series: series, rows: rows, grid: grid, gaps: .every(atMost: every.rows.count))
            #expect(found.rows == every.rows)
            #expect(found.splitsPixelColumn == every.splitsPixelColumn && !found.isGivenUp)
            let few = M4Scan.select(drawn, in: rows, x: xOfRows, grid: grid, gaps: .lastOfPixelColumn)
            let reduced = M4Selection(
                places: places, series: series, rows: rows, grid: grid, gaps: .lastOfPixelColumn)
            #expect(reduced.rows == few.rows)
        }
    }

    @Test(arguments: Spacing.allCases, [1, 2, 3])
    func `windows of one row, of no row and of a gap have the rows of a scan`(spacing: Spacing, seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let x = positions(spacing, count: 5000, &random)
        let values = RoughValues.make(seed: UInt64(seed), count: 5000)
        let series = [DrawnSeries(column: column(values), band: .present)]
        let places = RowPlaces(values: x)
        let xOfRows = Array(x)
        for row in stride(from: 0, to: 4998, by: 51) {
            for rows in [row..<row, row..<row + 1, row..<row + 2] {
                let grid = PixelGrid(from: x[row], to: x[row] + 1, width: 5)
                let scan = M4Scan.select([values], in: rows, x: xOfRows, grid: grid, gaps: .every)
                let found = M4Selection(places: places, series: series, rows: rows, grid: grid, gaps: .every(atMost: 9))
                #expect(found.rows == scan.rows)
            }
        }
    }

    @Test(arguments: [0, 0.5])
    func `rows at one x or in one corner of the window give the rows of a scan`(step: Double) {
        let x = ColumnValues(start: 5, step: step, count: 5000)
        let values = RoughValues.make(seed: 8, count: 5000)
        for (from, to) in [(5.0, 5.0), (5, 6), (-1e6, 5), (5, 1e6), (-1e9, 1e9)] {
            let grid = PixelGrid(from: from, to: to, width: 900)
            let scan = M4Scan.select([values], in: 0..<5000, x: Array(x), grid: grid, gaps: .lastOfPixelColumn)
            let found = M4Selection(
                places: RowPlaces(values: x), series: [DrawnSeries(column: column(values), band: .present)],
                rows: 0..<5000, grid: grid, gaps: .lastOfPixelColumn)
            #expect(found.rows == scan.rows)
        }
    }

    @Test func `a selection stops if a series has too many gaps`() {
        let values = (0..<5000).map { $0 % 10 == 0 ? Double.nan : 1 }
        let places = RowPlaces(values: ColumnValues(start: 0, step: 1, count: 5000))
        let grid = PixelGrid(from: 0, to: 4999, width: 10)
        for (limit, isGivenUp) in [(499, false), (498, true)] {
            let selection = M4Selection(
                places: places, series: [DrawnSeries(column: column(values), band: .present)], rows: 0..<5000,
                grid: grid,
                gaps: .every(atMost: limit))
            #expect(selection.isGivenUp == isGivenUp)
        }
    }

    @Test(arguments: [500, 3000, 3100])
    func `of many gaps M4 keeps the last of each pixel column, and all pixel columns if they fit`(
        maximumRows: Int
    ) throws {
        let table = try Samples.table((0..<9000).map { $0 % 3 == 0 ? .nan : Double($0 % 7) })
        let request = WindowRequest(
            from: 0, to: 8999, columns: [0], method: .m4, width: 100, maximumRows: maximumRows)
        let window = table.window(request)
        #expect(window.bucket == 8999.0 / 100)
        #expect(window.rows.count { $0 % 3 == 0 } == 100)
        #expect(!window.isExact)
    }
}
