import ChartEngine
import ChartSeries
import CoreTestSupport
import Gestures
import Testing

/// The outward search finds what a search through every row finds.
struct ChartHitTestTests {
    /// The smallest distance from a location to a row's point, or to the line between two rows, in the plot area.
    private func slowDistance(on chart: Chart, to location: Point, isInterpolated: Bool) -> Double? {
        let points = chart.table.x.indices.map { row in
            let level = chart.table.columns[0].values[row]
            return level.isNaN ? nil : chart.location(x: chart.table.x[row], y: level, of: chart.series[0])
        }
        var candidates = points.compactMap(\.self)
        if isInterpolated {
            for (start, end) in zip(points, points.dropFirst()) {
                guard let start, let end, start != end else { continue }
                let (dx, dy) = (end.x - start.x, end.y - start.y)
                let part =
                    ((location.x - start.x) * dx + (location.y - start.y) * dy) / (dx * dx + dy * dy)
                let inside = min(1, max(0, part))
                candidates.append(Point(x: start.x + dx * inside, y: start.y + dy * inside))
            }
        }
        return candidates.filter(chart.contains).map { ($0 - location).length }.min()
    }

    @Test(arguments: seeds(300))
    func `the nearest point is that of a search through every row`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var x = cases.number(in: -20...20)
        var xs: [Double] = []
        var levels: [Double] = []
        for _ in 0..<cases.integer(in: 1...60) {
            xs.append(x)
            levels.append(cases.isTrue(oneIn: 6) ? .nan : cases.number(in: 0...100))
            if !cases.isTrue(oneIn: 8) { x += cases.number(in: 0...10) }
        }
        var sample = SampleChart()
        sample.table = SampleTable.make(x: xs, ["level": levels])
        sample.xRange = AxisRange(min: 0, max: cases.number(in: 1...200))
        sample.yRange = AxisRange(min: 0, max: cases.number(in: 50...120))
        if cases.isTrue() { sample.x.isFlipped = true }
        if cases.isTrue() {
            sample.x.alignment = .right
            sample.y.alignment = .top
        }
        let chart = sample.make()
        let location = Point(x: cases.number(in: 0...400), y: cases.number(in: 0...200))
        for isInterpolated in [true, false] {
            let expected = slowDistance(on: chart, to: location, isInterpolated: isInterpolated)
            let hit = chart.hit(
                of: chart.series[0], at: location, within: .infinity, isInterpolated: isInterpolated)
            #expect((hit == nil) == (expected == nil))
            guard let hit, let expected else { continue }
            #expect(abs(hit.distance - expected) < 1e-9)
            let point = try #require(chart.location(x: hit.x, y: hit.y, of: hit.series))
            #expect((point - hit.point).length < 1e-6)
            let bounded = chart.hit(
                of: chart.series[0], at: location, within: expected * 0.999, isInterpolated: isInterpolated)
            #expect(bounded == nil || expected == 0)
        }
    }

    @Test(arguments: seeds(60))
    func `among many rows out of view, the nearest point is that of a search through every row`(seed: Int) throws {
        let chart = Self.manyRows(seed: seed)
        var cases = SeededCases(seed: UInt64(seed) + 1_000)
        for _ in 0..<4 {
            let location = Point(x: cases.number(in: 0...400), y: cases.number(in: 0...200))
            for isInterpolated in [true, false] {
                let expected = slowDistance(on: chart, to: location, isInterpolated: isInterpolated)
                let hit = chart.hit(
                    of: chart.series[0], at: location, within: .infinity, isInterpolated: isInterpolated)
                #expect((hit == nil) == (expected == nil))
                if let hit, let expected { #expect(abs(hit.distance - expected) < 1e-9) }
            }
        }
    }

    @Test(arguments: seeds(60))
    func `a rectangle holds the rows that a search through every row finds`(seed: Int) {
        let chart = Self.manyRows(seed: seed)
        var cases = SeededCases(seed: UInt64(seed) + 2_000)
        for _ in 0..<4 {
            let rect = Rect(
                corner: Point(x: cases.number(in: 0...400), y: cases.number(in: 0...200)),
                corner: Point(x: cases.number(in: 0...400), y: cases.number(in: 0...200)))
            let expected = chart.visibleRows.filter { row in
                let level = chart.table.columns[0].values[row]
                guard !level.isNaN else { return false }
                return chart.location(x: chart.x(ofRow: row), y: level, of: chart.series[0]).map(rect.contains) ?? false
            }
            #expect(chart.rows(in: rect) == expected)
            #expect(chart.series(in: rect) == (expected.isEmpty ? [] : ["level"]))
        }
    }

    /// A random walk of 500 to 5,000 rows that is often outside the plot area.
    private static func manyRows(seed: Int) -> Chart {
        var cases = SeededCases(seed: UInt64(seed))
        var (x, level) = (0.0, 50.0)
        var (xs, levels): ([Double], [Double]) = ([], [])
        for _ in 0..<cases.integer(in: 500...5_000) {
            x += cases.isTrue(oneIn: 9) ? 0 : cases.number(in: 0...1)
            level += cases.number(in: -8...8)
            xs.append(x)
            levels.append(cases.isTrue(oneIn: 30) ? .nan : level)
        }
        var sample = SampleChart()
        sample.table = SampleTable.make(x: xs, ["level": levels])
        sample.xRange = AxisRange(min: 0, max: cases.number(in: 1...x))
        let low = cases.number(in: 0...400)
        sample.yRange = AxisRange(min: low, max: low + cases.number(in: 5...120))
        if cases.isTrue() { sample.x.isFlipped = true }
        if cases.isTrue() {
            sample.x.alignment = .right
            sample.y.alignment = .top
        }
        return sample.make()
    }
}
