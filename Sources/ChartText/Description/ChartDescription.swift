/// What a person who does not see a chart is told, in whole sentences and as numbers.
public struct ChartDescription: Sendable, Hashable {
    /// A value of a series with its x.
    public struct Place: Sendable, Hashable {
        /// The x: a number, or milliseconds since 1970.
        public let x: Double
        /// The value.
        public let y: Double
    }

    /// The rows that the chart shows.
    public struct Window: Sendable, Hashable {
        /// The least x.
        public let from: Double
        /// The greatest x.
        public let to: Double
        /// The rows and the range in words.
        public let text: String
    }

    /// An axis.
    public struct Axis: Sendable, Hashable {
        /// The id.
        public let id: String
        /// What it shows, in words.
        public let text: String
    }

    /// A visible series in the window.
    public struct Series: Sendable, Hashable {
        /// The id.
        public let id: String
        /// The name.
        public let name: String
        /// What it shows, in words.
        public let text: String
        /// The number of its values.
        public let count: Int
        /// The number of rows without a value.
        public let missing: Int
        /// The first value; `nil` without values.
        public let first: Place?
        /// The last value; `nil` without values.
        public let last: Place?
        /// The smallest value, at its first row; `nil` without values.
        public let minimum: Place?
        /// The largest value, at its first row; `nil` without values.
        public let maximum: Place?
        /// The mean of the values; `nil` without values, and where their sum is no double.
        public let mean: Double?
        /// The last value minus the first; `nil` without values, and where it is no double.
        public let change: Double?
        /// Where the values tend to go; `nil` for fewer than two.
        public let trend: Trend?
    }

    /// The BCP 47 tag of the texts.
    public let locale: String
    /// The title of the chart, or its kind and its series.
    public let title: String
    /// The chart as a whole: its author's description, its kind and its series, its window.
    public let text: String
    /// The rows that it shows.
    public let window: Window
    /// The x axes, then the y axes.
    public let axes: [Axis]
    /// The visible series, in drawing order.
    public let series: [Series]
    /// What is selected, in words.
    public let selection: String
    /// The chart, its visible series, and the selection if there is one, in one text.
    public let summary: String
}
