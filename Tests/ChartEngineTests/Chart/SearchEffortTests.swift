import ChartSeries
import CoreTestSupport
import Gestures
import Testing

@testable import ChartEngine

/// What a search costs is bounded, whatever the rows are and wherever the pointer is.
struct SearchEffortTests {
    /// Rows that are hard for a search.
    enum Rows: String, CaseIterable {
        case alternating, constant, oneOutlier, sorted, sparse, missing, noise

        func values(_ count: Int) -> [Double] {
            var cases = SeededCases(seed: 7)
            return (0..<count).map { row in
                switch self {
                case .alternating: row % 2 == 0 ? 1 : -1
                case .constant: 0.5
                case .oneOutlier: row == count / 3 ? 1 : 0
                case .sorted: Double(row) / Double(count)
                case .sparse: row % 997 == 0 ? 0.25 : .nan
                case .missing: .nan
                case .noise: cases.number(in: -1...1)
                }
            }
        }
    }

    private static let places = [
        Point(x: 0, y: 0), Point(x: 400, y: 200), Point(x: 200, y: 100), Point(x: -1e6, y: 100), Point(x: 200, y: 1e6),
    ]

    private func chart(_ rows: Rows, count: Int = 60_000, copies: Int = 1) throws -> Chart {
        let values = rows.values(count)
        let table = try Table(
            xName: "x", xKind: .number, x: (0..<count).map(Double.init),
            columns: (0..<copies).map { (name: "v\($0)", values: values) })
        return Chart(
            id: "main", size: ChartSize(width: 400, height: 200),
            xAxes: [
                Axis(
                    id: "x", dimension: .x, options: AxisOptions(), visibleRange: AxisRange(min: 0, max: Double(count)))
            ],
            yAxes: [
                Axis(id: "y", dimension: .y, options: AxisOptions(), visibleRange: AxisRange(min: -2, max: 2))
            ],
            series: (0..<copies).map {
                Series(id: "s\($0)", column: $0, xAxis: "x", yAxis: "y", name: "s\($0)")
            }, table: table)
    }

    @Test(arguments: Rows.allCases, [false, true])
    func `a search for the nearest point ends after its effort`(rows: Rows, isInterpolated: Bool) throws {
        let chart = try chart(rows)
        for place in Self.places {
            for radius in [0.5, 24, 49_000, .infinity] {
                var effort = SearchEffort(SearchEffort.nearest)
                let hit = chart.hit(
                    of: chart.shape(of: chart.series[0]), at: place, within: radius, isInterpolated: isInterpolated,
                    in: nil, &effort)
                // The rows beside the location, and the two parts of the last one, may exceed what was left.
                #expect(effort.rest > -1_024, "\(place) \(radius)")
                if let hit { #expect(chart.contains(hit.point) && hit.distance <= radius) }
            }
        }
    }

    @Test func `a series after a spent effort still has the points beside the location`() throws {
        let chart = try chart(.alternating, copies: 2)
        var effort = SearchEffort(0)
        let hit = chart.hit(
            of: chart.shape(of: chart.series[1]), at: Point(x: 200, y: 0), within: .infinity, isInterpolated: false,
            in: nil, &effort)
        #expect(hit?.y == 1)
        #expect(effort.rest >= -64)
    }

    @Test(arguments: Rows.allCases)
    func `a search for points in a rectangle ends after its effort`(rows: Rows) throws {
        let chart = try chart(rows, count: 40_000, copies: 4)
        let rect = Rect(x: 0, y: 99, width: 400, height: 2)
        let found = chart.rows(in: rect)
        #expect(found.count <= Selection.maximumRows)
        let columns = chart.table.columns
        for row in found.prefix(50) { #expect(abs(columns[0].values[row]) <= 0.02) }
        #expect(chart.mostRectangleEffort(of: 2) == 2 * 40_000 * 4)
        var effort = SearchEffort(1_000)
        let few = chart.rows(in: rect, &effort)
        #expect(few.count <= found.count && effort.rest > -2_048)
    }
}
