public import ChartSeries
import Gestures

/// The rows of a chart: those in view, those that come, and its window.
extension Chart {
    /// How rows lie along the x axes: at their x, or at their index on category axes.
    public var rowPosition: RowPosition {
        switch xAxes[0].options.type {
        case .number, .date, .log: .x
        case .category: .index
        }
    }

    /// The x of a row in the unit of the x axes, which is its index on category axes.
    public func x(ofRow row: Int) -> Double { table.place(ofRow: row, at: rowPosition) }

    /// The range of the rows' x as the window counts them, in whole days when the row unit is the day.
    public var rowExtent: (first: Double, last: Double)? {
        guard let extent = table.extent(at: rowPosition) else { return nil }
        guard let key = rowKey else { return extent }
        return (key(extent.first), key(extent.last))
    }

    /// The key of a row that must lie in the window; `nil` for its x, or for its index on category axes.
    private var rowKey: (@Sendable (Double) -> Double)? {
        rowPosition == .index ? nil : windowOptions.rowUnit.key(in: calendar)
    }

    /// The row of the window nearest to a point along the first x axis, clamped to the plot area; the earlier of a tie.
    public func nearestVisibleRow(toPoint point: Double) -> Int? {
        let axis = xAxes[0]
        let clamped = min(max(point, 0), length(of: axis))
        let x = viewport(of: axis).invert(clamped)
        guard let rowKey else { return nearestRow(to: x, along: axis, in: visibleRows) }
        return nearestRow(to: x, along: axis, in: visibleRows, standingAt: rowKey)
    }

    /// The nearest row where a row lies at the start of its day; of several rows on a day, the first.
    private func nearestRow(
        to x: Double, along axis: Axis, in rows: Range<Int>, standingAt key: @Sendable (Double) -> Double
    ) -> Int? {
        guard !rows.isEmpty else { return nil }
        let after = table.rows(in: x...Double.greatestFiniteMagnitude, by: key).clamped(to: rows).lowerBound
        guard after > rows.lowerBound, after <= rows.upperBound else { return rows.lowerBound }
        let place = key(table.x[after - 1])
        let before = table.rows(in: place...place, by: key).clamped(to: rows).lowerBound
        guard after < rows.upperBound else { return before }
        let scale = axis.scale
        let isEarlierNearer =
            scale.position(of: x) - scale.position(of: place)
            <= scale.position(of: key(table.x[after])) - scale.position(of: x)
        return isEarlierNearer ? before : after
    }

    /// The one of some rows that is nearest on the screen to an x along an axis; the earlier of a tie.
    public func nearestRow(to x: Double, along axis: Axis, in rows: Range<Int>) -> Int? {
        table.nearestRow(to: x, in: rows, at: rowPosition, measure: axis.scale.positionTransform)
    }

    /// Replaces the rows of a dataset, ranges the axes that follow their data, and moves those that follow new rows.
    ///
    /// - Parameters:
    ///   - newTable: The rows.
    ///   - dataset: The dataset, one of ``others``; `nil` for the surface's.
    ///   - isReplaced: Whether they are others than those before, whatever their changes say.
    ///   - isHeld: Whether a gesture holds the window; the axes then follow new rows at its end.
    ///   - heldAxes: The axes that gestures on other surfaces hold.
    public mutating func setTable(
        _ newTable: Table, of dataset: String? = nil, isReplaced: Bool = false, isHeld: Bool = false,
        heldAxes: [String] = []
    ) {
        suspendUpdates { chart in
            let previous = chart.lastRow
            let before = chart.table(of: dataset)
            if ([chart.table] + chart.others.map(\.table)).allSatisfy({ $0.rowCount == 0 }) {
                chart.suitAxes(to: newTable, insteadOf: before)
            }
            chart.keepingRequests { chart in
                chart.setRows(newTable, of: dataset)
                chart.measureData()
            }
            if newTable.edition == before.edition {
                chart.dropSelectionBeyondRows()
            } else {
                chart.moveSelection(of: dataset, from: before)
            }
            guard let last = chart.lastRow else { return }
            if isReplaced || newTable.changes(since: before.version)?.isReplacement == true {
                chart.showReplacedRows(lastRow: last, isHeld: isHeld, heldAxes: heldAxes)
            }
            for index in chart.xAxes.indices {
                let isHeld = isHeld || heldAxes.contains(chart.xAxes[index].id)
                chart.xAxes[index].follow(lastRow: last, after: previous, isHeld: isHeld)
            }
        }
    }

    /// Moves the axes after other rows have taken the place of all: those that follow go to the last row, and those whose
    /// range meets no new row show all.
    private mutating func showReplacedRows(lastRow: Double, isHeld: Bool, heldAxes: [String]) {
        for index in xAxes.indices where !isHeld && !heldAxes.contains(xAxes[index].id) {
            if xAxes[index].options.follow != .none, xAxes[index].followState == .following {
                xAxes[index].resumeFollowing(lastRow: lastRow)
            } else {
                xAxes[index].showExtentsUnlessMet()
            }
        }
        for index in yAxes.indices where !heldAxes.contains(yAxes[index].id) { yAxes[index].showExtentsUnlessMet() }
    }

    /// Shows or hides a series and ranges the axes that follow their data.
    public mutating func setVisible(_ isVisible: Bool, series id: String) {
        suspendUpdates { chart in
            chart.keepingRequests { chart in
                for index in chart.series.indices where chart.series[index].id == id {
                    chart.series[index].isVisible = isVisible
                }
                chart.measureData()
            }
        }
    }

    /// Ranges the y axes that follow the rows in view; without a value in view they show all.
    mutating func showRowsInView() {
        for index in yAxes.indices
        where yAxes[index].options.autoRange == .visible && yAxes[index].options.tickRule != .countValues {
            let range = valueRange(of: yAxes[index], isInView: true)
            yAxes[index].showRowsInView(range?.low, range?.high)
        }
    }

    mutating func measureData() {
        for index in xAxes.indices {
            let extent = withCounted(xAxes[index], extent(along: xAxes[index]))
            xAxes[index].dataChanged(extent?.low, extent?.high)
        }
        noteBars()
        measureValues()
    }

    /// The range of the rows along an x axis; with several parts, of those with series on it, or of all where none has.
    private func extent(along axis: Axis) -> (low: Double, high: Double)? {
        guard !hasParts else {
            let parts = parts.map(\.chart)
            let own = parts.filter { part in part.series.contains { $0.xAxis == axis.id } }
            return hull(of: (own.isEmpty ? parts : own).compactMap { $0.extent(along: axis) })
        }
        return rowExtent(on: axis.scale).map { rows in
            let extent = showsBars ? extentOfBars(rows, on: axis) : extentWithBars(rows, on: axis)
            return (extent.first, extent.last)
        }
    }

    /// Measures the values of each y axis, and ranges the axes that follow them.
    mutating func measureValues() {
        for index in yAxes.indices {
            let range = withCounted(yAxes[index], valueRange(of: yAxes[index], isInView: false))
            yAxes[index].dataChanged(range?.low, range?.high)
        }
    }

    /// The range of the rows' x, without rows outside a scale.
    private func rowExtent(on scale: AxisScale) -> (first: Double, last: Double)? {
        guard let extent = rowExtent else { return nil }
        guard !scale.contains(extent.first) || !scale.contains(extent.last) else { return extent }
        let ends = scale.value(at: scale.ends.min ?? extent.first)...scale.value(at: scale.ends.max ?? extent.last)
        let held = rowKey.map { table.rows(in: ends, by: $0) } ?? table.rows(in: ends, at: rowPosition)
        guard let first = held.first, let last = held.last else { return nil }
        return (rowKey?(x(ofRow: first)) ?? x(ofRow: first), rowKey?(x(ofRow: last)) ?? x(ofRow: last))
    }

    /// The range of a y axis's visible series, in all rows or those in view, without values outside its scale.
    func valueRange(of axis: Axis, isInView: Bool) -> (low: Double, high: Double)? {
        guard !hasParts else {
            return hull(of: parts.compactMap { $0.chart.valueRange(of: axis, isInView: isInView) })
        }
        if showsBars { return barRange(of: axis, isInView: isInView) }
        var hull: (low: Double, high: Double)?
        for one in series where one.isVisible && one.yAxis == axis.id {
            let rows = isInView ? visibleRows(of: one) : 0..<table.rowCount
            for source in sources(of: one) {
                let column = source.column
                guard let range = table.valueRange(ofColumn: column, rows: rows, within: axis.scale.shownValues) else {
                    continue
                }
                hull = (min(hull?.low ?? range.minimum, range.minimum), max(hull?.high ?? range.maximum, range.maximum))
            }
        }
        return hull.map { valueRangeWithBars(of: axis, isInView: isInView, values: $0) }
    }
}

extension WindowOptions.RowUnit {
    /// The key of a row's x that must lie in the window; `nil` for the x itself.
    public func key(in calendar: CivilCalendar) -> (@Sendable (Double) -> Double)? {
        switch self {
        case .instant: nil
        case .day: { calendar.startOfDay($0) }
        }
    }
}

extension Chart {
    /// The range of the window: the visible range of the x axis, or the hull of several.
    public var windowRange: AxisRange {
        var (low, high) = (xAxes[0].visibleRange.min, xAxes[0].visibleRange.max)
        for axis in xAxes.dropFirst() {
            (low, high) = (min(low, axis.visibleRange.min), max(high, axis.visibleRange.max))
        }
        return AxisRange(min: low, max: high) ?? xAxes[0].visibleRange
    }

    /// The rows of the window; with several x axes, all rows from the first to the last.
    public var visibleRows: Range<Int> { rows(in: windowRange) }

    /// The rows that the x axis of a series shows.
    public func visibleRows(of series: Series) -> Range<Int> {
        guard !hasParts else {
            let (part, own) = part(of: series)
            return part.visibleRows(of: own)
        }
        guard xAxes.count > 1, let axis = axis(series.xAxis) else { return visibleRows }
        return rows(in: axis.visibleRange)
    }

    /// The rows that lie in a range of the x axes, as the window counts them.
    public func rows(in range: AxisRange) -> Range<Int> {
        let range = range.min...range.max
        guard let rowKey else { return table.rows(in: range, at: rowPosition) }
        return table.rows(in: range, by: rowKey)
    }

    /// The rows of the window that a client gets, decimated as the options say.
    ///
    /// The series of each x axis get the rows of its range, chosen on its own pixel columns. An x axis without a
    /// visible series asks for no rows where another axis asks for some. Decimation is exact for lines alone: not for
    /// what is drawn row by row, and not for the totals of a stack.
    public var window: Window { window(beyond: 0) }

    /// The rows of the window with those beyond it, for a client that moves what it has drawn.
    ///
    /// - Parameter share: The share of each x axis's length by which its range reaches farther at either end.
    /// - Returns: The rows, chosen as those of ``window`` are, on as many more pixel columns.
    public func window(beyond share: Double) -> Window {
        var window = table.window(of: windowRequests(beyond: share))
        if window.isExact, window.rows.count < window.sourceRows, series.contains(where: needsEveryRow) {
            window.isExact = false
        }
        return window
    }

    /// Whether leaving out any row of a series may change the picture.
    private func needsEveryRow(_ series: Series) -> Bool {
        guard series.isVisible else { return false }
        switch kind(of: series) {
        case .bar, .scatter, .candlestick: return true
        case .line, .step, .area: return !seriesBelow(series).isEmpty || mayHideHoles(series)
        case .band: return !seriesBelow(series).isEmpty
        }
    }

    /// Whether a line may have holes that begin and end in one pixel column; wider ones end in another one.
    private func mayHideHoles(_ series: Series) -> Bool {
        guard case .longerThan(let length)? = series.gaps, let axis = axis(series.xAxis) else { return false }
        let width = (axis.visibleRange.max - axis.visibleRange.min) / Double(pixelColumns(along: axis, beyond: 0))
        if axis.scale == .linear, axis.options.type != .category, width <= length { return false }
        return table.widestStep(ofColumn: series.column, rows: visibleRows(of: series)) > length
    }

    /// One request for each x axis with visible series; without any, one for the rows of the first x axis.
    ///
    /// A column on both a linear and a logarithmic y axis needs two requests, because it has gaps only on the latter.
    func windowRequests(beyond share: Double) -> [WindowRequest] {
        var requests: [WindowRequest] = []
        for axis in xAxes {
            let drawn = series.filter { $0.isVisible && $0.xAxis == axis.id }
            let linear = columns(of: drawn.filter { scale(of: $0) == .linear })
            let logarithmic = columns(of: drawn.filter { scale(of: $0) != .linear })
            if linear.contains(where: logarithmic.contains) {
                requests.append(request(linear, positive: [], on: axis, beyond: share))
                requests.append(request(logarithmic, positive: Set(logarithmic), on: axis, beyond: share))
            } else if !drawn.isEmpty {
                requests.append(request(columns(of: drawn), positive: Set(logarithmic), on: axis, beyond: share))
            }
        }
        return requests.isEmpty ? [request([], positive: [], on: xAxes[0], beyond: share)] : requests
    }

    private func scale(of series: Series) -> AxisScale { axis(series.yAxis)?.scale ?? .linear }

    /// The number of pixel columns along the longest of the x axes.
    public var pixelColumns: Int { xAxes.reduce(1) { max($0, pixelColumns(along: $1, beyond: 0)) } }

    private func pixelColumns(along axis: Axis, beyond share: Double) -> Int {
        max(1, Int(min(length(of: axis) * (1 + 2 * share), 100_000).rounded(.up)))
    }

    private func request(
        _ columns: [Int], positive: Set<Int>, on axis: Axis, beyond share: Double
    ) -> WindowRequest {
        let range = axis.visibleRange(beyond: share)
        return WindowRequest(
            from: range.min, to: range.max, columns: columns, method: windowOptions.method,
            width: pixelColumns(along: axis, beyond: share), maximumRows: windowOptions.maximumRows,
            key: rowKey, rowPosition: rowPosition, place: axis.scale.positionTransform,
            isReversed: viewport(of: axis).isReversed, positiveColumns: positive, points: windowOptions.points,
            aggregate: windowOptions.aggregate, gathers: showsBars ? gathered(columns, on: axis) : nil,
            unit: heldStep.value?.unit ?? windowOptions.unit,
            unitCount: heldStep.value?.count ?? windowOptions.unitCount ?? 1,
            weekStart: windowOptions.weekStart ?? .monday,
            civil: table.xKind == .date ? calendar.civilSteps : nil)
    }

    /// The columns and aggregates of an axis's visible series that plot some columns, each once, in drawing order.
    private func gathered(_ columns: [Int], on axis: Axis) -> [GatheredColumn] {
        var found: [GatheredColumn] = []
        for one in series where one.isVisible && one.xAxis == axis.id {
            for gathered in sources(of: one).map(gathered)
            where columns.contains(gathered.column) && !found.contains(gathered) { found.append(gathered) }
        }
        return found
    }
}
