import ChartEngine
import ChartSeries
import Testing

@testable import ChartText

/// A chart for the tests of labels and descriptions.
enum LabelledChart {
    /// Milliseconds of a day.
    static let day = 86_400_000.0
    /// 2024-10-15T00:00Z.
    static let start = 1_728_950_400_000.0

    /// A chart of daily rows of two series.
    static func daily(
        x: AxisOptions = AxisOptions(type: .date), y: AxisOptions = AxisOptions(), unit: String? = nil,
        range: AxisRange? = nil, days: Int = 5, calendar: CivilCalendar = .utc
    ) throws -> Chart {
        let table = try Table(
            xName: "date", xKind: .date, x: (0..<days).map { start + Double($0) * day },
            columns: [
                (name: "active", values: (0..<days).map { $0 == 2 ? Double.nan : 1_234.5 + 10 * Double($0) }),
                (name: "new", values: (0..<days).map { _ in 7 }),
            ])
        return Chart(
            id: "main", size: ChartSize(width: 800, height: 400),
            xAxes: [Axis(id: "x", dimension: .x, options: x, visibleRange: range)],
            yAxes: [Axis(id: "y", dimension: .y, options: y)],
            series: [
                Series(id: "active", column: 0, xAxis: "x", yAxis: "y", name: "Active", unit: unit),
                Series(id: "new", column: 1, xAxis: "x", yAxis: "y", name: "New"),
            ], table: table, calendar: calendar)
    }

    /// The labels of a number axis from 0 to a maximum.
    static func labels(
        to maximum: Double, in tag: String, unit: String? = nil, format: NumberFormat? = nil, ticks: Int = 2
    ) throws -> [String] {
        var options = AxisOptions()
        options.look = AxisLook(unit: unit, format: format).unlessEmpty
        let chart = try daily(y: options)
        let axis = chart.yAxes[0]
        let locale = try #require(ChartLocale.of(tag: tag))
        return ChartTexts(in: locale).labels(
            of: NumericTicks.axisTicks(from: 0, to: maximum, count: ticks), axis: axis, in: chart)
    }

    /// The labels of a date axis of UTC between two instants.
    static func dates(from: Double, to: Double, in tag: String, ticks: Int = 2) throws -> [String] {
        let chart = try daily()
        let locale = try #require(ChartLocale.of(tag: tag))
        return ChartTexts(in: locale).labels(
            of: TimeTicks.axisTicks(from: from, to: to, count: ticks, calendar: .utc), axis: chart.xAxes[0], in: chart)
    }
}
