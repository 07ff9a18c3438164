import ChartSeries
import Gestures

/// The reading of a series at one place along x.
struct SeriesReading: Sendable, Hashable {
    /// The x of the pointer where the reading lies between two rows, else the x of the row.
    var x: Double
    /// The value; `nil` where it is missing.
    var y: Double?
    /// The x of the nearest row; that of the pointer itself inside of a bar and on a step.
    var nearestX: Double
    /// The point at which it is drawn, also outside of the plot area; `nil` without one.
    var point: Point?
}

extension Chart {
    /// The reading of a series at an x, as its kind is drawn.
    ///
    /// A line, an area and a band are read between two rows too, straight on the screen. A step has the value of the row
    /// where it began. Points are read at the nearest row, bars and candlesticks inside of their width.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - x: The place along its x axis.
    ///   - isInterpolated: Whether lines, areas and bands are read between two rows too.
    ///   - rooms: The room of bars; it is needed where the series has bars or candlesticks.
    /// - Returns: `nil` without rows, beside bars, and outside of the rows of what is drawn between them.
    func reading(of series: Series, at x: Double, isInterpolated: Bool, in rooms: BarRooms?) -> SeriesReading? {
        guard !hasParts else {
            let (part, own) = part(of: series)
            return part.reading(of: own, at: x, isInterpolated: isInterpolated, in: rooms)
        }
        guard let axis = axis(series.xAxis) else { return nil }
        let shape = shape(of: series)
        let (before, after) = marks(around: x)
        guard let nearest = nearest(of: before, after, to: x, along: axis) else { return nil }
        /// The reading at a mark, without a point where the shape is not drawn.
        func reading(at mark: Mark, along: Double? = nil) -> SeriesReading {
            var reading = self.reading(of: series, at: mark, along: along)
            if !isDrawn(shape, at: mark) { reading.point = nil }
            return reading
        }
        switch shape.kind {
        case .scatter:
            return reading(at: nearest)
        case .bar, .candlestick:
            let viewport = viewport(of: axis)
            guard let room = rooms?.room(of: series, length: viewport.length) else { return nil }
            let distance = abs(viewport.apply(nearest.place) - viewport.apply(x))
            guard distance <= room.thickness / 2 else { return nil }
            let span = room.span(at: viewport.apply(nearest.place))
            var reading = reading(at: nearest, along: (span.lowerBound + span.upperBound) / 2)
            reading.nearestX = x
            return reading
        case .step:
            guard let before else { return nil }
            if before.place == x { return reading(at: before) }
            guard let after else { return nil }
            guard let (before, after) = ends(of: series, around: before, after) else {
                return SeriesReading(x: x, y: nil, nearestX: x)
            }
            var reading = reading(at: before, along: viewport(of: axis).apply(x))
            let next = drawnValue(of: after, series)
            if next.isNaN || self.axis(series.yAxis)?.scale.contains(next) != true {
                (reading.y, reading.point) = (nil, nil)
            }
            reading.nearestX = x
            return reading
        case .line, .area, .band:
            guard series.isRead(interpolated: isInterpolated, as: shape.kind), nearest.place != x else {
                return reading(at: nearest)
            }
            guard let before, let after else { return nil }
            guard let (before, after) = shape.kind == .band ? (before, after) : ends(of: series, around: before, after)
            else { return SeriesReading(x: x, y: nil, nearestX: nearest.place) }
            var reading = self.reading(of: series, at: x, between: before, after, along: axis, nearest: nearest)
            if !isDrawn(shape, at: before) || !isDrawn(shape, at: after) { reading.point = nil }
            return reading
        }
    }

    /// The marks from which and to which the line of a series goes between two marks.
    ///
    /// Where it goes on over missing values they are those with values around them; `nil` where there are none, or they are
    /// too far apart.
    private func ends(of series: Series, around before: Mark, _ after: Mark) -> (before: Mark, after: Mark)? {
        guard series.bridgesGaps, before.bar == nil else { return (before, after) }
        guard let first = table.lastPresentRow(ofColumn: series.column, before: before.rows.upperBound),
            let last = table.firstPresentRow(ofColumn: series.column, from: after.rows.lowerBound),
            series.joins(table.x[first], table.x[last]), let one = mark(holding: first), let other = mark(holding: last)
        else { return nil }
        return (one, other)
    }

    /// Whether a shape that several series make has all of its values at a mark; others have their own.
    private func isDrawn(_ shape: DrawnShape, at mark: Mark) -> Bool {
        switch shape.kind {
        case .line, .step, .area, .bar, .scatter: return true
        case .band, .candlestick:
            guard let span = span(of: shape, at: mark), let scale = axis(shape.series.yAxis)?.scale else {
                return false
            }
            return scale.contains(span.base) && scale.contains(span.top)
        }
    }

    /// The nearer one of two marks on the screen, the earlier one of a tie.
    ///
    /// Of rows at one place it is the first.
    private func nearest(of before: Mark?, _ after: Mark?, to x: Double, along axis: Axis) -> Mark? {
        guard let before, let after else { return (before ?? after).flatMap(first) }
        let (from, here, to) = (
            axis.scale.position(of: before.place), axis.scale.position(of: x), axis.scale.position(of: after.place)
        )
        return first(of: here - from <= to - here ? before : after)
    }

    /// The first row at the place of a row.
    private func first(of mark: Mark) -> Mark? {
        guard mark.bar == nil, mark.rows.lowerBound > 0, x(ofRow: mark.rows.lowerBound - 1) == mark.place else {
            return mark
        }
        return self.mark(
            holding: table.rows(in: mark.place...Double.greatestFiniteMagnitude, at: rowPosition).lowerBound)
    }

    /// The reading of a series at a mark.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - mark: The mark.
    ///   - along: Where its point is drawn along x, in points; `nil` for the place of the mark.
    /// - Returns: The reading.
    func reading(of series: Series, at mark: Mark, along: Double? = nil) -> SeriesReading {
        let value = value(of: mark, series)
        return SeriesReading(
            x: mark.place, y: value.isNaN ? nil : value, nearestX: mark.place,
            point: point(at: mark.place, along: along, drawn: drawnValue(of: mark, series), of: series))
    }

    private func reading(
        of series: Series, at x: Double, between before: Mark, _ after: Mark, along axis: Axis, nearest: Mark
    ) -> SeriesReading {
        var reading = SeriesReading(x: x, y: nil, nearestX: nearest.place)
        guard let yScale = self.axis(series.yAxis)?.scale, axis.scale.contains(before.place) else { return reading }
        let (p0, p1) = (axis.scale.position(of: before.place), axis.scale.position(of: after.place))
        let way = p0 < p1 ? (axis.scale.position(of: x) - p0) / (p1 - p0) : 0
        let (drawn0, drawn1) = (drawnValue(of: before, series), drawnValue(of: after, series))
        guard !drawn0.isNaN, !drawn1.isNaN, yScale.contains(drawn0), yScale.contains(drawn1) else { return reading }
        let (y0, y1) = (yScale.position(of: drawn0), yScale.position(of: drawn1))
        let drawn = yScale.value(at: y0 + (y1 - y0) * way)
        guard drawn.isFinite else { return reading }
        reading.point = point(at: x, along: nil, drawn: drawn, of: series)
        if seriesBelow(series).isEmpty {
            reading.y = drawn
        } else {
            let (own0, own1) = (value(of: before, series), value(of: after, series))
            reading.y = own0 + (own1 - own0) * way
        }
        return reading
    }

    private func point(at place: Double, along: Double?, drawn: Double, of series: Series) -> Point? {
        guard let xAxis = axis(series.xAxis), let yAxis = axis(series.yAxis), xAxis.scale.contains(place),
            !drawn.isNaN, yAxis.scale.contains(drawn)
        else { return nil }
        let (alongX, alongY) = (along ?? viewport(of: xAxis).apply(place), viewport(of: yAxis).apply(drawn))
        return xAxis.isVertical ? Point(x: alongY, y: alongX) : Point(x: alongX, y: alongY)
    }

    /// Replaces the overlays of a modifier.
    public mutating func setOverlays(_ replacement: [Overlay], of modifier: String) {
        let position = overlays.firstIndex { $0.modifier == modifier } ?? overlays.endIndex
        overlays.removeAll { $0.modifier == modifier }
        overlays.insert(contentsOf: replacement, at: min(position, overlays.endIndex))
    }
    /// Sorts the overlays by the order of the modifiers; overlays of other modifiers come last.
    mutating func sortOverlays(by modifiers: [String]) {
        let ranks = overlays.map { overlay in modifiers.firstIndex(of: overlay.modifier) ?? modifiers.endIndex }
        let order = overlays.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        overlays = order.map { overlays[$0] }
    }
}
