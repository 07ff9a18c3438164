import CoreTestSupport
import Testing

@testable import ChartSeries

/// Draws lines without antialiasing, with one span of pixels per pixel column that a segment crosses.
private struct Raster {
    let grid: PixelGrid
    let height = 24.0
    private(set) var spans: [Set<Int>]

    init(_ grid: PixelGrid) {
        self.grid = grid
        spans = Array(repeating: [], count: grid.width)
    }

    mutating func draw(_ rows: [Int], of table: Table, column: Int) {
        let values = table.columns[column].values
        for (start, end) in zip(rows, rows.dropFirst()) where !values[start].isNaN && !values[end].isNaN {
            draw((table.x[start], values[start]), (table.x[end], values[end]))
        }
    }

    private mutating func draw(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double)) {
        guard end.x >= grid.from && start.x <= grid.to else { return }
        let first = grid.column(of: start.x)
        let last = grid.column(of: end.x)
        func y(at x: Double) -> Double {
            let share = (min(max(x, start.x), end.x) - start.x) / (end.x - start.x)
            return start.y + share * (end.y - start.y)
        }
        for column in first...last {
            let left = column == first && start.x >= grid.from ? start.y : y(at: edge(column))
            let right = column == last && end.x <= grid.to ? end.y : y(at: edge(column + 1))
            spans[column].formUnion(pixel(min(left, right))...pixel(max(left, right)))
        }
    }

    private func edge(_ column: Int) -> Double {
        grid.from + Double(column) * (grid.to - grid.from) / Double(grid.width)
    }

    private func pixel(_ y: Double) -> Int {
        Int((y + 7) / 14 * height)
    }
}

struct WindowExactnessTests {
    @Test(arguments: seeds(80))
    func `an exact window draws the pixels that all rows draw`(seed: Int) throws {
        let table = try Samples.table(
            seed: UInt64(seed), rows: 400, columns: 1 + seed % 3, missingPercent: [0, 0, 1, 3][seed % 4])
        let (from, to) = (table.x[20 + seed], table.x[399 - seed])
        let grid = PixelGrid(from: from, to: to, width: 1 + seed)
        let window = table.window(
            WindowRequest(
                from: from, to: to, columns: Array(table.columns.indices), method: .m4, width: grid.width,
                maximumRows: 4000))
        guard window.isExact else { return }
        let line = [window.before].compactMap(\.self) + window.rows + [window.after].compactMap(\.self)
        for column in table.columns.indices {
            var all = Raster(grid)
            all.draw(Array(table.x.indices), of: table, column: column)
            var some = Raster(grid)
            some.draw(line, of: table, column: column)
            #expect(some.spans == all.spans)
        }
    }

    @Test func `most windows of the test above are exact`() throws {
        let exact = try (0..<80).count { seed in
            let table = try Samples.table(
                seed: UInt64(seed), rows: 400, columns: 1 + seed % 3, missingPercent: [0, 0, 1, 3][seed % 4])
            let request = WindowRequest(
                from: table.x[20 + seed], to: table.x[399 - seed], columns: Array(table.columns.indices), method: .m4,
                width: 1 + seed, maximumRows: 4000)
            return table.window(request).isExact
        }
        #expect(exact >= 40)
    }
}
