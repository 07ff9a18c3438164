public import ChartSeries

/// What a chart shows: rows, axes and series.
public struct ChartContents: Sendable {
    /// The rows.
    public var table: Table
    /// The axes of the rows' x, at least one.
    public var xAxes: [Axis]
    /// The axes of the columns' values, at least one.
    public var yAxes: [Axis]
    /// The plotted columns, in drawing order.
    public var series: [Series]
    /// Whether the rows are other ones than before, so that a selection of rows means nothing any more.
    public var hasOtherRows = false

    /// Creates contents.
    public init(table: Table, xAxes: [Axis], yAxes: [Axis], series: [Series]) {
        precondition(!xAxes.isEmpty && !yAxes.isEmpty, "a chart has an axis of either dimension")
        self.table = table
        self.xAxes = xAxes
        self.yAxes = yAxes
        self.series = series
    }
}

/// What is to be set about an axis.
public struct AxisChange: Sendable {
    /// The axis's name.
    public var axis: String
    /// What can be set, all of it.
    public var options: AxisOptions
    /// The values to show; `nil` leaves them.
    public var visibleRange: AxisRange?

    /// Creates a change.
    public init(axis: String, options: AxisOptions, visibleRange: AxisRange?) {
        self.axis = axis
        self.options = options
        self.visibleRange = visibleRange
    }
}

extension Chart {
    /// What the chart shows.
    public var contents: ChartContents {
        ChartContents(table: table, xAxes: xAxes, yAxes: yAxes, series: series)
    }

    /// Shows other rows, axes or series; what is in both keeps its state.
    mutating func show(_ contents: ChartContents) {
        suspendUpdates { chart in
            chart.table = contents.table
            chart.xAxes = contents.xAxes
            chart.yAxes = contents.yAxes
            chart.series = contents.series
            if contents.hasOtherRows { chart.selection.rows = [] }
            chart.selection.series = contents.series.map(\.id).filter(chart.selection.series.contains)
            chart.measureData()
            chart.dropSelectionBeyondRows()
        }
    }
}
