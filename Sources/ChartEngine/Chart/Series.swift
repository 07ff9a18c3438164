public import ChartSeries

/// One plotted column.
public struct Series: Sendable, Hashable, Codable {
    /// The series' name within its surface, unique.
    public let id: String
    /// The index of the column in the table.
    public let column: Int
    /// The id of its x axis.
    public let xAxis: String
    /// The id of its y axis.
    public let yAxis: String
    /// The name for people.
    public var name: String
    /// A CSS colour, or none for the client's choice.
    public var color: String?
    /// Whether the series is drawn.
    public var isVisible: Bool
    /// How the series is drawn; `nil` leaves it to the window, see ``Chart/kind(of:)``.
    public var kind: SeriesKind?
    /// What the series is stacked with: those of the same name on the same axes, in their order.
    public var stack: String?
    /// What the bars of a window tell of the series; `nil` leaves it to the window.
    public var aggregate: Aggregate?

    /// Creates a series.
    public init(
        id: String, column: Int, xAxis: String, yAxis: String, name: String, color: String? = nil,
        isVisible: Bool = true, kind: SeriesKind? = nil, stack: String? = nil,
        aggregate: Aggregate? = nil
    ) {
        self.id = id
        self.column = column
        self.xAxis = xAxis
        self.yAxis = yAxis
        self.name = name
        self.color = color
        self.isVisible = isVisible
        self.kind = kind
        self.stack = stack
        self.aggregate = aggregate
    }
}
