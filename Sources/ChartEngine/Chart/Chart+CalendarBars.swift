import ChartSeries
import Gestures

/// The bars that a chart was measured with.
struct BarMeasure: Sendable {
    /// What each x axis showed.
    var ranges: [AxisRange]
    /// The size of the plot area.
    var size: ChartSize
    /// The step of the bars.
    var step: CalendarStep
    /// Whether the bars of all rows were measured; `false` when they were too many, and those in view were.
    var isOfAllRows: Bool
    /// Whether no other visible range makes other bars of the rows.
    var isSteady: Bool
}

extension Chart {
    /// Whether the window gathers rows into bars of civil time, which are the data then.
    var showsBars: Bool { windowOptions.method == .calendar && table.xKind == .date && rowPosition == .x }

    /// The step of the bars of the window.
    var barStep: CalendarStep? {
        guard showsBars else { return nil }
        if let measure = barMeasure.value,
            measure.isSteady || (measure.size == size && measure.ranges == xAxes.map(\.visibleRange))
        {
            return measure.step
        }
        return table.barStep(of: windowRequests)
    }

    /// What a bar tells of a series.
    func gathered(_ series: Series) -> GatheredColumn {
        let aggregate = series.aggregate ?? windowOptions.aggregate
        return GatheredColumn(
            column: series.column, aggregate: table.aggregate(aggregate, ofColumn: series.column))
    }

    /// The most bars of all rows that y axes are measured with: ten years of days.
    static let mostMeasuredBars = 4_096

    /// How many readings take as long as to measure the bars of one series.
    static let barWork = mostMeasuredBars / 16

    /// The bars of all rows; `nil` when they are more than y axes are measured with, or where the window has none.
    private var allBars: [CalendarBucket]? {
        barStep.flatMap {
            table.bars(
                in: [0..<table.rowCount], step: $0, limit: Self.mostMeasuredBars, civil: calendar.civilSteps)
        }
    }

    /// The bars of the window.
    var visibleBars: [CalendarBucket] {
        barStep.flatMap {
            table.bars(
                in: [visibleRows], step: $0, limit: windowOptions.maximumRows, civil: calendar.civilSteps)
        } ?? []
    }

    /// The numbers of a bar of a series.
    func values(of bar: CalendarBucket, _ series: Series) -> [Double] {
        table.values(of: bar, gathered(series), isPositive: axis(series.yAxis)?.scale == .logarithmic)
    }

    /// What bars say of a series: the number, or the close of four; `nil` where there is none.
    func value(of bar: CalendarBucket, _ series: Series) -> Double? {
        values(of: bar, series).last.flatMap { $0.isNaN ? nil : $0 }
    }

    /// Measures the bars anew where the visible ranges have made others of them, and ranges the y axes that follow them.
    ///
    /// Costs the bars of all rows for each series where their step has changed, or the bars in view where those are too many.
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

    /// Notes the step of the bars for the visible ranges, if there are bars.
    mutating func noteBars() {
        barMeasure = .none
        guard let step = barStep else { return }
        var measure = BarMeasure(
            ranges: xAxes.map(\.visibleRange), size: size, step: step, isOfAllRows: false, isSteady: false)
        barMeasure = .some(measure)
        guard let bars = allBars else { return }
        measure.isOfAllRows = true
        measure.isSteady = windowOptions.unit != nil && bars.count <= windowOptions.maximumRows
        barMeasure = .some(measure)
    }

    /// What the bars of the visible series of a y axis span, stacks and zero counted as they are drawn.
    ///
    /// - Parameters:
    ///   - axis: The axis.
    ///   - isInView: Whether the bars in view count alone; they do too where the bars of all rows are too many.
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
                let values = values(of: bar, one)
                for value in values { add(value) }
                guard let stack = one.stack, let value = values.last, !value.isNaN else { continue }
                var totals = stacks[stack] ?? Array(repeating: (0, 0), count: bars.count)
                stacks[stack] = nil
                if value > 0 { totals[place].above += value } else { totals[place].below += value }
                add(totals[place].above)
                add(totals[place].below)
                stacks[stack] = totals
            }
            if kind(of: one).standsOnZero || one.stack != nil, hull != nil { add(0) }
        }
        return hull
    }

    /// What the rows span on an x axis as bars: from the start of the first step to that of the last.
    ///
    /// Where bars have a width, half the shorter of the two steps lies to each side. The last row is inside too, so that
    /// its bar is in the window.
    func extentOfBars(_ extent: (first: Double, last: Double), on axis: Axis) -> (first: Double, last: Double) {
        let hasWidth = series.contains { $0.isVisible && $0.xAxis == axis.id && kind(of: $0).hasWidth }
        var whole = windowRequests[0]
        (whole.from, whole.to) = (extent.first, extent.last)
        guard let step = table.barStep(of: [whole]) else { return extent }
        let steps = calendar.civilSteps
        let (first, last) = (steps(extent.first, step), steps(extent.last, step))
        guard first.start.isFinite, last.end.isFinite else { return extent }
        let margin = hasWidth ? min(first.end - first.start, last.end - last.start) / 2 : 0
        return (min(first.start - margin, extent.first), max(last.start + margin, extent.last))
    }
}
