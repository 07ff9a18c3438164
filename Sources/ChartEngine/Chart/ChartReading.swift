import ChartSeries
public import Gestures

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

/// Where modifiers read series.
enum ReadingPlace: Sendable, Hashable {
    /// At the x under a location of the plot area.
    case location(Point)
    /// At an x of the data.
    case x(Double)
}

extension Chart {
    /// The readings of series at a place, in drawing order.
    ///
    /// - Parameters:
    ///   - place: Where to read, for each series on its own x axis.
    ///   - series: The series to read.
    ///   - isInterpolated: Whether to read lines, areas and bands between two rows, not at the nearest row.
    ///   - radius: How far the nearest row may be along the x axis, in points; 0 is any distance.
    /// - Returns: An item for each series that is there, with its own value, and the point at which it is drawn if that
    ///   lies in the plot area.
    func readings(
        at place: ReadingPlace, of series: [Series], isInterpolated: Bool, within radius: Double
    ) -> [Overlay.Item] {
        let rooms = barRooms(for: series.map(kind))
        return series.compactMap { series in
            guard let axis = axis(series.xAxis) else { return nil }
            let viewport = viewport(of: axis)
            let x: Double
            switch place {
            case .location(let location): x = viewport.invert(coordinate(of: location, along: axis))
            case .x(let given): x = given
            }
            guard let reading = reading(of: series, at: x, isInterpolated: isInterpolated, in: rooms) else {
                return nil
            }
            let distance = abs(viewport.apply(reading.nearestX) - viewport.apply(x))
            guard radius == 0 || distance <= radius else { return nil }
            return Overlay.Item(
                series: series.id, name: series.name, x: reading.x, y: reading.y,
                point: reading.point.flatMap { contains($0) ? $0 : nil })
        }
    }

    /// The line across the plot area through a point along an axis, as a rectangle of zero width or height.
    func crossing(_ axis: Axis, at point: Double) -> Rect {
        axis.isVertical
            ? Rect(x: 0, y: point, width: size.width, height: 0)
            : Rect(x: point, y: 0, width: 0, height: size.height)
    }
}

/// The place of a series, or of the shape that it makes with others, that is nearest to a location.
public struct SeriesHit: Sendable, Hashable {
    /// The series; of a shape that several make, the first.
    public var series: Series
    /// The row; of a place between two rows the nearer one, and of a step the one where it began.
    public var row: Int
    /// The x: that of the place where it is between two rows, else that of the row.
    public var x: Double
    /// The value there; of a band that of the edge.
    public var y: Double
    /// A point of what is drawn, in points.
    public var point: Point
    /// The distance from the location searched to what is drawn, in points; 0 inside of it.
    public var distance: Double
}

extension Chart {
    /// The place of the topmost of some series near a location.
    ///
    /// The topmost is the last drawn with a place in the radius. A bar or candlestick that holds the location goes before
    /// one above it that is only near.
    ///
    /// - Parameters:
    ///   - candidates: The series.
    ///   - location: A location, in points.
    ///   - radius: The largest distance of a place, in points.
    ///   - isInterpolated: Whether the line between two rows counts, not only the rows' points.
    /// - Returns: The nearest place of that series; `nil` when no series has one within the radius.
    public func topmostHit(
        of candidates: [Series], at location: Point, within radius: Double, isInterpolated: Bool
    ) -> SeriesHit? {
        var effort = SearchEffort(SearchEffort.nearest)
        var near: SeriesHit?
        let shapes = shapes(of: candidates)
        let rooms = barRooms(for: shapes.map(\.kind))
        for shape in shapes.reversed() {
            let reach = near?.distance ?? radius
            guard
                let hit = hit(
                    of: shape, at: location, within: reach, isInterpolated: isInterpolated, in: rooms, &effort)
            else { continue }
            guard shape.kind.hasWidth, hit.distance > 0 else { return hit }
            near = near ?? hit
        }
        return near
    }

    /// The place of some series that is nearest to a location; of equally near ones that of the last one.
    func nearestHit(
        of series: [Series], at location: Point, within radius: Double, isInterpolated: Bool
    ) -> SeriesHit? {
        var effort = SearchEffort(SearchEffort.nearest)
        var nearest: SeriesHit?
        let shapes = shapes(of: series)
        let rooms = barRooms(for: shapes.map(\.kind))
        for shape in shapes {
            let reach = nearest?.distance ?? radius
            let isInterpolated = shape.series.isRead(interpolated: isInterpolated, as: shape.kind)
            let hit = hit(of: shape, at: location, within: reach, isInterpolated: isInterpolated, in: rooms, &effort)
            nearest = hit ?? nearest
        }
        return nearest
    }

    /// The place of a visible series in the plot area that is nearest to a location, as its kind is drawn.
    ///
    /// Among very many rows the search ends after a fixed effort with the nearest place so far, which lies beside the
    /// location.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - location: A location, in points.
    ///   - radius: The largest distance of the place, in points; `infinity` is any distance.
    ///   - isInterpolated: Whether the line between two rows counts, not only the rows' points.
    /// - Returns: The place; `nil` when there is none within the radius.
    public func hit(
        of series: Series, at location: Point, within radius: Double, isInterpolated: Bool
    ) -> SeriesHit? {
        nearestHit(of: [series], at: location, within: radius, isInterpolated: isInterpolated)
    }

    /// The place of a shape that is nearest to a location, found with the effort that is left.
    func hit(
        of shape: DrawnShape, at location: Point, within radius: Double, isInterpolated: Bool, in rooms: BarRooms?,
        _ effort: inout SearchEffort
    ) -> SeriesHit? {
        guard
            var search = HitSearch(
                shape: shape, location: location, chart: part(of: shape.series).chart, isInterpolated: isInterpolated,
                rooms: rooms)
        else { return nil }
        return search.nearest(within: radius, &effort)
    }
}

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
