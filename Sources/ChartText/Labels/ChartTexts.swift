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

extension ChartTexts {
    /// What a `measure` tells, line by line: the differences of its points, and what the rows between them amount to.
    package func measurement(
        _ measured: AnnotationMeasurement, of annotation: Annotation, in chart: Chart
    ) -> [String] {
        let catalogue = locale.language.catalogue
        let yAxis = chart.axis(annotation.yAxis) ?? chart.yAxes[0]
        let percent = measured.percent.map { percent in
            (percent >= 0 ? "+" : "") + locale.text(percent, format: nil, decimals: .upTo(2), unit: "%")
        }
        var lines = [
            catalogue.text(
                .measureChange,
                [
                    "dx": difference(measured.dx, of: annotation, in: chart),
                    "dy": difference(measured.dy, on: yAxis), "percent": percent ?? "–",
                ])
        ]
        guard let rows = measured.rows else { return lines }
        let count = locale.text(count: rows.count)
        let look = yAxis.options.look
        let decimals = Decimals.showing(span: (rows.maximum ?? 0) - (rows.minimum ?? 0))
        func text(_ value: Double?) -> String {
            guard let value else { return "–" }
            return locale.text(value, format: look?.format, decimals: decimals, unit: rows.series.unit ?? look?.unit)
        }
        lines.append(
            rows.minimum == nil
                ? catalogue.text(.measureNothing, count: rows.count, ["count": count])
                : catalogue.text(
                    .measureRows, count: rows.count,
                    [
                        "count": count, "minimum": text(rows.minimum), "maximum": text(rows.maximum),
                        "mean": text(rows.mean),
                    ]))
        return lines
    }

    /// A difference on the x axis: a length of time on one of dates.
    private func difference(_ dx: Double, of annotation: Annotation, in chart: Chart) -> String {
        let axis = chart.axis(annotation.xAxis) ?? chart.xAxes[0]
        let isDate = axis.options.type == .date || axis.options.type == .category && chart.table.xKind == .date
        guard isDate, dx.magnitude < 1e18 else { return difference(dx, on: axis) }
        let length = Duration.milliseconds(Int64(dx.rounded()))
        return length.formatted(
            .units(
                allowed: [.days, .hours, .minutes, .seconds, .milliseconds], width: .narrow, maximumUnitCount: 2
            ).locale(locale.formats.locale))
    }

    private func difference(_ difference: Double, on axis: Axis) -> String {
        locale.text(difference, format: axis.options.look?.format, decimals: .upTo(6), unit: axis.options.look?.unit)
    }

    /// An annotation in a sentence: its text, what it is and where.
    package func sentence(of annotation: Annotation, in chart: Chart) -> String {
        let catalogue = locale.language.catalogue
        let describer = ChartDescriber(chart: chart, locale: locale)
        let xAxis = chart.axis(annotation.xAxis) ?? chart.xAxes[0]
        let yAxis = chart.axis(annotation.yAxis) ?? chart.yAxes[0]
        let (xs, ys) = (describer.writer(ofPlacesOn: xAxis), describer.writer(ofPlacesOn: yAxis))
        func text(ofX x: Double) -> String {
            guard let calendar = xs.calendar, x == calendar.startOfDay(x) else { return xs.text(x) }
            return locale.formats.text(CivilMoment(x, calendar: calendar), \.dayOfYear)
        }
        func place(_ point: Annotation.Point) -> String {
            let (x, y) = (point.x.map(text), point.y.map(ys.text))
            guard let x, let y else { return x ?? y ?? "–" }
            return catalogue.text(.notePlace, ["x": x, "y": y])
        }
        let last = annotation.last ?? annotation.first
        let ends: KeyValuePairs = ["from": place(annotation.first), "to": place(last)]
        let here: KeyValuePairs = ["place": place(annotation.first)]
        func range(_ one: Double?, _ other: Double?, _ writer: PlaceWriter) -> KeyValuePairs<String, String> {
            guard let one, let other else { return ["range": "–"] }
            return ["range": writer.range(min(one, other), max(one, other))]
        }
        let what =
            switch annotation.kind {
            case .line: catalogue.text(.noteLine, ends)
            case .horizontalLine: catalogue.text(.noteHorizontal, here)
            case .verticalLine: catalogue.text(.noteVertical, here)
            case .box: catalogue.text(.noteBox, ends)
            case .xBand: catalogue.text(.noteXBand, range(annotation.first.x, last.x, xs))
            case .yBand: catalogue.text(.noteYBand, range(annotation.first.y, last.y, ys))
            case .text: catalogue.text(.noteText, here)
            case .marker: catalogue.text(.noteMarker, here)
            case .measure: catalogue.text(.noteMeasure, ends)
            case .levels: catalogue.text(.noteLevels, ends)
            }
        var sentences = [
            annotation.style.text.map { text in
                catalogue.text(.noteNamed, ["name": describer.name(text), "what": what])
            } ?? what
        ]
        if let measured = chart.measurement(of: annotation) {
            sentences += measurement(measured, of: annotation, in: chart).map {
                catalogue.text(.noteMeasured, ["what": $0])
            }
        }
        return describer.joined(sentences)
    }
}

extension ChartDescriber {
    /// Writes places of annotations on an axis: of dates with their time, of numbers as fine as the axis shows them.
    fileprivate func writer(ofPlacesOn axis: Axis) -> PlaceWriter {
        let oneDay = 86_400_000.0
        switch axis.options.type {
        case .date: return writer(of: axis, span: oneDay)
        case .category: return writer(of: axis, span: chart.table.xKind == .date ? oneDay : axis.visibleRange.span)
        case .number, .log: return writer(of: axis, span: axis.visibleRange.span)
        }
    }
}

extension ChartTexts {
    /// The selected rows in words; `nil` without selected rows.
    package func selectionLabel(of chart: Chart) -> String? {
        switch chart.selectionReading {
        case nil: return nil
        case .rows(let count, let first, let last):
            return locale.language.catalogue.text(
                .labelRows, count: count,
                ["count": locale.text(count: count), "first": text(first, chart), "last": text(last, chart)])
        case .row(let place, let values, let total):
            let catalogue = locale.language.catalogue
            var parts = values.map { value in
                catalogue.text(
                    .labelValue,
                    ["name": value.name, "value": number(value.value) { self.value($0, of: value.series, in: chart) }])
            }
            if let total {
                let look = Self.commonLook(of: values, in: chart)
                let text = number(total ?? .nan) {
                    locale.text($0, format: look.format, decimals: .upTo(6), unit: look.unit)
                }
                parts.append(
                    catalogue.text(.labelValue, ["name": catalogue.text(.labelTotal), "value": text]))
            }
            return catalogue.text(
                .labelRow,
                ["place": text(place, chart), "values": parts.joined(separator: catalogue.text(.separator))])
        }
    }

    /// A number; a dash for a missing one.
    private func number(_ value: Double, _ text: (Double) -> String) -> String { value.isNaN ? "–" : text(value) }

    /// The unit and the format of a total: those that all its series share.
    private static func commonLook(
        of values: [SelectionReading.SeriesValue], in chart: Chart
    ) -> (format: NumberFormat?, unit: String?) {
        var looks: [AxisLook] = []
        for value in values {
            let look = chart.axis(value.series.yAxis)?.options.look
            looks.append(AxisLook(unit: value.series.unit ?? look?.unit, format: look?.format))
        }
        guard let first = looks.first else { return (nil, nil) }
        return (
            looks.allSatisfy { $0.format == first.format } ? first.format : nil,
            looks.allSatisfy { $0.unit == first.unit } ? first.unit : nil
        )
    }

    private func text(_ place: SelectionReading.Place, _ chart: Chart) -> String {
        switch place {
        case .number(let x):
            return locale.text(x, format: nil, decimals: .upTo(6), unit: chart.xAxes[0].options.look?.unit)
        case .day(let x):
            guard !locale.isStandard else { return chart.label(of: place) }
            return locale.formats.text(CivilMoment(x, calendar: chart.calendar), \.numeric)
        case .time(let x, let digits):
            guard !locale.isStandard else { return chart.label(of: place) }
            let moment = CivilMoment(x, calendar: chart.calendar)
            return locale.formats.text(moment, \.numericTime, withSecond: \.numericTimeWithSecond, digits: digits)
        }
    }
}

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
