import ChartSeries
public import Gestures

/// The place of a series that is nearest to a location.
public struct SeriesHit: Sendable, Hashable {
    /// The series.
    public var series: Series
    /// The nearest row; of a place between two rows the nearer end.
    public var row: Int
    /// The x of the place.
    public var x: Double
    /// The value of the place.
    public var y: Double
    /// The place, in points.
    public var point: Point
    /// How far it is from the location, in points.
    public var distance: Double
}

extension Chart {
    /// The topmost visible series that has a place close to a location: of those within the radius the last drawn.
    ///
    /// - Parameters:
    ///   - location: Where to look, in points.
    ///   - radius: How far a place may be, in points.
    ///   - isInterpolated: Whether the line between two rows counts, not only the rows' points.
    /// - Returns: The nearest place of that series; `nil` when no series has one within the radius.
    public func topmostHit(at location: Point, within radius: Double, isInterpolated: Bool) -> SeriesHit? {
        for one in series.reversed() where one.isVisible {
            if let hit = hit(of: one, at: location, within: radius, isInterpolated: isInterpolated) { return hit }
        }
        return nil
    }

    /// The place of a series in the plot area that is nearest to a location; of equally near ones the earliest.
    ///
    /// Of each piece of the line its nearest place counts, when it lies in the plot area. The search goes outwards from the
    /// row under the location, and no further than the nearest place found so far.
    ///
    /// - Parameters:
    ///   - series: The series, drawn as a line through its rows.
    ///   - location: Where to look, in points.
    ///   - radius: How far the place may be, in points; `infinity` is any distance.
    ///   - isInterpolated: Whether the line between two rows counts, not only the rows' points.
    /// - Returns: The place; `nil` when there is none within the radius.
    public func hit(
        of series: Series, at location: Point, within radius: Double, isInterpolated: Bool
    ) -> SeriesHit? {
        guard let search = HitSearch(series: series, location: location, chart: self, isInterpolated: isInterpolated)
        else { return nil }
        return search.nearest(within: radius)
    }
}

/// One search for the place of a series that is nearest to a location.
private struct HitSearch {
    let series: Series
    let location: Point
    let chart: Chart
    let isInterpolated: Bool
    private let axis: Axis
    let xAxis: AxisViewport
    let yAxis: AxisViewport
    let isVertical: Bool
    let rows: Range<Int>
    let values: ColumnValues

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
        values = chart.table.columns[series.column].values
    }

    func nearest(within radius: Double) -> SeriesHit? {
        let along = isVertical ? location.y : location.x
        guard let start = chart.nearestRow(to: xAxis.invert(along), along: axis, in: rows) else { return nil }
        var best: SeriesHit?
        var reach = radius
        for row in start..<rows.upperBound {
            guard row == start || abs(xAxis.apply(chart.x(ofRow: row)) - along) <= reach else { break }
            for hit in hits(from: row) where best == nil ? hit.distance <= reach : hit.distance < reach {
                (best, reach) = (hit, hit.distance)
            }
        }
        for row in (rows.lowerBound..<start).reversed() {
            guard row == start - 1 || abs(xAxis.apply(chart.x(ofRow: row + 1)) - along) <= reach else { break }
            for hit in hits(from: row) where hit.distance <= reach { (best, reach) = (hit, hit.distance) }
        }
        return best
    }

    /// The row's own point, and the nearest place of the line to the next row, as far as they lie in the plot area.
    private func hits(from row: Int) -> [SeriesHit] {
        guard let start = point(of: row) else { return [] }
        let own = chart.contains(start) ? [hit(row, x: chart.x(ofRow: row), y: values[row], at: start)] : []
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
        let (x, y) = (xAxis.invert(along), yAxis.invert(across))
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
