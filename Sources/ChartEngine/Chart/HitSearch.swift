import ChartSeries
import Gestures

/// One search for the point of a series that is nearest to a location.
///
/// It tests the rows beside the location, and then parts of the other rows, the part first whose minimum and maximum
/// allow the nearest point. It ends when no part can have a nearer one, or when the effort is spent.
struct HitSearch {
    /// The number of rows tested on either side of the location; they mostly hold the nearest point.
    private static let nearRows = 256
    /// The number of them when the effort is spent.
    private static let fewestNearRows = 16
    /// Up to this number of rows, testing each one is faster than reading their minimum and maximum.
    private static let fewRows = 64

    private let series: Series
    private let location: Point
    private let chart: Chart
    private let isInterpolated: Bool
    private let axis: Axis
    private let xAxis: AxisViewport
    private let yAxis: AxisViewport
    private let isVertical: Bool
    private let rows: Range<Int>
    private let values: DrawnValues
    private var best: Candidate?
    private var reach = 0.0

    /// A point of a row, or of the line to the next one.
    private struct Candidate {
        /// The row, or the row at which the line begins.
        var row: Int
        /// The part of the line before the point; 0 is the row's own point.
        var part: Double
        var point: Point
        var distance: Double
    }

    /// Rows that were not tested, with the least distance that their minimum and maximum allow.
    private struct Part {
        var rows: Range<Int>
        var distance: Double
    }

    /// Prepares a search; `nil` for a series without its axes.
    init?(series: Series, location: Point, chart: Chart, isInterpolated: Bool) {
        guard let xAxis = chart.axis(series.xAxis), let yAxis = chart.axis(series.yAxis) else { return nil }
        self.series = series
        self.location = location
        self.chart = chart
        self.isInterpolated = isInterpolated
        axis = xAxis
        self.xAxis = chart.viewport(of: xAxis)
        self.yAxis = chart.viewport(of: yAxis)
        isVertical = xAxis.isVertical
        let visible = chart.visibleRows
        let margin = isInterpolated ? 1 : 0
        rows = max(0, visible.lowerBound - margin)..<min(chart.table.rowCount, visible.upperBound + margin)
        values = DrawnValues(of: series, on: chart)
    }

    /// The nearest point within a radius; the earliest of a tie.
    ///
    /// - Complexity: O(log n) plus the number of rows near the location, and at most what the effort allows.
    mutating func nearest(within radius: Double, _ effort: inout SearchEffort) -> SeriesHit? {
        guard let start = chart.nearestRow(to: xAxis.invert(along), along: axis, in: rows) else { return nil }
        reach = radius
        let count = effort.isSpent ? Self.fewestNearRows : Self.nearRows
        let near = (start - count..<start + count).clamped(to: rows)
        for row in start..<near.upperBound {
            guard row == start || isWithinReach(row) else { break }
            look(at: row, &effort)
        }
        for row in (near.lowerBound..<start).reversed() {
            guard row == start - 1 || isWithinReach(row + 1) else { break }
            look(at: row, &effort)
        }
        var parts: [Part] = []
        add(rows.lowerBound..<near.lowerBound, to: &parts, &effort)
        add(near.upperBound..<rows.upperBound, to: &parts, &effort)
        while !effort.isSpent, let part = parts.popLast(), part.distance <= reach {
            if part.rows.count <= Self.fewRows {
                for row in part.rows { look(at: row, &effort) }
            } else {
                let middle = part.rows.lowerBound + part.rows.count / 2
                add(part.rows.lowerBound..<middle, to: &parts, &effort)
                add(middle..<part.rows.upperBound, to: &parts, &effort)
            }
        }
        return best.map(hit)
    }

    private var along: Double { isVertical ? location.y : location.x }

    /// Adds rows that may have a point near enough; the nearest part is the last one.
    private func add(_ rows: Range<Int>, to parts: inout [Part], _ effort: inout SearchEffort) {
        guard !rows.isEmpty else { return }
        effort.spend(SearchEffort.extremes * values.seriesCount)
        guard let distance = leastDistance(of: rows), distance <= reach else { return }
        var index = parts.endIndex
        while index > 0, parts[index - 1].distance < distance { index -= 1 }
        parts.insert(Part(rows: rows, distance: distance), at: index)
    }

    /// The least distance that a point of some rows, or of the lines after them, may have; `nil` without such a point.
    private func leastDistance(of part: Range<Int>) -> Double? {
        let ends = part.lowerBound..<min(part.upperBound + (isInterpolated ? 1 : 0), rows.upperBound)
        let length = chart.size.length(isVertical: !isVertical)
        guard let points = values.points(ofRows: ends, along: yAxis), points.upperBound >= 0,
            points.lowerBound <= length
        else { return nil }
        let first = xAxis.apply(chart.x(ofRow: ends.lowerBound))
        let last = xAxis.apply(chart.x(ofRow: ends.upperBound - 1))
        let isFinite = first.isFinite && last.isFinite
        let dx = isFinite ? max(0, min(first, last) - along, along - max(first, last)) : 0
        let across = isVertical ? location.x : location.y
        let dy = max(0, points.lowerBound - across, across - points.upperBound)
        // A little less, so that rounding hides no point.
        return Vector(dx: dx, dy: dy).length * (1 - 1e-9)
    }

    /// Whether a row is no farther along the x axis than the nearest point so far.
    private func isWithinReach(_ row: Int) -> Bool { abs(xAxis.apply(chart.x(ofRow: row)) - along) <= reach }

    /// Tests the row's own point, and the nearest point of the line to the next row.
    private mutating func look(at row: Int, _ effort: inout SearchEffort) {
        effort.spend(values.seriesCount)
        guard let start = point(of: row) else { return }
        offer(Candidate(row: row, part: 0, point: start, distance: (start - location).length))
        guard isInterpolated, row + 1 < rows.upperBound, let end = point(of: row + 1) else { return }
        let way = end - start
        let offset = location - start
        let square = way.dx * way.dx + way.dy * way.dy
        guard square > 0, square.isFinite else { return }
        let part = (offset.dx * way.dx + offset.dy * way.dy) / square
        guard part > 0, part < 1 else { return }
        let place = start + Vector(dx: way.dx * part, dy: way.dy * part)
        offer(Candidate(row: row, part: part, point: place, distance: (place - location).length))
    }

    /// Takes a point of the plot area that is nearer than the nearest so far, or as near and earlier.
    private mutating func offer(_ candidate: Candidate) {
        guard candidate.distance <= reach, chart.contains(candidate.point) else { return }
        if let best, candidate.distance == best.distance, best.row <= candidate.row { return }
        (best, reach) = (candidate, candidate.distance)
    }

    private func hit(_ candidate: Candidate) -> SeriesHit {
        let (row, part, point) = (candidate.row, candidate.part, candidate.point)
        let (along, across) = isVertical ? (point.y, point.x) : (point.x, point.y)
        let x = part == 0 ? chart.x(ofRow: row) : xAxis.invert(along)
        let y =
            part == 0
            ? values.own[row]
            : values.isStacked
                ? values.own[row] + (values.own[row + 1] - values.own[row]) * part : yAxis.invert(across)
        return SeriesHit(
            series: series, row: part < 0.5 ? row : row + 1, x: x, y: y, point: point, distance: candidate.distance)
    }

    private func point(of row: Int) -> Point? {
        let value = values[row]
        guard !value.isNaN else { return nil }
        let (along, across) = (xAxis.apply(chart.x(ofRow: row)), yAxis.apply(value))
        return isVertical ? Point(x: across, y: along) : Point(x: along, y: across)
    }
}
