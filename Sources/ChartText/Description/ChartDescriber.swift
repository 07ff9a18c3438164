package import ChartEngine
import ChartSeries

/// Describes a chart in a locale.
///
/// All numbers come from the index of the rows: a description costs O(log n) for each series and part of the trend.
struct ChartDescriber {
    /// The most names in a sentence; of more, it tells the number.
    static let mostNames = 8

    let chart: Chart
    let locale: ChartLocale
    var catalogue: Catalogue { locale.language.catalogue }

    /// The whole description.
    func description() -> ChartDescription {
        let shown = chart.series.filter(\.isVisible)
        let window = window
        let text = joined([chart.caption.description, overview(of: shown), window.text].compactMap(\.self))
        let series = shown.map { SeriesDescriber(self, $0).description() }
        let (selection, hasSelection) = (selection, !chart.selection.hasNoRows || !chart.selection.series.isEmpty)
        let texts = ChartTexts(in: locale)
        let annotations = chart.drawnAnnotations.filter(chart.isInView).map { one in
            ChartDescription.Annotation(id: one.id, text: texts.sentence(of: one, in: chart))
        }
        return ChartDescription(
            locale: locale.tag, title: chart.caption.title ?? title(of: shown), text: text, window: window,
            axes: (chart.xAxes + chart.yAxes).map { .init(id: $0.id, text: self.text(of: $0)) }, series: series,
            selection: selection, annotations: annotations,
            summary: joined(
                [text] + series.map(\.text) + annotations.map(\.text) + (hasSelection ? [selection] : [])))
    }

    /// Sentences in a row.
    func joined(_ sentences: [String]) -> String { sentences.joined(separator: catalogue.text(.sentences)) }

    /// A name from outside, which keeps its own direction in a text from right to left.
    func name(_ name: String) -> String {
        locale.language.isRightToLeft ? "\u{2068}\(name)\u{2069}" : name
    }

    private func kind(of shown: [Series]) -> String {
        let kinds = Set(shown.map(chart.kind(of:)))
        guard kinds.count == 1, let kind = kinds.first else { return catalogue.text(.kindMixed) }
        return switch kind {
        case .line: catalogue.text(.kindLine)
        case .step: catalogue.text(.kindStep)
        case .area: catalogue.text(.kindArea)
        case .bar: catalogue.text(.kindBar)
        case .scatter: catalogue.text(.kindScatter)
        case .band: catalogue.text(.kindBand)
        case .candlestick: catalogue.text(.kindCandlestick)
        }
    }

    private func title(of shown: [Series]) -> String {
        guard !shown.isEmpty, shown.count <= Self.mostNames else {
            return catalogue.text(.titleEmpty, ["kind": kind(of: shown)])
        }
        return catalogue.text(.title, ["kind": kind(of: shown), "names": names(shown.map(\.name))])
    }

    private func overview(of shown: [Series]) -> String {
        guard !shown.isEmpty else { return catalogue.text(.chartEmpty, ["kind": kind(of: shown)]) }
        let count = locale.text(count: shown.count)
        guard shown.count <= Self.mostNames else {
            return catalogue.text(.chartMany, count: shown.count, ["kind": kind(of: shown), "count": count])
        }
        return catalogue.text(
            .chart, count: shown.count,
            ["kind": kind(of: shown), "count": count, "names": names(shown.map(\.name))])
    }

    /// Names in a list; the formatter isolates those of a text from right to left itself.
    private func names(_ names: [String]) -> String {
        names.count == 1 ? names.map(name)[0] : locale.list(names)
    }

    private var window: ChartDescription.Window {
        let axis = chart.xAxes[0]
        let count = chart.parts.reduce(0) { $0 + $1.chart.visibleRows.count }
        let range = chart.windowRange
        let places = axis.options.type == .category ? chart.ends(of: chart.visibleRows) : (range.min, range.max)
        let text = places.map { writer(of: axis, span: $0.1 - $0.0).range($0.0, $0.1) } ?? "–"
        return ChartDescription.Window(
            from: range.min, to: range.max,
            text: count == 0
                ? catalogue.text(.windowEmpty, ["range": text])
                : catalogue.text(
                    .windowRows, count: count, ["count": locale.text(count: count), "range": text]))
    }

    private func text(of axis: Axis) -> String {
        let isX = axis.dimension == .x
        var places: (Double, Double)? = (axis.visibleRange.min, axis.visibleRange.max)
        if axis.options.type == .category {
            places = chart.ends(of: chart.rows(in: axis.visibleRange))
        }
        let range = places.map { writer(of: axis, span: $0.1 - $0.0).range($0.0, $0.1) } ?? "–"
        let sentence =
            if let title = axis.options.look?.title {
                catalogue.text(isX ? .axisXTitled : .axisYTitled, ["title": name(title), "range": range])
            } else {
                catalogue.text(isX ? .axisX : .axisY, ["range": range])
            }
        return axis.options.type == .log ? joined([sentence, catalogue.text(.axisLogarithmic)]) : sentence
    }

    private var selection: String {
        let selection = chart.selection
        var sentences: [String] = []
        switch chart.selectionReading {
        case nil: break
        case .row:
            let label = ChartTexts(in: locale).selectionLabel(of: chart) ?? "–"
            sentences.append(catalogue.text(.selectionRow, ["label": label]))
        case .rows(let count, let first, let last):
            let range = writer(of: chart.xAxes[0], span: last.x - first.x).range(first.x, last.x)
            sentences.append(
                catalogue.text(.selectionRows, count: count, ["count": locale.text(count: count), "range": range]))
        }
        let chosen = chart.series.filter { selection.series.contains($0.id) }
        if !chosen.isEmpty {
            let count = locale.text(count: chosen.count)
            sentences.append(
                catalogue.text(
                    .selectionSeries,
                    ["names": chosen.count <= Self.mostNames ? names(chosen.map(\.name)) : count]))
        }
        return sentences.isEmpty ? catalogue.text(.selectionNone) : joined(sentences)
    }

    /// Writes places on an axis, as fine as a span of it needs.
    func writer(of axis: Axis, span: Double) -> PlaceWriter {
        let isDate =
            switch axis.options.type {
            case .number, .log: false
            case .date: true
            case .category: chart.table.xKind == .date
            }
        return PlaceWriter(
            locale: locale, calendar: isDate ? chart.calendar : nil, look: axis.options.look, span: span,
            secondDigits: isDate ? chart.secondDigits(on: axis) : nil)
    }
}

extension ChartDescription {
    /// Describes a chart in a locale.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - locale: The locale.
    /// - Complexity: O(log n) with an index for each visible series and each part of its trend.
    package init(of chart: Chart, in locale: ChartLocale) {
        self = ChartDescriber(chart: chart, locale: locale).description()
    }
}

extension Chart {
    /// The x of the first and of the last of some rows; `nil` without rows.
    fileprivate func ends(of rows: Range<Int>) -> (Double, Double)? {
        guard let last = rows.last else { return nil }
        return (table.x[rows.lowerBound], table.x[last])
    }
}
