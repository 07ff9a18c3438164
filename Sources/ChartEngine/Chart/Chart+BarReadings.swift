import ChartSeries
import Gestures

extension Chart {
    /// The reading of a series at an x where bars are the data.
    ///
    /// It is the nearest bar, the earlier one of a tie, or a point on the line between two bars. Bars with a width are
    /// never interpolated.
    ///
    /// - Returns: `nil` without bars, and outside of them when interpolated.
    func barReading(of series: Series, at x: Double, isInterpolated: Bool) -> SeriesReading? {
        guard let xAxis = axis(series.xAxis), let yScale = axis(series.yAxis)?.scale, let step = barStep else {
            return nil
        }
        let near = bars(around: x, step: step)
        func distance(_ bar: CalendarBucket) -> Double {
            abs(xAxis.scale.position(of: bar.start) - xAxis.scale.position(of: x))
        }
        guard var nearest = near.first else { return nil }
        for bar in near.dropFirst() where distance(bar) < distance(nearest) { nearest = bar }
        guard isInterpolated, !kind(of: series).hasWidth, nearest.start != x else {
            return SeriesReading(x: nearest.start, y: value(of: nearest, series), nearestX: nearest.start)
        }
        guard let before = near.last(where: { $0.start <= x }), let after = near.first(where: { $0.start > x }) else {
            return nil
        }
        var reading = SeriesReading(x: x, y: nil, nearestX: nearest.start)
        guard xAxis.scale.contains(before.start), let low = value(of: before, series), yScale.contains(low),
            let high = value(of: after, series), yScale.contains(high)
        else { return reading }
        let (p0, p1) = (xAxis.scale.position(of: before.start), xAxis.scale.position(of: after.start))
        let (y0, y1) = (yScale.position(of: low), yScale.position(of: high))
        let y = yScale.value(at: y0 + (y1 - y0) * (xAxis.scale.position(of: x) - p0) / (p1 - p0))
        reading.y = y.isFinite ? y : nil
        return reading
    }

    /// The bars around an x, in order: the bar of the last row before the x, and the next two.
    private func bars(around x: Double, step: CalendarStep) -> [CalendarBucket] {
        let after = table.rows(in: x...Double.greatestFiniteMagnitude, at: rowPosition).lowerBound
        var bars: [CalendarBucket] = []
        var row = max(0, after - 1)
        while bars.count < 3, let bar = table.bar(holding: row, step: step, civil: calendar.civilSteps) {
            bars.append(bar)
            row = bar.rows.upperBound
        }
        return bars
    }

    /// The last point of a series in the window, at a row or a bar; `nil` without a value.
    func lastPlace(of series: Series) -> (x: Double, y: Double)? {
        guard let range = axis(series.xAxis)?.visibleRange, let row = lastPresentRow(of: series, in: rows(in: range))
        else { return nil }
        guard let step = barStep else { return (x(ofRow: row), table.columns[series.column].values[row]) }
        return table.bar(holding: row, step: step, civil: calendar.civilSteps).flatMap { bar in
            value(of: bar, series).map { (bar.start, $0) }
        }
    }

    /// The value at which a bar is drawn, on top of its stack; `nil` without a value.
    private func drawnValue(of bar: CalendarBucket, _ series: Series) -> Double? {
        guard let value = value(of: bar, series) else { return nil }
        var base = 0.0
        for below in seriesBelow(series) { value.stack(self.value(of: bar, below) ?? .nan, onto: &base) }
        return base + value
    }

    /// The number of bars that a search tests on either side of a location.
    private static let nearBars = 128
    /// The number of them when the effort is spent.
    private static let fewestNearBars = 2
    /// The effort to measure one bar of one series.
    private static let barEffort = 64

    /// The bar of a series in the plot area with its end nearest to a location; the earliest of a tie.
    ///
    /// The row of the hit is the first row of the bar.
    func barHit(
        of series: Series, at location: Point, within radius: Double, _ effort: inout SearchEffort
    ) -> SeriesHit? {
        guard let axis = axis(series.xAxis), let step = barStep else { return nil }
        let viewport = viewport(of: axis)
        let along = coordinate(of: location, along: axis)
        let rows = visibleRows
        let nearBars = effort.isSpent ? Self.fewestNearBars : Self.nearBars
        let barEffort = Self.barEffort * (1 + seriesBelow(series).count)
        var (best, reach) = (SeriesHit?.none, radius)
        func look(at bar: CalendarBucket) -> Bool {
            guard abs(viewport.apply(bar.start) - along) <= reach else { return false }
            guard let y = value(of: bar, series), let drawn = drawnValue(of: bar, series),
                let point = self.location(x: bar.start, y: drawn, of: series),
                contains(point)
            else { return true }
            let distance = (point - location).length
            let isEarlier = best.map { distance == $0.distance && bar.start < $0.x } ?? true
            if distance < reach || (distance == reach && isEarlier) {
                best = SeriesHit(
                    series: series, row: bar.rows.lowerBound, x: bar.start, y: y, point: point, distance: distance)
                reach = distance
            }
            return true
        }
        let target = viewport.invert(along)
        let middle = table.rows(in: target...Double.greatestFiniteMagnitude, at: rowPosition).lowerBound
        var row = min(max(middle, rows.lowerBound), max(rows.lowerBound, rows.upperBound - 1))
        let start = row
        var count = 0
        while row < rows.upperBound, count < nearBars,
            let bar = table.bar(holding: row, step: step, civil: calendar.civilSteps)
        {
            effort.spend(barEffort)
            let isNear = look(at: bar)
            if !isNear, bar.start > target { break }
            (row, count) = (bar.rows.upperBound, count + 1)
        }
        (row, count) = (start - 1, 0)
        while row >= rows.lowerBound, count < nearBars,
            let bar = table.bar(holding: row, step: step, civil: calendar.civilSteps)
        {
            effort.spend(barEffort)
            let isNear = look(at: bar)
            if !isNear, bar.start < target { break }
            (row, count) = (bar.rows.lowerBound - 1, count + 1)
        }
        return best
    }

    /// The first rows of the window's bars with the end of some series inside a rectangle, ascending.
    func barRows(in rect: Rect, of series: [Series], atMost limit: Int, _ effort: inout SearchEffort) -> [Int] {
        var rows: [Int] = []
        for bar in visibleBars where rows.count < limit && !effort.isSpent {
            effort.spend(Self.barEffort * readingCount)
            let isInside = series.contains { one in
                drawnValue(of: bar, one).flatMap { location(x: bar.start, y: $0, of: one) }.map(rect.contains) ?? false
            }
            if isInside { rows.append(bar.rows.lowerBound) }
        }
        return rows
    }
}
