import ChartSeries
import Gestures

/// The bars of a chart: their widths, and those of civil units.
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

/// The bars by which a chart measured its y axes.
struct BarMeasure: Sendable {
    /// The visible range of each x axis at that time.
    var ranges: [AxisRange]
    /// The size of the plot area at that time.
    var size: ChartSize
    /// The step of the bars.
    var step: CalendarStep
    /// Whether they are the bars of all rows; if those were too many, they are the bars in view.
    var isOfAllRows: Bool
    /// Whether every visible range gives the same bars.
    var isSteady: Bool
}

extension Chart {
    /// Whether the window aggregates rows into bars of civil time, which are then the data.
    var showsBars: Bool { windowOptions.method == .calendar && table.xKind == .date && rowPosition == .x }

    /// The step of the window's bars; `nil` without bars.
    var barStep: CalendarStep? {
        guard showsBars else { return nil }
        if let measure = barMeasure.value,
            measure.isSteady || (measure.size == size && measure.ranges == xAxes.map(\.visibleRange))
        {
            return measure.step
        }
        return hasParts ? longestBarStep : table.barStep(of: windowRequests(beyond: 0))
    }

    /// Keeps the step of the bars, whatever the size of the plot becomes.
    mutating func holdBarStep() { heldStep = barStep.map { .some($0) } ?? .none }

    /// The column of a series and its aggregate in bars.
    func gathered(_ series: Series) -> GatheredColumn {
        let aggregate =
            series.ohlc != nil && kind(of: series) == .candlestick ? .last : series.aggregate ?? windowOptions.aggregate
        return GatheredColumn(
            column: series.column, aggregate: table.aggregate(aggregate, ofColumn: series.column))
    }

    /// The largest number of bars of all rows by which y axes are measured; ten years of days fit.
    private static let mostMeasuredBars = 4_096

    /// The number of readings that take as long as measuring the bars of one series.
    static let barWork = mostMeasuredBars / 16

    /// The bars of all rows; `nil` without bars, or with more than ``mostMeasuredBars``.
    private var allBars: [CalendarBucket]? {
        barStep.flatMap {
            table.bars(
                in: [0..<table.rowCount], step: $0, limit: Self.mostMeasuredBars, civil: calendar.civilSteps)
        }
    }

    /// The bars in the window.
    var visibleBars: [CalendarBucket] {
        barStep.flatMap {
            table.bars(
                in: [visibleRows], step: $0, limit: windowOptions.maximumRows, civil: calendar.civilSteps)
        } ?? []
    }

    /// The numbers of a series in a bar.
    func values(of bar: CalendarBucket, _ series: Series) -> [Double] {
        table.values(of: bar, gathered(series), isPositive: axis(series.yAxis)?.scale == .logarithmic)
    }

    /// The value of a series in a bar: its number, or the close of four; `nil` without one.
    func value(of bar: CalendarBucket, _ series: Series) -> Double? {
        values(of: bar, series).last.flatMap { $0.isNaN ? nil : $0 }
    }

    /// Measures the bars again if the visible ranges changed them, and ranges the y axes that follow them.
    ///
    /// - Complexity: The bars of all rows for each series if their step changed; the bars in view if those are too
    ///   many.
    mutating func measureMovedBars() {
        guard showsBars else { return }
        let ranges = xAxes.map(\.visibleRange)
        guard let old = barMeasure.value else {
            noteBars()
            measureValues()
            return
        }
        guard !old.isSteady, old.ranges != ranges || old.size != size else { return }
        noteBars()
        guard !old.isOfAllRows || old.step != barMeasure.value?.step else { return }
        measureValues()
    }

    /// Stores the step of the bars for the visible ranges, if there are bars.
    mutating func noteBars() {
        barMeasure = .none
        guard let step = barStep else { return }
        var measure = BarMeasure(
            ranges: xAxes.map(\.visibleRange), size: size, step: step, isOfAllRows: false, isSteady: false)
        barMeasure = .some(measure)
        guard !hasParts, let bars = allBars else { return }
        measure.isOfAllRows = true
        measure.isSteady = windowOptions.unit != nil && bars.count <= windowOptions.maximumRows
        barMeasure = .some(measure)
    }

    /// The range of the values of a y axis's visible series in bars, with stacks and zero as drawn.
    ///
    /// - Parameters:
    ///   - axis: The axis.
    ///   - isInView: Whether only the bars in view count; they do too if the bars of all rows are too many.
    /// - Returns: `nil` without a value.
    func barRange(of axis: Axis, isInView: Bool) -> (low: Double, high: Double)? {
        let bars = isInView ? visibleBars : allBars ?? visibleBars
        var hull: (low: Double, high: Double)?
        func add(_ one: Double) {
            guard !one.isNaN, axis.scale.contains(one) else { return }
            hull = (min(hull?.low ?? one, one), max(hull?.high ?? one, one))
        }
        var stacks: [String: [(above: Double, below: Double)]] = [:]
        for one in series where one.isVisible && one.yAxis == axis.id {
            let rows = isInView ? visibleRows(of: one) : 0..<table.rowCount
            for (place, bar) in bars.enumerated() where rows.overlaps(bar.rows) {
                let values = sources(of: one).reversed().flatMap { self.values(of: bar, $0) }
                for value in values { add(value) }
                guard let stack = one.stack, let value = values.last, !value.isNaN else { continue }
                var totals = stacks[stack] ?? Array(repeating: (0, 0), count: bars.count)
                stacks[stack] = nil
                if value > 0 { totals[place].above += value } else { totals[place].below += value }
                add(totals[place].above)
                add(totals[place].below)
                stacks[stack] = totals
            }
            if kind(of: one).isDrawnFromZero || one.stack != nil, hull != nil { add(0) }
        }
        return hull
    }

    /// The range of the rows on an x axis as bars, from the start of the first bar to the start of the last.
    ///
    /// Bars with a width get half the shorter of these two steps on each side. The range includes the last row, so that
    /// its bar is in the window.
    func extentOfBars(_ extent: (first: Double, last: Double), on axis: Axis) -> (first: Double, last: Double) {
        let hasWidth = series.contains { $0.isVisible && $0.xAxis == axis.id && kind(of: $0).hasWidth }
        var whole = windowRequests(beyond: 0)[0]
        (whole.from, whole.to) = (extent.first, extent.last)
        guard let step = table.barStep(of: [whole]) else { return extent }
        let steps = calendar.civilSteps
        let (first, last) = (steps(extent.first, step), steps(extent.last, step))
        guard first.start.isFinite, last.end.isFinite else { return extent }
        let margin = hasWidth ? min(first.end - first.start, last.end - last.start) / 2 : 0
        return (min(first.start - margin, extent.first), max(last.start + margin, extent.last))
    }
}
