package import ChartEngine
import ChartSeries
import Foundation

extension ChartTexts {
    /// The labels of the major ticks of an axis, one for each.
    ///
    /// They name what the labels of the engine name: the largest civil unit that begins at an instant, the day of a row,
    /// a number with as many decimals as the step needs.
    ///
    /// - Parameters:
    ///   - ticks: The ticks with the labels of the engine.
    ///   - axis: The axis.
    ///   - chart: The chart.
    /// - Returns: The labels.
    package func labels(of ticks: AxisTicks, axis: Axis, in chart: Chart) -> [String] {
        switch axis.options.tickRule {
        case .dateValues: return dayLabels(of: ticks, chart.calendar)
        case .countValues: return numberLabels(of: ticks, axis.options.look)
        case .automatic: break
        }
        switch axis.options.type {
        case .number, .log: return numberLabels(of: ticks, axis.options.look)
        case .date: return dateLabels(of: ticks, chart.calendar)
        case .category:
            let x = ticks.major.map { chart.table.x[Int($0)] }
            switch chart.table.xKind {
            case .number: return x.map { locale.text($0, format: nil, decimals: .upTo(Decimals.most), unit: axis.unit) }
            case .date: return categoryLabels(of: x, ticks, chart.calendar)
            }
        }
    }

    private func numberLabels(of ticks: AxisTicks, _ look: AxisLook?) -> [String] {
        // What has at most four digits, as a year has, is in American English what the engine writes.
        if locale.isStandard, look?.format == nil, look?.unit == nil,
            ticks.major.allSatisfy({ $0.magnitude < 10_000 }) || ticks.major.contains(where: { $0.magnitude >= 1e15 })
        {
            return ticks.labels
        }
        return zip(ticks.major, ticks.labels).map { number, label in
            // A label of the engine has the decimals of the step, or an exponent.
            let label = label.utf8
            let hasExponent = label.contains(UInt8(ascii: "e"))
            let point = label.lastIndex(of: UInt8(ascii: "."))
            let decimals = point.map { label.distance(from: $0, to: label.endIndex) - 1 } ?? 0
            return locale.text(
                number, format: hasExponent ? look?.format ?? NumberFormat(notation: .scientific) : look?.format,
                decimals: hasExponent ? .upTo(Decimals.most) : .exactly(decimals), unit: look?.unit)
        }
    }

    private func dayLabels(of ticks: AxisTicks, _ calendar: CivilCalendar) -> [String] {
        guard !locale.isStandard else { return ticks.labels }
        return ticks.major.map { locale.formats.text(CivilMoment($0, calendar: calendar), \.day) }
    }

    private func dateLabels(of ticks: AxisTicks, _ calendar: CivilCalendar) -> [String] {
        guard !locale.isStandard else { return ticks.labels }
        return zip(ticks.major, ticks.labels).map { instant, label in
            // Steps below a nanosecond have labels of numbers.
            if Double(label)?.isFinite == true, label.contains(".") || label.contains("e"), label.first != "." {
                return locale.plain(instant, .upTo(Decimals.most))
            }
            let moment = CivilMoment(instant, calendar: calendar)
            let formats = locale.formats
            return switch BeginningUnit(at: instant, calendar: calendar) {
            case .year: formats.text(moment, \.year)
            case .month: formats.text(moment, \.month)
            case .day: formats.text(moment, \.day)
            case .time(let showsSecond): formats.text(moment, showsSecond ? \.timeWithSecond : \.time)
            case .fraction: fraction(label)
            }
        }
    }

    /// The fraction of a second that a label such as `.250` shows.
    private func fraction(_ label: String) -> String {
        guard let fraction = Double("0" + label) else { return label }
        return fraction.formatted(
            locale.formats.number.precision(
                .integerAndFractionLength(integer: 0, fraction: min(label.utf8.count - 1, Decimals.most))))
    }

    private func categoryLabels(of x: [Double], _ ticks: AxisTicks, _ calendar: CivilCalendar) -> [String] {
        guard !locale.isStandard else { return ticks.labels }
        let parts = CategoryDateParts(ofInstants: x, calendar: calendar)
        let style: KeyPath<DateFormats, Date.FormatStyle> =
            switch (parts.showsYear, parts.showsTime, parts.showsSecond) {
            case (false, false, _): \.day
            case (false, true, false): \.dayTime
            case (false, true, true): \.dayTimeWithSecond
            case (true, false, _): \.dayOfYear
            case (true, true, false): \.dayOfYearTime
            case (true, true, true): \.dayOfYearTimeWithSecond
            }
        return x.map { locale.formats.text(CivilMoment($0, calendar: calendar), style) }
    }
}

extension Axis {
    fileprivate var unit: String? { options.look?.unit }
}
