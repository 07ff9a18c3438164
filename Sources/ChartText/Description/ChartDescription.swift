/// What a person who does not see a chart is told, in whole sentences and as numbers.
package struct ChartDescription: Sendable, Hashable {
    /// A value of a series with its x.
    package struct Place: Sendable, Hashable {
        /// The x: a number, or milliseconds since 1970.
        package let x: Double
        /// The value.
        package let y: Double
    }

    /// The rows that the chart shows.
    package struct Window: Sendable, Hashable {
        /// The least x.
        package let from: Double
        /// The greatest x.
        package let to: Double
        /// The rows and the range in words.
        package let text: String
    }

    /// An axis.
    package struct Axis: Sendable, Hashable {
        /// The id.
        package let id: String
        /// What it shows, in words.
        package let text: String
    }

    /// An annotation.
    package struct Annotation: Sendable, Hashable {
        /// The id.
        package let id: String
        /// What it is, where it is and what it says, in words.
        package let text: String
    }

    /// A visible series in the window.
    package struct Series: Sendable, Hashable {
        /// The id.
        package let id: String
        /// The name.
        package let name: String
        /// What it shows, in words.
        package let text: String
        /// The number of its values.
        package let count: Int
        /// The number of rows without a value.
        package let missing: Int
        /// The first value; `nil` without values.
        package let first: Place?
        /// The last value; `nil` without values.
        package let last: Place?
        /// The smallest value, at its first row; `nil` without values.
        package let minimum: Place?
        /// The largest value, at its first row; `nil` without values.
        package let maximum: Place?
        /// The mean of the values; `nil` without values, and where their sum is no double.
        package let mean: Double?
        /// The last value minus the first; `nil` without values, and where it is no double.
        package let change: Double?
        /// Where the values tend to go; `nil` for fewer than two.
        package let trend: Trend?
    }

    /// The BCP 47 tag of the texts.
    package let locale: String
    /// The title of the chart, or its kind and its series.
    package let title: String
    /// The chart as a whole: its author's description, its kind and its series, its window.
    package let text: String
    /// The rows that it shows.
    package let window: Window
    /// The x axes, then the y axes.
    package let axes: [Axis]
    /// The visible series, in drawing order.
    package let series: [Series]
    /// What is selected, in words.
    package let selection: String
    /// The annotations in view, in drawing order.
    package let annotations: [Annotation]
    /// The chart, its visible series, its annotations, and the selection if there is one, in one text.
    package let summary: String
}
