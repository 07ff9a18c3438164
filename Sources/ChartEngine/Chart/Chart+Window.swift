public import ChartSeries
import Gestures

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
