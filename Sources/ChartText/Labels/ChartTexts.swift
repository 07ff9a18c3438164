package import ChartEngine
import ChartSeries
import Foundation

/// Writes the labels of one chart in a locale.
package struct ChartTexts: Sendable {
    let locale: ChartLocale

    /// The texts of a chart; `nil` where the labels of the engine are what people read.
    ///
    /// That is in American English, where no visible number has a unit or a format.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - locale: The locale.
    package init?(of chart: Chart, in locale: ChartLocale) {
        guard !locale.isStandard || Self.hasFormats(chart) else { return nil }
        self.locale = locale
    }

    /// The texts of any chart, also where the engine has the same.
    package init(in locale: ChartLocale) {
        self.locale = locale
    }

    private static func hasFormats(_ chart: Chart) -> Bool {
        for axis in chart.xAxes where axis.hasFormat { return true }
        for axis in chart.yAxes where axis.hasFormat { return true }
        for series in chart.series where series.unit != nil { return true }
        return false
    }

    /// A place on an x axis: a number, the day of a midnight, or another instant as finely as the rows in view need.
    package func place(_ x: Double, on axis: Axis, in chart: Chart) -> String {
        guard axis.options.type == .date else { return number(x, on: axis, .upTo(6)) }
        let moment = CivilMoment(x, calendar: chart.calendar)
        if x == chart.calendar.startOfDay(x) { return locale.formats.text(moment, \.dayOfYear) }
        return locale.formats.text(
            moment, \.dayOfYearTime, withSecond: \.dayOfYearTimeWithSecond, digits: chart.secondDigits(on: axis))
    }

    /// A number that a marker shows on an axis, in six digits or whole; a dash for a missing one.
    package func marker(_ value: Double, on axis: Axis) -> String { number(value, on: axis, digits: 6) }

    /// A number between two rows, in four digits or whole; a dash for a missing one.
    package func reading(_ value: Double, on axis: Axis) -> String { number(value, on: axis, digits: 4) }

    /// A number in so many digits; what stands before the decimal point is whole.
    private func number(_ value: Double, on axis: Axis, digits: Int) -> String {
        guard value.isFinite else { return "–" }
        let whole = value == 0 ? 1 : Int(log10(value.magnitude).rounded(.down)) + 1
        return number(value, on: axis, .upTo(min(max(digits - whole, 0), Decimals.most)))
    }

    private func number(_ value: Double, on axis: Axis, _ decimals: Decimals) -> String {
        let look = axis.options.look
        return locale.text(value, format: look?.format, decimals: decimals, unit: look?.unit)
    }

    /// The value of a series, with the format of its y axis and its unit.
    package func value(_ value: Double, of series: Series, in chart: Chart) -> String {
        let look = chart.axis(series.yAxis)?.options.look
        return locale.text(value, format: look?.format, decimals: .upTo(6), unit: series.unit ?? look?.unit)
    }

    /// The value of a series of an overlay's item, or of the axis that it marks.
    package func value(_ value: Double, of item: Overlay.Item, in chart: Chart) -> String {
        let id = item.series
        if let id, let series = chart.series.first(where: { $0.id == id }) {
            return self.value(value, of: series, in: chart)
        }
        let axis = item.axis.flatMap { chart.axis($0) }
        if let axis, axis.options.type == .date {
            let moment = CivilMoment(value, calendar: chart.calendar)
            return locale.formats.text(
                moment, \.dayOfYearTime, withSecond: \.dayOfYearTimeWithSecond, digits: chart.secondDigits(on: axis))
        }
        let look = axis?.options.look
        return locale.text(value, format: look?.format, decimals: .upTo(6), unit: look?.unit)
    }
}

extension Axis {
    /// Whether numbers of the axis have a unit or a format.
    fileprivate var hasFormat: Bool {
        guard let look = options.look else { return false }
        return look.unit != nil || look.format != nil
    }
}
