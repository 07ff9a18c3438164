package import ChartEngine
import ChartSeries

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
