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

/// The series of a chart that stand on the rows of one dataset.
public struct ChartPart: Sendable {
    /// The dataset; `nil` for the surface's own.
    public let dataset: String?
    /// The chart as if it had these rows and series alone.
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
    /// The dataset of a series, as ``others`` have it; `nil` for the surface's own.
    public func dataset(of series: Series) -> String? {
        others.isEmpty ? nil : series.dataset.flatMap { name in others.contains { $0.dataset == name } ? name : nil }
    }

    /// The rows on which a series stands.
    public func table(of series: Series) -> Table { table(of: dataset(of: series)) }

    /// The rows of a dataset of ``others``; for `nil` those of the surface's own.
    public func table(of dataset: String?) -> Table {
        dataset.flatMap { name in others.first { $0.dataset == name }?.table } ?? table
    }

    /// The number of rows of all datasets.
    public var rowCount: Int { others.reduce(table.rowCount) { $0 + $1.table.rowCount } }

    /// The most rows of its windows together.
    public var mostWindowRows: Int { min(rowCount, windowOptions.maximumRows) }

    /// The number of parts, hidden series too.
    public var partCount: Int { others.isEmpty ? 1 : max(1, Set(series.map(dataset)).count) }

    /// The parts, in the order of their first visible series, and then those of hidden series alone.
    ///
    /// A chart without series has one, with the rows of the surface's dataset.
    public var parts: [ChartPart] {
        guard !others.isEmpty else { return [ChartPart(dataset: nil, chart: self)] }
        return datasetsInOrder.map { ChartPart(dataset: $0, chart: part(of: $0)) }
    }

    private var datasetsInOrder: [String?] {
        var found: [String?] = []
        for one in series.filter(\.isVisible) + series {
            let dataset = dataset(of: one)
            if !found.contains(dataset) { found.append(dataset) }
        }
        return found.isEmpty ? [nil] : found
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

    /// The part of a series.
    public func part(of series: Series) -> Chart { others.isEmpty ? self : part(of: dataset(of: series)) }

    /// The part of a dataset; its bars of civil time are those of all parts.
    func part(of dataset: String?) -> Chart {
        guard !others.isEmpty else { return self }
        var part = ownPart(of: dataset)
        if showsBars {
            part.barMeasure = .none
            part.heldStep = barStep.map { .some($0) } ?? .none
        }
        return part
    }

    /// The part of a dataset, whose bars of civil time are its own.
    private func ownPart(of dataset: String?) -> Chart {
        var part = self
        part.others = []
        part.table = table(of: dataset)
        if part.table.rowCount > 0, part.table.xKind != xKind { part.table = part.table.withoutRows }
        part.series = series.filter { self.dataset(of: $0) == dataset }
        part.selection = selection.part(of: dataset)
        part.barMeasure = .none
        return part
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
        let steps = datasetsInOrder.compactMap { dataset in
            let part = ownPart(of: dataset)
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
