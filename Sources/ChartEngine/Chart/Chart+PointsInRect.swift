import ChartSeries
public import Gestures

extension Chart {
    /// The ids of some series, or of all visible ones, with a point of the window inside a rectangle, in drawing order.
    ///
    /// - Complexity: O(log n) for each series if the minimum and maximum of its values decide, else O(n), and at most a
    ///   fixed effort for all of them.
    public func series(in rect: Rect, of candidates: [Series]? = nil) -> [String] {
        var effort = SearchEffort(SearchEffort.inside)
        return (candidates ?? series(of: .allVisibleSeries)).filter { one in
            let (part, own) = part(of: one)
            return !part.rows(in: rect, of: [own], atMost: 1, &effort).isEmpty
        }.map(\.id)
    }

    /// The rows that ``rows(in:of:)`` finds in each part.
    func selectedRows(in rect: Rect, of candidates: [Series]) -> [SelectedRows] {
        var effort = SearchEffort(SearchEffort.inside)
        return parts.map { part in
            let own = part.chart.series.filter { one in candidates.contains { $0.id == one.id } }
            return SelectedRows(of: part.source, part.chart.rows(in: rect, of: own, &effort))
        }
    }

    /// The rows of the window with a point of some series, or of any visible one, inside a rectangle, ascending.
    ///
    /// The search visits the rows between the rectangle's edges, and stops at ``Selection/maximumRows`` hits or after a
    /// fixed effort, of four million values. It skips rows whose minimum and maximum lie elsewhere. A bar counts as its
    /// first row.
    public func rows(in rect: Rect, of candidates: [Series]? = nil) -> [Int] {
        var effort = SearchEffort(SearchEffort.inside)
        return rows(in: rect, of: candidates, &effort)
    }

    /// The rows that a search finds with the effort that is left.
    func rows(in rect: Rect, of candidates: [Series]? = nil, _ effort: inout SearchEffort) -> [Int] {
        rows(
            in: rect, of: candidates ?? series(of: .allVisibleSeries), atMost: Selection.maximumRows, &effort)
    }

    private func rows(
        in rect: Rect, of candidates: [Series], atMost limit: Int, _ effort: inout SearchEffort
    ) -> [Int] {
        if showsBars { return barRows(in: rect, of: candidates, atMost: limit, &effort) }
        return PointsInRect(rect, of: candidates, on: self).rows(among: visibleRows, atMost: limit, &effort)
    }

    /// The first rows of the window's bars with the end of some series inside a rectangle, ascending.
    private func barRows(in rect: Rect, of series: [Series], atMost limit: Int, _ effort: inout SearchEffort) -> [Int] {
        var rows: [Int] = []
        for bar in visibleBars where rows.count < limit && !effort.isSpent {
            effort.spend(HitSearch.barEffort * readingCount)
            let mark = Mark(bar: bar)
            let isInside = series.contains { one in
                location(x: bar.start, y: drawnValue(of: mark, one), of: one).map(rect.contains) ?? false
            }
            if isInside { rows.append(bar.rows.lowerBound) }
        }
        return rows
    }
}

/// The search for rows with a point of some series inside a rectangle.
private struct PointsInRect {
    /// Up to this number of rows, testing each one is faster than reading their minimum and maximum.
    private static let fewRows = 32

    private struct Candidate {
        let values: DrawnValues
        let xAxis: AxisViewport
        let yAxis: AxisViewport
        let isVertical: Bool
    }

    private let rect: Rect
    private let chart: Chart
    private let candidates: [Candidate]

    init(_ rect: Rect, of series: [Series], on chart: Chart) {
        self.rect = rect
        self.chart = chart
        candidates = series.compactMap { one in
            guard let xAxis = chart.axis(one.xAxis), let yAxis = chart.axis(one.yAxis) else { return nil }
            return Candidate(
                values: DrawnValues(of: one, on: chart), xAxis: chart.viewport(of: xAxis),
                yAxis: chart.viewport(of: yAxis),
                isVertical: xAxis.isVertical)
        }
    }

    func rows(among rows: Range<Int>, atMost limit: Int, _ effort: inout SearchEffort) -> [Int] {
        var hits: [Int] = []
        search(rows, candidates, limit, &effort, into: &hits)
        return hits
    }

    private func search(
        _ rows: Range<Int>, _ candidates: [Candidate], _ limit: Int, _ effort: inout SearchEffort,
        into hits: inout [Int]
    ) {
        guard !effort.isSpent else { return }
        let values = candidates.reduce(0) { $0 + $1.values.seriesCount }
        guard rows.count > Self.fewRows else {
            effort.spend(rows.count * values)
            for row in rows where hits.count < limit && candidates.contains(where: { hasPoint(of: row, $0) }) {
                hits.append(row)
            }
            return
        }
        effort.spend(SearchEffort.extremes * values)
        let near = candidates.filter { mayHavePoint($0, among: rows) }
        guard !near.isEmpty, hits.count < limit else { return }
        let middle = rows.lowerBound + rows.count / 2
        search(rows.lowerBound..<middle, near, limit, &effort, into: &hits)
        search(middle..<rows.upperBound, near, limit, &effort, into: &hits)
    }

    private func hasPoint(of row: Int, _ candidate: Candidate) -> Bool {
        let (x, value) = (chart.x(ofRow: row), candidate.values[row])
        guard !value.isNaN, candidate.xAxis.scale.contains(x), candidate.yAxis.scale.contains(value) else {
            return false
        }
        let (along, across) = (candidate.xAxis.apply(x), candidate.yAxis.apply(value))
        return rect.contains(candidate.isVertical ? Point(x: across, y: along) : Point(x: along, y: across))
    }

    private func mayHavePoint(_ candidate: Candidate, among rows: Range<Int>) -> Bool {
        let ends = [chart.x(ofRow: rows.lowerBound), chart.x(ofRow: rows.upperBound - 1)].map(candidate.xAxis.apply)
        let (along, across) = candidate.isVertical ? (yInterval, xInterval) : (xInterval, yInterval)
        // One point of tolerance at either end, for rounding.
        if ends.allSatisfy(\.isFinite),
            max(ends[0], ends[1]) + 1 < along.lowerBound || min(ends[0], ends[1]) - 1 > along.upperBound
        {
            return false
        }
        return candidate.values.points(ofRows: rows, along: candidate.yAxis)?.overlaps(across) ?? false
    }

    private var xInterval: ClosedRange<Double> { Self.interval(rect.x, rect.width) }

    private var yInterval: ClosedRange<Double> { Self.interval(rect.y, rect.height) }

    private static func interval(_ start: Double, _ length: Double) -> ClosedRange<Double> {
        min(start, start + length)...max(start, start + length)
    }
}
