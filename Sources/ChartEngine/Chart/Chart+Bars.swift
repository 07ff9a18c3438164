import ChartSeries

extension Chart {
    /// How a series is drawn: by its own kind, as bars or candlesticks in a `calendar` window, else as a line.
    public func kind(of series: Series) -> SeriesKind {
        if let kind = series.kind { return kind }
        guard windowOptions.method == .calendar else { return .line }
        return (series.aggregate ?? windowOptions.aggregate) == .ohlc ? .candlestick : .bar
    }

    /// The range of the values of a y axis, extended to zero and to the totals of stacks where series need it.
    ///
    /// A stack adds up positive and negative values apart, from zero. A missing value adds nothing.
    ///
    /// - Parameters:
    ///   - axis: The axis.
    ///   - isInView: Whether only the rows in view count.
    ///   - values: The range of the columns' own values.
    /// - Returns: The extended range.
    func valueRangeWithBars(
        of axis: Axis, isInView: Bool, values: (low: Double, high: Double)
    ) -> (low: Double, high: Double) {
        var (low, high) = values
        var known: Set<String> = []
        for one in series where one.isVisible && one.yAxis == axis.id {
            if kind(of: one).isDrawnFromZero || one.stack != nil, axis.scale.contains(0) {
                (low, high) = (min(low, 0), max(high, 0))
            }
            guard let stack = one.stack, known.insert(stack).inserted else { continue }
            let members = series.filter { $0.isVisible && $0.yAxis == axis.id && $0.stack == stack }
            let rows = isInView ? visibleRows(of: one) : 0..<table.rowCount
            let stacked = table.stackedRange(ofColumns: members.map(\.column), rows: rows)
            if axis.scale.contains(stacked.minimum) { low = min(low, stacked.minimum) }
            if axis.scale.contains(stacked.maximum) { high = max(high, stacked.maximum) }
        }
        return (low, high)
    }

    /// The range of the rows on an x axis, extended by half a bar at each end.
    ///
    /// Half a bar is half the median distance of the rows, in positions.
    ///
    /// - Parameters:
    ///   - extent: The range of the rows.
    ///   - axis: The axis.
    /// - Returns: `extent` itself without bars, and where all rows have one x.
    func extentWithBars(_ extent: (first: Double, last: Double), on axis: Axis) -> (first: Double, last: Double) {
        let hasBars = series.contains { $0.isVisible && $0.xAxis == axis.id && kind(of: $0).hasWidth }
        guard hasBars, extent.first < extent.last else { return extent }
        let scale = axis.scale
        let (first, last) = (scale.position(of: extent.first), scale.position(of: extent.last))
        guard rowPosition == .x else { return (extent.first - 0.5, extent.last + 0.5) }
        let margin = (distanceOfAll(on: axis) ?? 0) / 2
        return (scale.value(at: first - margin), scale.value(at: last + margin))
    }
}
