package import ChartEngine

/// What a picture says, in one language.
///
/// ``init(of:)`` makes the English texts of a chart; another language replaces what it writes differently.
package struct PictureTexts: Sendable {
    /// The direction in which people read a language.
    package enum Direction: String, Sendable, Hashable, CaseIterable {
        /// From left to right.
        case leftToRight = "ltr"
        /// From right to left.
        case rightToLeft = "rtl"
    }

    /// The language as a BCP 47 tag.
    package var language: String
    /// The direction of the texts; it moves no axis.
    package var direction = Direction.leftToRight
    /// The title above the chart; `nil` for none.
    package var title: String?
    /// The name of the picture for people who do not see it.
    package var name: String
    /// What the picture shows, in sentences.
    package var description: String
    /// The titles of axes, by the axis's id.
    package var axisTitles: [String: String] = [:]
    /// The names of series, by the series' id.
    package var seriesNames: [String: String] = [:]
    /// The selected rows in words; `nil` without any.
    package var selection: String?
    /// Writes the labels of an axis's major ticks.
    package var tickLabels: @Sendable (_ ticks: AxisTicks, _ axis: Axis) -> [String]
    /// Writes a position on an x axis.
    package var position: @Sendable (_ place: Double, _ axis: Axis) -> String
    /// Writes a value of a y axis; NaN is a missing one.
    package var reading: @Sendable (_ amount: Double, _ axis: Axis) -> String
    /// Writes a value that a marker shows on its y axis; NaN is a missing one.
    package var marker: @Sendable (_ amount: Double, _ axis: Axis) -> String

    /// Makes the texts of a chart in American English.
    package init(of chart: Chart) {
        let english = EnglishTexts(chart: chart)
        language = "en-US"
        title = chart.caption.title
        let seriesNames = chart.series.reduce(into: [String: String]()) { names, one in
            names[one.id] = EnglishTexts.name(of: one, on: chart)
        }
        self.seriesNames = seriesNames
        for axis in chart.xAxes + chart.yAxes { axisTitles[axis.id] = EnglishTexts.title(of: axis) }
        selection = chart.selection.label
        tickLabels = { ticks, _ in ticks.labels }
        position = { place, axis in english.position(place, on: axis) }
        reading = { amount, _ in EnglishTexts.reading(amount) }
        marker = { amount, _ in EnglishTexts.number(amount) }
        let names = chart.series.filter(\.isVisible).map { seriesNames[$0.id] ?? $0.name }
        name = title ?? (names.isEmpty ? "Chart" : "Chart of \(names.joined(separator: ", "))")
        description = english.description(of: chart, names: names)
    }
}
