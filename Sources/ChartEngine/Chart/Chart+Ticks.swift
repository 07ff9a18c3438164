import ChartSeries

extension Chart {
    /// The ticks of an axis over its visible range, in the surface's time zone.
    ///
    /// They lie inside the range, except with the rule `dateValues`. A range of whole days ends at the start of its
    /// last day, and the last tick is the noon of that day.
    public func ticks(of axis: Axis) -> AxisTicks {
        let range = axis.visibleRange
        let options = axis.options
        switch options.tickRule {
        case .automatic:
            switch options.type {
            case .number:
                return NumericTicks.axisTicks(
                    from: range.min, to: range.max, count: options.tickCount ?? 10,
                    minorsPerMajor: options.minorsPerMajor)
            case .date:
                return TimeTicks.axisTicks(
                    from: range.min, to: range.max, count: options.tickCount ?? 10, calendar: calendar,
                    minorsPerMajor: options.minorsPerMajor)
            case .log:
                return LogTicks.axisTicks(
                    from: range.min, to: range.max, count: options.tickCount ?? 10,
                    minorsPerMajor: options.minorsPerMajor)
            case .category:
                return CategoryTicks.axisTicks(
                    from: range.min, to: range.max, rowCount: table.rowCount, count: options.tickCount ?? 10,
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
