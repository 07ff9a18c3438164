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
    /// The titles of axes, by the axis's id.
    package var axisTitles: [String: String] = [:]
    /// The names of series, by the series' id.
    package var seriesNames: [String: String] = [:]
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
        for one in chart.series { seriesNames[one.id] = EnglishTexts.name(of: one, on: chart) }
        for axis in chart.xAxes + chart.yAxes { axisTitles[axis.id] = EnglishTexts.title(of: axis) }
        tickLabels = { ticks, _ in ticks.labels }
        position = { place, axis in english.position(place, on: axis) }
        reading = { amount, _ in EnglishTexts.reading(amount) }
        marker = { amount, _ in EnglishTexts.number(amount) }
    }
}

/// What people hear who do not see a picture.
package struct PictureCaption: Sendable {
    /// The name of the picture.
    package var name: String
    /// What it shows, in sentences.
    package var description: String

    /// Creates a caption.
    package init(name: String, description: String) {
        self.name = name
        self.description = description
    }

    /// Makes the caption of a chart in American English.
    init(of chart: Chart, saying texts: PictureTexts) {
        let names = chart.series.filter(\.isVisible).map { texts.seriesNames[$0.id] ?? $0.name }
        name = texts.title ?? (names.isEmpty ? "Chart" : "Chart of \(names.joined(separator: ", "))")
        description = EnglishTexts(chart: chart).description(of: chart, names: names)
    }
}
