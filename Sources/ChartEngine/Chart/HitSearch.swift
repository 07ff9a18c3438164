import ChartSeries
import Gestures

/// One search for the point of a series that is nearest to a location.
struct HitSearch {
    /// The number of rows tested one by one on either side of the location; they mostly hold the nearest point.
    private static let nearRows = 256
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
    private var best: SeriesHit?
    private var reach = 0.0

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
    /// - Complexity: O(log n) plus the number of rows near the location.
    mutating func nearest(within radius: Double) -> SeriesHit? {
        guard let start = chart.nearestRow(to: xAxis.invert(along), along: axis, in: rows) else { return nil }
        reach = radius
        let (after, before) = (
            min(start + Self.nearRows, rows.upperBound), max(start - Self.nearRows, rows.lowerBound)
        )
        if lookForwards(at: start..<after, from: start) { searchForwards(after..<rows.upperBound) }
        if lookBackwards(at: before..<start, from: start - 1) { searchBackwards(rows.lowerBound..<before) }
        return best
    }

    private var along: Double { isVertical ? location.y : location.x }

    /// Searches rows from the first one on.
    ///
    /// - Returns: Whether later rows can be near enough.
    @discardableResult
    private mutating func searchForwards(_ part: Range<Int>) -> Bool {
        guard part.count > Self.fewRows else { return lookForwards(at: part) }
        guard isWithinReach(part.lowerBound) else { return false }
        guard mayHaveHit(part) else { return true }
        let middle = part.lowerBound + part.count / 2
        return searchForwards(part.lowerBound..<middle) && searchForwards(middle..<part.upperBound)
    }

    /// Searches rows from the last one back.
    ///
    /// - Returns: Whether earlier rows can be near enough.
    @discardableResult
    private mutating func searchBackwards(_ part: Range<Int>) -> Bool {
        guard part.count > Self.fewRows else { return lookBackwards(at: part) }
        guard isWithinReach(part.upperBound) else { return false }
        guard mayHaveHit(part) else { return true }
        let middle = part.lowerBound + part.count / 2
        return searchBackwards(middle..<part.upperBound) && searchBackwards(part.lowerBound..<middle)
    }

    private mutating func lookForwards(at part: Range<Int>, from start: Int? = nil) -> Bool {
        for row in part {
            guard row == start || isWithinReach(row) else { return false }
            for hit in hits(from: row) where best == nil ? hit.distance <= reach : hit.distance < reach {
                (best, reach) = (hit, hit.distance)
            }
        }
        return true
    }

    private mutating func lookBackwards(at part: Range<Int>, from start: Int? = nil) -> Bool {
        for row in part.reversed() {
            guard row == start || isWithinReach(row + 1) else { return false }
            for hit in hits(from: row) where hit.distance <= reach { (best, reach) = (hit, hit.distance) }
        }
        return true
    }

    /// Whether a row is no farther along the x axis than the nearest point so far.
    private func isWithinReach(_ row: Int) -> Bool { abs(xAxis.apply(chart.x(ofRow: row)) - along) <= reach }

    /// Whether the minimum and maximum of some rows, and of the lines after them, allow a point near enough.
    private func mayHaveHit(_ part: Range<Int>) -> Bool {
        let ends = part.lowerBound..<min(part.upperBound + (isInterpolated ? 1 : 0), rows.upperBound)
        guard let points = values.points(ofRows: ends, along: yAxis) else { return false }
        let across = isVertical ? location.x : location.y
        let length = chart.size.length(isVertical: !isVertical)
        return points.upperBound >= max(0, across - reach) && points.lowerBound <= min(length, across + reach)
    }

    /// The row's own point, and the nearest point of the line to the next row, if they lie in the plot area.
    private func hits(from row: Int) -> [SeriesHit] {
        guard let start = point(of: row) else { return [] }
        let own = chart.contains(start) ? [hit(row, x: chart.x(ofRow: row), y: values.own[row], at: start)] : []
        guard isInterpolated, row + 1 < rows.upperBound, let end = point(of: row + 1) else { return own }
        let way = end - start
        let offset = location - start
        let square = way.dx * way.dx + way.dy * way.dy
        guard square > 0, square.isFinite else { return own }
        let part = (offset.dx * way.dx + offset.dy * way.dy) / square
        guard part > 0, part < 1 else { return own }
        let place = start + Vector(dx: way.dx * part, dy: way.dy * part)
        guard chart.contains(place) else { return own }
        let (along, across) = isVertical ? (place.y, place.x) : (place.x, place.y)
        let x = xAxis.invert(along)
        let y =
            values.isStacked
            ? values.own[row] + (values.own[row + 1] - values.own[row]) * part : yAxis.invert(across)
        return [hit(part < 0.5 ? row : row + 1, x: x, y: y, at: place)] + own
    }

    private func hit(_ row: Int, x: Double, y: Double, at point: Point) -> SeriesHit {
        SeriesHit(series: series, row: row, x: x, y: y, point: point, distance: (point - location).length)
    }

    private func point(of row: Int) -> Point? {
        let value = values[row]
        guard !value.isNaN else { return nil }
        let (along, across) = (xAxis.apply(chart.x(ofRow: row)), yAxis.apply(value))
        return isVertical ? Point(x: across, y: along) : Point(x: along, y: across)
    }
}
