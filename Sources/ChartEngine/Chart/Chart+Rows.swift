public import ChartSeries

extension Chart {
    /// What the rows' x span as the window counts them: of whole days when the row unit is the day.
    public var rowExtent: (first: Double, last: Double)? {
        guard let extent = table.extent else { return nil }
        guard let key = rowKey else { return extent }
        return (key(extent.first), key(extent.last))
    }

    /// What of a row's x must lie in the window; `nil` is the x itself.
    var rowKey: (@Sendable (Double) -> Double)? { windowOptions.rowUnit.key(in: calendar) }

    /// The x that the window shows: the visible range of the x axis, or the hull of several.
    public var windowRange: AxisRange {
        var (low, high) = (xAxes[0].visibleRange.min, xAxes[0].visibleRange.max)
        for axis in xAxes.dropFirst() {
            (low, high) = (min(low, axis.visibleRange.min), max(high, axis.visibleRange.max))
        }
        return AxisRange(min: low, max: high) ?? xAxes[0].visibleRange
    }

    /// The rows of the window.
    public var visibleRows: Range<Int> {
        let range = windowRange.min...windowRange.max
        guard let rowKey else { return table.rows(in: range) }
        return table.rows(in: range, by: rowKey)
    }

    /// The rows that a client gets for the window, thinned out as the options say.
    public var window: Window {
        table.window(
            WindowRequest(
                from: windowRange.min, to: windowRange.max,
                columns: series.filter(\.isVisible).map(\.column), method: windowOptions.method,
                width: max(1, Int(min(length(of: xAxes[0]), 100_000).rounded(.up))),
                maximumRows: windowOptions.maximumRows, key: rowKey))
    }

    /// The row of the window that is nearest to a point along the first x axis, clamped to the plot area; of two equally
    /// near rows the earlier one.
    public func nearestVisibleRow(toPoint point: Double) -> Int? {
        let axis = xAxes[0]
        let clamped = min(max(point, 0), length(of: axis))
        return table.nearestRow(to: viewport(of: axis).invert(clamped), in: visibleRows)
    }

    /// Replaces the rows: measures them, ranges the axes that follow their data, and moves those that keep up.
    public mutating func setTable(_ newTable: Table) {
        suspendUpdates { chart in
            chart.table = newTable
            chart.measureData()
            guard let last = chart.rowExtent?.last else { return }
            for index in chart.xAxes.indices { chart.xAxes[index].follow(lastRow: last) }
            chart.dropSelectionBeyondRows()
        }
    }

    /// Shows or hides a series and ranges the axes that follow their data.
    public mutating func setVisible(_ isVisible: Bool, series id: String) {
        suspendUpdates { chart in
            for index in chart.series.indices where chart.series[index].id == id {
                chart.series[index].isVisible = isVisible
            }
            chart.measureData()
        }
    }

    mutating func measureData() {
        let extent = rowExtent
        for index in xAxes.indices { xAxes[index].dataChanged(extent?.first, extent?.last) }
        for index in yAxes.indices {
            let range = valueRange(ofAxis: yAxes[index].id, rows: 0..<table.rowCount)
            yAxes[index].dataChanged(range?.low, range?.high)
        }
    }

    func valueRange(ofAxis id: String, rows: Range<Int>) -> (low: Double, high: Double)? {
        var hull: (low: Double, high: Double)?
        for one in series where one.isVisible && one.yAxis == id {
            guard let range = table.valueRange(ofColumn: one.column, rows: rows) else { continue }
            hull = (min(hull?.low ?? range.minimum, range.minimum), max(hull?.high ?? range.maximum, range.maximum))
        }
        return hull
    }
}

extension WindowOptions.RowUnit {
    /// What of a row's x must lie in the window; `nil` is the x itself.
    public func key(in calendar: CivilCalendar) -> (@Sendable (Double) -> Double)? {
        switch self {
        case .instant: nil
        case .day: { calendar.startOfDay($0) }
        }
    }
}
