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
    /// Gives x axes of numbers or dates the kind of other rows; one that has shown no rows yet ranges itself by them.
    mutating func suitAxes(to newTable: Table) {
        xAxes = xAxes.map { $0.suited(to: newTable, insteadOf: table) }
    }

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

extension Axis {
    /// The axis for other rows: of their kind, and ranged anew, where it was of the kind of the old ones.
    ///
    /// - Parameters:
    ///   - table: The rows to come.
    ///   - old: The rows so far.
    /// - Returns: The axis itself where both are of one kind, or it is of another kind than the old ones.
    public func suited(to table: Table, insteadOf old: Table) -> Axis {
        guard table.xKind != old.xKind, options.type == AxisType(of: old) else { return self }
        var options = options
        options.type = AxisType(of: table)
        options.visibleRangeLimit = .none
        options.minimumSpan = nil
        options.maximumSpan = nil
        options.tickRule = .automatic
        return Axis(id: id, dimension: dimension, options: options)
    }
}

extension AxisType {
    /// What the x of rows are.
    public init(of table: Table) {
        switch table.xKind {
        case .date: self = .date
        case .number: self = .number
        }
    }
}
