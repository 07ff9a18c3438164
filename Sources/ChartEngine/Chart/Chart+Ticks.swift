import ChartSeries

extension Chart {
    /// The ticks of an axis over its visible range, in the surface's time zone.
    ///
    /// They lie inside the range, except with the rule `dateValues`. A range of whole days ends at the start of its
    /// last day, and the last tick is the noon of that day.
    public func ticks(of axis: Axis) -> AxisTicks { ticks(of: axis, over: axis.visibleRange, length: 1) }

    /// The places of the ticks of an axis with those beyond its range, for a client that moves what it has drawn.
    ///
    /// - Parameters:
    ///   - axis: The axis.
    ///   - share: The share of the axis's length by which the range reaches farther at either end.
    /// - Returns: The major and the minor ticks; where those inside would be others, none beyond.
    public func tickPlaces(of axis: Axis, beyond share: Double) -> (major: [Double], minor: [Double]) {
        let own = ticks(of: axis)
        guard share > 0, axis.options.tickRule == .automatic else { return (own.major, own.minor) }
        let more = ticks(of: axis, over: axis.visibleRange(beyond: share), length: 1 + 2 * share)
        guard more.major.filter(axis.visibleRange.contains) == own.major else { return (own.major, own.minor) }
        return (more.major, more.minor)
    }

    /// The ticks over a range that is some times as long as the axis.
    private func ticks(of axis: Axis, over range: AxisRange, length: Double) -> AxisTicks {
        let options = axis.options
        let count = Int((Double(options.tickCount ?? 10) * length).rounded())
        switch options.tickRule {
        case .automatic:
            switch options.type {
            case .number:
                return NumericTicks.axisTicks(
                    from: range.min, to: range.max, count: count,
                    minorsPerMajor: options.minorsPerMajor)
            case .date:
                return TimeTicks.axisTicks(
                    from: range.min, to: range.max, count: count, calendar: calendar,
                    minorsPerMajor: options.minorsPerMajor)
            case .log:
                return LogTicks.axisTicks(
                    from: range.min, to: range.max, count: count,
                    minorsPerMajor: options.minorsPerMajor)
            case .category:
                return CategoryTicks.axisTicks(
                    from: range.min, to: range.max, rowCount: table.rowCount, count: count,
                    minorsPerMajor: options.minorsPerMajor, labels: categoryLabels)
            }
        case .countValues:
            let ticks = CountValuesRule.axisTicks(
                maximum: axis.dataRange?.max ?? range.max, count: options.tickCount ?? CountValuesRule.defaultCount)
            return ticks.limited(to: range)
        case .dateValues:
            return DateValuesRule.axisTicks(
                from: range.min, to: range.max, count: options.tickCount ?? 4, calendar: calendar)
        }
    }
}

extension Chart {
    private func categoryLabels(of rows: [Int]) -> [String] {
        let x = rows.map { table.x[$0] }
        return switch table.xKind {
        case .number: CategoryTicks.labels(ofNumbers: x)
        case .date: CategoryTicks.labels(ofInstants: x, calendar: calendar)
        }
    }
}

extension AxisTicks {
    /// The ticks inside a range.
    fileprivate func limited(to range: AxisRange) -> AxisTicks {
        let kept = major.indices.filter { range.contains(major[$0]) }
        return AxisTicks(
            major: kept.map { major[$0] }, minor: minor.filter(range.contains), labels: kept.map { labels[$0] })
    }
}
