import ChartSeries

extension Chart {
    /// How a series is drawn: as it says, else as bars where the window gathers rows into bars, else as a line.
    public func kind(of series: Series) -> SeriesKind {
        if let kind = series.kind { return kind }
        guard windowOptions.method == .calendar else { return .line }
        return (series.aggregate ?? windowOptions.aggregate) == .ohlc ? .candlestick : .bar
    }

    /// What the series that are drawn from zero and the stacks of a y axis span beyond the values of the columns.
    ///
    /// Positive and negative values of a stack are stacked apart, from zero; what is missing counts as nothing.
    ///
    /// - Parameters:
    ///   - axis: The axis.
    ///   - isInView: Whether the rows in view count alone.
    ///   - values: What the values of the columns themselves span.
    /// - Returns: What both span.
    func valueRangeWithBars(
        of axis: Axis, isInView: Bool, values: (low: Double, high: Double)
    ) -> (low: Double, high: Double) {
        var (low, high) = values
        var known: Set<String> = []
        for one in series where one.isVisible && one.yAxis == axis.id {
            if kind(of: one).standsOnZero || one.stack != nil, axis.scale.contains(0) {
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

    /// What a value of a series stands on: the values of the same sign of those below it in its stack.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - value: Its value.
    ///   - x: Where it is read.
    ///   - isInterpolated: Whether values between two rows are read.
    /// - Returns: The sum; 0 outside of a stack.
    func stackBase(of series: Series, under value: Double, at x: Double, isInterpolated: Bool) -> Double {
        var base = 0.0
        for one in seriesBelow(series) {
            value.stack(reading(of: one, at: x, isInterpolated: isInterpolated)?.y ?? .nan, onto: &base)
        }
        return base
    }

    /// What the rows span on an x axis together with the bars that stand on them: at each end half the smaller of the
    /// distances which the first and the last row have to their neighbours, on the positions of the axis's scale.
    ///
    /// - Parameters:
    ///   - extent: What the rows themselves span.
    ///   - axis: The axis.
    /// - Returns: `extent` itself without bars, and where all rows have one place.
    func extentWithBars(_ extent: (first: Double, last: Double), on axis: Axis) -> (first: Double, last: Double) {
        let hasBars = series.contains { $0.isVisible && $0.xAxis == axis.id && kind(of: $0).hasWidth }
        guard hasBars, extent.first < extent.last else { return extent }
        let scale = axis.scale
        let (first, last) = (scale.position(of: extent.first), scale.position(of: extent.last))
        guard rowPosition == .x else { return (extent.first - 0.5, extent.last + 0.5) }
        let second = place(ofRow: rows(at: extent.first).upperBound)
        let lastButOne = place(ofRow: rows(at: extent.last).lowerBound - 1)
        let margin = min(scale.position(of: second) - first, last - scale.position(of: lastButOne)) / 2
        return (scale.value(at: first - margin), scale.value(at: last + margin))
    }

    /// The rows of one place, as the window counts them.
    private func rows(at place: Double) -> Range<Int> {
        rowKey.map { table.rows(in: place...place, by: $0) } ?? table.rows(in: place...place)
    }

    private func place(ofRow row: Int) -> Double { rowKey?(table.x[row]) ?? table.x[row] }
}
