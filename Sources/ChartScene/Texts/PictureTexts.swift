package import ChartEngine
import ChartSeries

/// What a picture says, in one language.
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
    package var direction: Direction
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
    /// Writes what a `measure` tells, line by line.
    package var measurement: @Sendable (_ measured: AnnotationMeasurement, _ annotation: Annotation) -> [String]

    /// Makes the texts of a chart: its names and titles are those of its author, the rest is in the language.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - language: The language as a BCP 47 tag.
    ///   - direction: The direction of its texts.
    ///   - tickLabels: Writes the labels of an axis's major ticks.
    ///   - position: Writes a position on an x axis.
    ///   - reading: Writes a value of a y axis.
    ///   - marker: Writes a value that a marker shows.
    ///   - measurement: Writes what a `measure` tells, line by line.
    package init(
        of chart: Chart, language: String, direction: Direction,
        tickLabels: @escaping @Sendable (AxisTicks, Axis) -> [String],
        position: @escaping @Sendable (Double, Axis) -> String,
        reading: @escaping @Sendable (Double, Axis) -> String,
        marker: @escaping @Sendable (Double, Axis) -> String,
        measurement: @escaping @Sendable (AnnotationMeasurement, Annotation) -> [String] = { _, _ in [] }
    ) {
        (self.language, self.direction) = (language, direction)
        (self.tickLabels, self.position, self.reading, self.marker) = (tickLabels, position, reading, marker)
        self.measurement = measurement
        title = chart.caption.title
        for one in chart.series { seriesNames[one.id] = Self.name(of: one, on: chart) }
        for axis in chart.xAxes + chart.yAxes { axisTitles[axis.id] = Self.title(of: axis) }
    }

    /// The series' own name, or a title made from the name of its column: `temp_max` becomes "Temp max".
    private static func name(of series: Series, on chart: Chart) -> String {
        let column = chart.table(of: series).columns[series.column].name
        guard series.name == column else { return series.name }
        let words = column.map { $0 == "_" || $0 == "-" ? " " : $0 }
        return String(words.prefix(1)).uppercased() + String(words.dropFirst())
    }

    /// The title of an axis with its unit; `nil` without both.
    private static func title(of axis: Axis) -> String? {
        guard let look = axis.options.look else { return nil }
        guard let title = look.title else { return look.unit }
        return look.unit.map { "\(title) (\($0))" } ?? title
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
}
