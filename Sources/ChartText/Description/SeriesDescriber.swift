import ChartEngine
import ChartSeries

/// Describes a series of a chart.
struct SeriesDescriber {
    private let chart: ChartDescriber
    private let series: Series
    private let table: Table
    private let column: Int
    private let rows: Range<Int>
    private let summary: ValueSummary
    private let places: PlaceWriter
    private let look: AxisLook?
    private var locale: ChartLocale { chart.locale }
    private var catalogue: Catalogue { chart.catalogue }
    private var name: String { chart.name(series.name) }

    init(_ describer: ChartDescriber, _ series: Series) {
        chart = describer
        self.series = series
        let chart = describer.chart
        let (part, own) = chart.part(of: series)
        (table, column) = (part.table, own.column)
        rows = chart.visibleRows(of: series)
        summary = table.summary(ofColumn: own.column, rows: rows)
        look = chart.axis(series.yAxis)?.options.look
        let span = rows.last.map { [rows] in part.table.x[$0] - part.table.x[rows.lowerBound] }
        places = describer.writer(of: chart.axis(series.xAxis) ?? chart.xAxes[0], span: span ?? 0)
    }

    /// The description.
    func description() -> ChartDescription.Series {
        let trend = Trend(
            of: table.means(ofColumn: column, rows: rows, parts: Trend.mostPoints))
        let ends = (first: summary.firstRow.map(place), last: summary.lastRow.map(place))
        let minimum = summary.extremes.map { place($0.minimumRow) }
        let maximum = summary.extremes.map { place($0.maximumRow) }
        var change: Double?
        if let first = ends.first, let last = ends.last, (last.y - first.y).isFinite { change = last.y - first.y }
        return ChartDescription.Series(
            id: series.id, name: series.name,
            text: text(ends.first, ends.last, minimum, maximum, change: change, trend: trend), count: summary.count,
            missing: summary.missingCount, first: ends.first, last: ends.last, minimum: minimum, maximum: maximum,
            mean: summary.mean, change: change, trend: trend)
    }

    private func place(_ row: Int) -> ChartDescription.Place {
        ChartDescription.Place(x: table.x[row], y: table.columns[column].values[row])
    }

    private func text(
        _ first: ChartDescription.Place?, _ last: ChartDescription.Place?, _ minimum: ChartDescription.Place?,
        _ maximum: ChartDescription.Place?, change: Double?, trend: Trend?
    ) -> String {
        guard let first, let last, let minimum, let maximum else {
            return catalogue.text(.seriesNone, ["name": name])
        }
        let decimals = Decimals.showing(span: maximum.y - minimum.y)
        let value = { (number: Double) in
            locale.text(number, format: look?.format, decimals: decimals, unit: series.unit ?? look?.unit)
        }
        let isSingle = summary.count == 1
        var sentences = [
            isSingle
                ? catalogue.text(
                    .seriesOne, ["name": name, "value": value(first.y), "place": places.text(first.x)])
                : catalogue.text(
                    .seriesCount, count: summary.count, ["name": name, "count": locale.text(count: summary.count)])
        ]
        if summary.missingCount > 0 {
            sentences.append(
                catalogue.text(
                    .seriesMissing, count: summary.missingCount, ["count": locale.text(count: summary.missingCount)]))
        }
        guard !isSingle else { return chart.joined(sentences) }
        sentences += [
            catalogue.text(
                .seriesEnds,
                [
                    "first": value(first.y), "firstPlace": places.text(first.x),
                    "last": value(last.y), "lastPlace": places.text(last.x),
                ]),
            catalogue.text(
                .seriesExtremes,
                [
                    "minimum": value(minimum.y), "minimumPlace": places.text(minimum.x),
                    "maximum": value(maximum.y), "maximumPlace": places.text(maximum.x),
                ]),
        ]
        if let mean = summary.mean { sentences.append(catalogue.text(.seriesMean, ["mean": value(mean)])) }
        if let change { sentences.append(text(ofChange: change, value)) }
        if let trend { sentences.append(text(of: trend)) }
        return chart.joined(sentences)
    }

    private func text(ofChange change: Double, _ value: (Double) -> String) -> String {
        guard change != 0 else { return catalogue.text(.changeNone) }
        return catalogue.text(change > 0 ? .changeUp : .changeDown, ["change": value(change.magnitude)])
    }

    private func text(of trend: Trend) -> String {
        switch trend {
        case .rising: catalogue.text(.trendRising)
        case .falling: catalogue.text(.trendFalling)
        case .flat: catalogue.text(.trendFlat)
        case .mixed: catalogue.text(.trendMixed)
        }
    }
}
