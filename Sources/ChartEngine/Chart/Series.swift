public import ChartSeries

/// One plotted column.
///
/// ```swift
/// let series = Series(id: "close", column: 3, xAxis: "x", yAxis: "y", name: "Close", kind: .line, unit: "EUR")
/// assert(series.isVisible && series.stack == nil)
/// ```
public struct Series: Sendable, Hashable, Codable {
    /// The series' id, unique on its surface.
    public let id: String
    /// The index of the column in the table.
    public let column: Int
    /// The id of its x axis.
    public let xAxis: String
    /// The id of its y axis.
    public let yAxis: String
    /// The name to display.
    public var name: String
    /// A CSS colour; `nil` leaves it to the client.
    public var color: String?
    /// Whether the series is drawn.
    public var isVisible: Bool
    /// How the series is drawn; `nil` follows the window, see ``Chart/kind(of:)``.
    public var kind: SeriesKind?
    /// The name of the stack; series of one name on one y axis are stacked in their order.
    public var stack: String?
    /// How bars aggregate the series; `nil` follows the window.
    public var aggregate: Aggregate?
    /// The unit of the values, such as `°C`; `nil` for that of the y axis.
    public var unit: String?
    /// The lengths in points of the dashes of the line and of the gaps between them; `nil` for an unbroken line.
    public var dash: [Double]?
    /// The columns of the open, high, low and close of a candlestick series; `nil` finds them by their names.
    public var ohlc: CandleColumns?

    /// Creates a series.
    public init(
        id: String, column: Int, xAxis: String, yAxis: String, name: String, color: String? = nil,
        isVisible: Bool = true, kind: SeriesKind? = nil, stack: String? = nil,
        aggregate: Aggregate? = nil, unit: String? = nil, dash: [Double]? = nil,
        ohlc: CandleColumns? = nil
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
        self.unit = unit
        self.dash = dash
        self.ohlc = ohlc
    }

    /// The series of one number of its candlesticks, with another column.
    func part(_ role: CandlePart.Role, column: Int) -> Series {
        Series(
            id: id, column: column, xAxis: xAxis, yAxis: yAxis, name: name, color: color, isVisible: isVisible,
            kind: kind,
            aggregate: role.aggregate, unit: unit)
    }
}

/// The columns of the four numbers of candlesticks, by their positions in the table.
public struct CandleColumns: Sendable, Hashable, Codable {
    /// The column of the first value.
    public var open: Int
    /// The column of the largest value.
    public var high: Int
    /// The column of the smallest value.
    public var low: Int
    /// The column of the last value.
    public var close: Int

    /// Creates columns.
    public init(open: Int, high: Int, low: Int, close: Int) {
        self.open = open
        self.high = high
        self.low = low
        self.close = close
    }

    /// The column of a number.
    public subscript(role: CandlePart.Role) -> Int {
        switch role {
        case .open: open
        case .high: high
        case .low: low
        case .close: close
        }
    }
}
