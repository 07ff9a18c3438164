public import ChartSeries
import Gestures

/// The rows of a dataset beside the surface's own, on which series of a chart stand.
public struct OtherRows: Sendable {
    /// The dataset.
    public let dataset: String
    /// Its rows.
    public internal(set) var table: Table

    /// Creates rows.
    public init(dataset: String, table: Table) {
        (self.dataset, self.table) = (dataset, table)
    }
}

/// On which rows series stand.
public struct SeriesSource: Sendable, Hashable, Codable {
    /// The dataset; `nil` for the surface's own.
    public var dataset: String?
    /// How far its rows are moved along x; `nil` where they are not.
    public var shift: RowShift?

    /// Creates a source; without arguments the rows of the surface's dataset.
    public init(dataset: String? = nil, shift: RowShift? = nil) {
        (self.dataset, self.shift) = (dataset, shift)
    }
}

/// The series of a chart that stand on the same rows.
public struct ChartPart: Sendable {
    /// The rows.
    public let source: SeriesSource
    /// The chart as if it had these rows and series alone; a series with a transform plots a column of its own, called by
    /// its id.
    public internal(set) var chart: Chart
}

/// The window of a part.
public struct PartWindow: Sendable {
    /// The part.
    public let part: ChartPart
    /// Its rows.
    public let window: Window
}

extension Chart {
    /// On which rows a series stands.
    public func source(of series: Series) -> SeriesSource {
        guard hasParts else { return SeriesSource() }
        let dataset = series.dataset.flatMap { name in others.contains { $0.dataset == name } ? name : nil }
        return SeriesSource(dataset: dataset, shift: series.transform?.shift)
    }

    /// The rows of the dataset of a series, where and as they are.
    public func table(of series: Series) -> Table { table(of: source(of: series).dataset) }

    /// The rows of a dataset of ``others``; for `nil` those of the surface's own.
    public func table(of dataset: String?) -> Table {
        dataset.flatMap { name in others.first { $0.dataset == name }?.table } ?? table
    }

    /// The number of rows of all datasets.
    public var rowCount: Int { others.reduce(table.rowCount) { $0 + $1.table.rowCount } }

    /// The most rows of its windows together.
    public var mostWindowRows: Int {
        guard hasParts else { return min(table.rowCount, windowOptions.maximumRows) }
        return min(sources.reduce(0) { $0 + table(of: $1.dataset).rowCount }, windowOptions.maximumRows)
    }

    /// The number of parts, hidden series too.
    public var partCount: Int { hasParts ? sources.count : 1 }

    /// The parts, in the order of their first visible series, and then those of hidden series alone.
    ///
    /// A chart without series has one, with the rows of the surface's dataset.
    public var parts: [ChartPart] {
        guard hasParts else { return [ChartPart(source: SeriesSource(), chart: self)] }
        return sources.map { ChartPart(source: $0, chart: part(of: $0)) }
    }

    private var sources: [SeriesSource] {
        var found: [SeriesSource] = []
        for one in series.filter(\.isVisible) + series {
            let source = source(of: one)
            if !found.contains(source) { found.append(source) }
        }
        return found.isEmpty ? [SeriesSource()] : found
    }

    /// The windows of the parts that have visible series, in the order of the first one of each.
    ///
    /// All parts together have at most as many rows as the options say. Of `auto` and `none` they have every row while
    /// these fit, else M4 chooses for each; where that is too much, each gets the same share.
    ///
    /// - Parameter share: See ``window(beyond:)``.
    /// - Returns: The parts with their windows.
    public func windows(beyond share: Double = 0) -> [PartWindow] {
        var drawn = parts.filter { $0.chart.series.contains(where: \.isVisible) }
        let limit = windowOptions.maximumRows
        if drawn.count > 1, [.auto, .none].contains(windowOptions.method),
            drawn.reduce(0, { $0 + $1.chart.rowsInRanges(beyond: share) }) > limit
        {
            for index in drawn.indices { drawn[index].chart.windowOptions.method = .m4 }
        }
        let windows = drawn.map { PartWindow(part: $0, window: $0.chart.window(beyond: share)) }
        guard drawn.count > 1, windows.reduce(0, { $0 + $1.window.rows.count }) > limit else { return windows }
        return drawn.map { part in
            var part = part
            part.chart.windowOptions.maximumRows = max(1, limit / drawn.count)
            return PartWindow(part: part, window: part.chart.window(beyond: share))
        }
    }

    /// The number of rows in the ranges of the x axes on which visible series stand.
    private func rowsInRanges(beyond share: Double) -> Int {
        let axes = xAxes.filter { axis in series.contains { $0.isVisible && $0.xAxis == axis.id } }
        var shown = RangeSet<Int>()
        for axis in axes { shown.insert(contentsOf: rows(in: axis.visibleRange(beyond: share))) }
        return shown.ranges.reduce(0) { $0 + $1.count }
    }

    /// The smallest and the largest value of a series in view; `nil` without values.
    public func valuesInView(of series: Series) -> (minimum: Double, maximum: Double)? {
        let (part, own) = part(of: series)
        return part.table.valueRange(ofColumn: own.column, rows: part.visibleRows(of: own)).map {
            ($0.minimum, $0.maximum)
        }
    }

    /// The part of a series, and the series there.
    public func part(of series: Series) -> (chart: Chart, series: Series) {
        guard hasParts else { return (self, series) }
        let chart = part(of: source(of: series))
        return (chart, chart.series.first { $0.id == series.id } ?? series)
    }

    /// The part of some rows; its bars of civil time are those of all parts.
    func part(of source: SeriesSource) -> Chart {
        guard hasParts else { return self }
        var part = ownPart(of: source)
        if showsBars {
            part.barMeasure = .none
            part.heldStep = barStep.map { .some($0) } ?? .none
        }
        return part
    }

    /// The part of some rows, whose bars of civil time are its own.
    private func ownPart(of source: SeriesSource) -> Chart {
        var part = self
        part.isPart = true
        part.others = []
        var table = table(of: source.dataset)
        if table.rowCount > 0, table.xKind != xKind { table = table.withoutRows }
        if let shift = source.shift { table = table.shifted(by: shift, in: calendar) }
        var series = series.filter { self.source(of: $0) == source }
        var derived: [(name: String, derivation: Derivation)] = []
        for index in series.indices {
            guard let derivation = derivation(of: series[index], from: table) else { continue }
            series[index].column = table.columns.count + derived.count
            derived.append((series[index].id, derivation))
        }
        part.table = derived.isEmpty ? table : table.deriving(derived)
        part.series = series
        part.selection = selection.part(of: source)
        part.barMeasure = .none
        return part
    }

    /// Whether the index of a series' column answers for its scaled values too: stacks, bars and logarithmic axes need
    /// values that are stored.
    private func isMapped(_ series: Series) -> Bool {
        series.stack == nil && !showsBars && axis(series.yAxis)?.scale == .linear
    }

    /// The number of derived values that take as long as one reading.
    private static let valuesPerReading = 32

    /// The most derived values that take no longer than other requests should wait.
    private static let fewValues = 65_536

    /// Whether the values of a series may take long to compute.
    @inlinable var derivesMany: Bool { hasParts && derivesManyOfParts }

    /// Whether the values of a series may take long to compute, in a chart whose series stand on other rows.
    @usableFromInline var derivesManyOfParts: Bool {
        series.contains { one in
            switch one.transform {
            case nil: return false
            case .scale, .percentChange: if isMapped(one) { return false }
            case .shift, .movingAverage, .difference, .rate, .cumulative, .columns: break
            }
            return table(of: one).rowCount > Self.fewValues
        }
    }

    /// The work to compute values that change with the window, in readings.
    var movingWork: Int {
        guard hasParts else { return 0 }
        return series.reduce(0) { work, one in
            guard one.transform == .percentChange(base: .view), !isMapped(one) else { return work }
            return work + table(of: one).rowCount / Self.valuesPerReading
        }
    }

    /// How the values of a series are computed; `nil` for those of its column.
    private func derivation(of series: Series, from table: Table) -> Derivation? {
        let column = series.column
        let isMapped = isMapped(series)
        switch series.transform {
        case nil, .shift: return nil
        case .scale(let factor, let offset): return .scaled(column, factor: factor, offset: offset, isMapped: isMapped)
        case .movingAverage(let span): return .movingAverage(column, span: span.derivation)
        case .difference: return .difference(column)
        case .rate(let per): return .rate(column, per: per.value)
        case .cumulative: return .cumulative(column)
        case .columns(let operation, let one, let other): return .combined(one, operation, other)
        case .percentChange(let base):
            let first: Int
            switch base {
            case .first: first = 0
            case .view: first = table.rows(in: (axis(series.xAxis) ?? xAxes[0]).visibleRange.min..., at: rowPosition)
            case .x(let x): first = table.rows(in: x..., at: .x)
            }
            let row = table.firstPresentRow(ofColumn: column, from: first)
            // Without a base all is missing, as with one of 0.
            return .percentChange(
                column, base: row.map { table.columns[column].values[$0] } ?? 0, isMapped: isMapped,
                moves: base == .view)
        }
    }

    /// The range of the x of all parts' rows; `nil` without rows.
    var extentOfX: (low: Double, high: Double)? {
        hull(of: parts.compactMap { $0.chart.table.extent.map { ($0.first, $0.last) } })
    }

    /// What x measures: that of the x axes, or of the rows where the axes do not tell.
    private var xKind: XKind {
        let kinds = ([table] + others.map(\.table)).lazy.filter { $0.rowCount > 0 }.map(\.xKind)
        switch xAxes[0].options.type {
        case .date: return .date
        case .number, .log: return kinds.contains(.number) ? .number : kinds.first ?? table.xKind
        case .category: return kinds.first ?? table.xKind
        }
    }

    /// The longest one of the steps that the parts' bars of civil time would have alone.
    var longestBarStep: CalendarStep? {
        let start = xAxes[0].visibleRange.min
        let steps = sources.compactMap { source in
            let part = ownPart(of: source)
            return part.showsBars ? part.barStep : nil
        }
        func length(_ step: CalendarStep) -> Double {
            let bounds = calendar.civilSteps(start, step)
            return bounds.end - bounds.start
        }
        return steps.max { length($0) < length($1) }
    }

    /// Gives a dataset other rows.
    mutating func setRows(_ rows: Table, of dataset: String?) {
        if let index = others.firstIndex(where: { $0.dataset == dataset }) {
            others[index].table = rows
        } else {
            table = rows
        }
    }
}

/// The range that covers some ranges; `nil` without any.
func hull(of ranges: some Sequence<(low: Double, high: Double)>) -> (low: Double, high: Double)? {
    ranges.reduce(nil) { (hull: (low: Double, high: Double)?, range) in
        guard let hull else { return range }
        return (min(hull.low, range.low), max(hull.high, range.high))
    }
}

extension Table {
    /// The first row at or after a place.
    fileprivate func rows(in range: PartialRangeFrom<Double>, at position: RowPosition) -> Int {
        rows(in: range.lowerBound...max(range.lowerBound, .greatestFiniteMagnitude), at: position).lowerBound
    }
}
