import ChartEngine
import ChartSeries
import Testing

@testable import ChartText

@Suite struct SecondDigitsTests {
    private func chart(at instants: [Double]) throws -> Chart {
        let table = try Table(
            xName: "t", xKind: .date, x: instants,
            columns: [(name: "v", values: instants.indices.map { Double($0) })])
        return Chart(
            id: "main", size: ChartSize(width: 800, height: 400),
            xAxes: [Axis(id: "x", dimension: .x, options: AxisOptions(type: .date))],
            yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions())],
            series: [Series(id: "v", column: 0, xAxis: "x", yAxis: "y", name: "v")], table: table)
    }

    @Test(
        arguments: [
            ([0, 60_000, 120_000], nil), ([0, 0, 60_000], nil), ([0, 1_000, 60_000], 0), ([0, 500, 60_000], 1),
            ([0, 250, 60_000], 1), ([10, 20, 60_000], 2), ([1, 2], 3), ([0.25, 0.5], 6), ([], nil), ([7], nil),
        ] as [([Double], Int?)])
    func `the fewest digits of a second tell neighbouring rows apart`(instants: [Double], digits: Int?) throws {
        let chart = try chart(
            at: instants.map { $0 + 1_730_000_000_000 - 1_730_000_000_000.remainder(dividingBy: 60_000) })
        #expect(chart.secondDigits(on: chart.xAxes[0]) == digits)
    }

    @Test(arguments: [
        ("en-US", "1:00:00.250"), ("de", "01:00:00,250"), ("fr", "01:00:00,250"), ("es", "1:00:00,250"),
        ("pt", "01:00:00,250"), ("ja", "1:00:00.250"), ("zh-Hans", "01:00:00.250"), ("hi", "1:00:00.250"),
        ("ar", "1:00:00.250"),
    ])
    func `a place has them in every language`(tag: String, time: String) throws {
        let chart = try chart(at: [3_600_250, 3_600_251])
        let texts = ChartTexts(in: try #require(ChartLocale.of(tag: tag)))
        let place = texts.place(3_600_250, on: chart.xAxes[0], in: chart)
        // Some languages have digits or separators of their own.
        let ascii = String(
            place.unicodeScalars.map { scalar in
                scalar.properties.numericType == .decimal
                    ? "\(Int(scalar.properties.numericValue ?? 0))" : String(scalar)
            }.joined()
        ).replacing("\u{66B}", with: ".")
        #expect(ascii.contains(time), "\(place)")
    }
}
