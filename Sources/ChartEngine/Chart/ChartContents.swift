public import ChartSeries

/// The contents of a chart: rows, axes and series.
public struct ChartContents: Sendable {
    /// The rows of the surface's dataset.
    public var table: Table
    /// The rows of the other datasets that the series name.
    public var others: [OtherRows] = []
    /// The axes of the rows' x, at least one.
    public var xAxes: [Axis]
    /// The axes of the columns' values, at least one.
    public var yAxes: [Axis]
    /// The plotted columns, in drawing order.
    public var series: [Series]
    /// Whether the rows are different ones, so that the old selection of rows is no longer valid.
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

extension Chart {
    /// Adapts the x axes to rows with a different kind of x.
    mutating func suitAxes(to newTable: Table, insteadOf old: Table) {
        xAxes = xAxes.map { $0.suited(to: newTable, insteadOf: old) }
    }

    /// The contents of the chart.
    public var contents: ChartContents {
        var contents = ChartContents(table: table, xAxes: xAxes, yAxes: yAxes, series: series)
        contents.others = others
        return contents
    }

    /// Shows different contents, and then changes axes.
    mutating func show(_ contents: ChartContents, changing changes: [AxisChange]) {
        show(contents)
        change(changes)
    }

    /// Changes axes, one after the other.
    mutating func change(_ changes: [AxisChange]) {
        for one in changes { change(axis: one.axis, options: one.options, visibleRange: one.visibleRange) }
    }

    /// Shows different rows, axes or series; series that stay keep their selection.
    mutating func show(_ contents: ChartContents) {
        suspendUpdates { chart in
            chart.table = contents.table
            chart.others = contents.others
            chart.xAxes = contents.xAxes
            chart.yAxes = contents.yAxes
            chart.series = contents.series
            if contents.hasOtherRows { chart.selection.rows = [] }
            chart.selection.others.removeAll { one in
                guard let dataset = one.source.dataset else { return false }
                return !contents.others.contains { $0.dataset == dataset }
            }
            chart.selection.series = contents.series.map(\.id).filter(chart.selection.series.contains)
            chart.measureData()
            chart.dropSelectionBeyondRows()
        }
    }
}

extension Axis {
    /// The axis for rows with a different kind of x: with their type and a new range.
    ///
    /// - Parameters:
    ///   - table: The new rows.
    ///   - old: The old rows.
    /// - Returns: The axis itself if both tables have one kind, or the axis does not have the type of the old rows.
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
    /// The type of the rows' x.
    public init(of table: Table) {
        switch table.xKind {
        case .date: self = .date
        case .number: self = .number
        }
    }
}
