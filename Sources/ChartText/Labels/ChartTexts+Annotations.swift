package import ChartEngine
import ChartSeries
import Foundation

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
