import ChartSeries
import Gestures

/// One search for the place of a shape that is nearest to a location.
///
/// It tests the rows beside the location, and then parts of the other rows, the part first whose minimum and maximum
/// allow the nearest place. It ends when no part can have a nearer one, or when the effort is spent. Of bars of a window
/// it tests those beside the location.
struct HitSearch {
    /// The number of rows tested on either side of the location; they mostly hold the nearest place.
    private static let nearRows = 256
    /// The number of them when the effort is spent.
    private static let fewestNearRows = 16
    /// The number of bars tested on either side, and their number when the effort is spent.
    private static let nearBars = (most: 128, fewest: 2)
    /// Up to this number of rows, testing each one is faster than reading their minimum and maximum.
    private static let fewRows = 64
    /// The effort to measure one bar of one series.
    static let barEffort = 64

    private let shape: DrawnShape
    private let location: Point
    private let chart: Chart
    private let isInterpolated: Bool
    /// Whether the line may go on over missing values, or break between values.
    private let bridges: Bool
    private let axis: Axis
    private let xAxis: AxisViewport
    private let yAxis: AxisViewport
    private let isVertical: Bool
    private let room: BarRoom?
    /// The values of each member, and of each number of candlesticks.
    private let values: [DrawnValues]
    /// The bars beside the location; `nil` where rows are the data.
    private var bars: [Mark]?
    /// The rows, or the positions of the bars.
    private var marks: Range<Int>
    private var best: Candidate?
    private var reach = 0.0

    /// A place of a mark, or between it and the next one.
    private struct Candidate {
        /// The mark, or the one before the place.
        var mark: Int
        /// The mark to which the line goes on.
        var next: Int
        /// The part of the way to the next mark; 0 is at the mark itself.
        var part: Double
        var point: Point
        var distance: Double
        /// Whether the place lies on the upper edge of a band or candlestick, else on the lower one.
        var isTop = true
    }

    /// Rows that were not tested, with the least distance that their minimum and maximum allow.
    private struct Part {
        var rows: Range<Int>
        var distance: Double
    }

    /// Where a mark is drawn, in points along each axis.
    private struct Place {
        var along: Double
        var base: Double
        var top: Double
    }

    /// Prepares a search; `nil` for a shape without its axes.
    init?(shape: DrawnShape, location: Point, chart: Chart, isInterpolated: Bool, rooms: BarRooms?) {
        guard let xAxis = chart.axis(shape.series.xAxis), let yAxis = chart.axis(shape.series.yAxis) else { return nil }
        self.shape = shape
        self.location = location
        self.chart = chart
        self.isInterpolated = isInterpolated
        axis = xAxis
        self.xAxis = chart.viewport(of: xAxis)
        self.yAxis = chart.viewport(of: yAxis)
        isVertical = xAxis.isVertical
        room = shape.kind.hasWidth ? rooms?.room(of: shape.series, length: self.xAxis.length) : nil
        let visible = chart.visibleRows
        // What is drawn between two rows, or around one, may reach into the window.
        let margin = shape.kind == .scatter || (shape.kind == .line && !isInterpolated) ? 0 : 1
        var reached = max(0, visible.lowerBound - margin)..<min(chart.table.rowCount, visible.upperBound + margin)
        bridges = shape.series.bridgesGaps && [.line, .step, .area].contains(shape.kind) && !chart.showsBars
        if bridges, margin > 0 {
            let column = shape.series.column
            let first = chart.table.lastPresentRow(ofColumn: column, before: visible.lowerBound)
            let last = chart.table.firstPresentRow(ofColumn: column, from: visible.upperBound)
            reached = (first ?? reached.lowerBound)..<(last.map { $0 + 1 } ?? reached.upperBound)
        }
        marks = reached
        values = (shape.members + shape.candle).map { DrawnValues(of: $0, on: chart) }
    }

    /// The nearest place within a radius.
    ///
    /// Of equally near ones it is the earliest, and of bars that hold the location the latest, which lies on top.
    ///
    /// - Complexity: O(log n) plus the number of rows near the location, and at most what the effort allows.
    mutating func nearest(within radius: Double, _ effort: inout SearchEffort) -> SeriesHit? {
        reach = radius
        let target = xAxis.invert(along)
        guard !chart.showsBars else { return nearestBar(to: target, &effort) }
        guard let start = chart.nearestRow(to: target, along: axis, in: marks) else { return nil }
        let count = effort.isSpent ? Self.fewestNearRows : Self.nearRows
        let near = (start - count..<start + count).clamped(to: marks)
        for row in start..<near.upperBound {
            if row > start, !isWithinReach(row) { break }
            look(at: row, &effort)
        }
        for row in (near.lowerBound..<start).reversed() {
            look(at: row, &effort)
            if !isWithinReach(row) { break }
        }
        // The line over the location may come from a row that is far away.
        if bridges, let before = chart.marks(around: target).before,
            let row = chart.table.lastPresentRow(ofColumn: shape.series.column, before: before.rows.upperBound)
        {
            look(at: row, &effort)
        }
        guard !isHeld else { return best.map(hit) }
        var parts: [Part] = []
        add(marks.lowerBound..<near.lowerBound, to: &parts, &effort)
        add(near.upperBound..<marks.upperBound, to: &parts, &effort)
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

    private mutating func nearestBar(to target: Double, _ effort: inout SearchEffort) -> SeriesHit? {
        let count = effort.isSpent ? Self.nearBars.fewest : Self.nearBars.most
        let near = chart.marks(around: target, atMost: count)
        bars = near
        marks = near.indices
        for index in near.indices { look(at: index, &effort) }
        return best.map(hit)
    }

    /// Whether a bar, an area or a band holds the location, so that no other row is nearer.
    private var isHeld: Bool { reach == 0 && best != nil && shape.kind.hasBody }

    private var along: Double { isVertical ? location.y : location.x }
    private var across: Double { isVertical ? location.x : location.y }

    /// Adds rows that may have a place near enough; the nearest part is the last one.
    private func add(_ rows: Range<Int>, to parts: inout [Part], _ effort: inout SearchEffort) {
        guard !rows.isEmpty else { return }
        effort.spend(SearchEffort.extremes * seriesCount)
        guard let distance = leastDistance(of: rows), distance <= reach else { return }
        var index = parts.endIndex
        while index > 0, parts[index - 1].distance < distance { index -= 1 }
        parts.insert(Part(rows: rows, distance: distance), at: index)
    }

    private var seriesCount: Int { values.reduce(0) { $0 + $1.seriesCount } }

    /// The least distance that a place of some rows, or between them and the next, may have; `nil` without a place.
    private func leastDistance(of part: Range<Int>) -> Double? {
        let reachesNext = room == nil && shape.kind != .scatter && (isInterpolated || shape.kind != .line)
        let ends = part.lowerBound..<min(part.upperBound + (reachesNext ? 1 : 0), marks.upperBound)
        let length = chart.size.length(isVertical: !isVertical)
        guard let points = points(ofRows: ends), points.upperBound >= 0, points.lowerBound <= length else { return nil }
        let first = xAxis.apply(chart.x(ofRow: ends.lowerBound))
        let last = xAxis.apply(chart.x(ofRow: ends.upperBound - 1))
        let isFinite = first.isFinite && last.isFinite
        let half = (room?.thickness ?? 0) / 2
        let dx = isFinite ? max(0, min(first, last) - half - along, along - max(first, last) - half) : 0
        let dy = max(0, points.lowerBound - across, across - points.upperBound)
        // A little less, so that rounding hides no place.
        return Vector(dx: dx, dy: dy).length * (1 - 1e-9)
    }

    /// The points between which some rows are drawn along the y axis, perhaps too wide.
    private func points(ofRows rows: Range<Int>) -> ClosedRange<Double>? {
        var hull: ClosedRange<Double>?
        for one in values {
            guard let range = one.points(ofRows: rows, along: yAxis) else { continue }
            hull = hull.map { min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound) } ?? range
        }
        guard shape.kind.isDrawnFromZero, let drawn = hull else { return hull }
        let zero = coordinate(ofBase: 0)
        return min(drawn.lowerBound, zero)...max(drawn.upperBound, zero)
    }

    /// Whether a row is no farther along the x axis than the nearest place so far.
    private func isWithinReach(_ row: Int) -> Bool {
        abs(xAxis.apply(chart.x(ofRow: row)) - along) <= reach + (room?.thickness ?? 0) / 2
    }

    /// Tests what is drawn at a mark, and between it and the next one.
    private mutating func look(at mark: Int, _ effort: inout SearchEffort) {
        effort.spend(bars == nil ? seriesCount : Self.barEffort * seriesCount)
        guard let place = place(of: mark) else { return }
        switch shape.kind {
        case .scatter: offer(mark, at: place.along, place.top)
        case .bar, .candlestick: lookAtBody(of: mark, place)
        case .line:
            offer(mark, at: place.along, place.top)
            guard isInterpolated, let (end, next) = self.next(after: mark) else { return }
            offerSegment(mark, end, from: (place.along, place.top), to: (next.along, next.top))
        case .step:
            offer(mark, at: place.along, place.top)
            guard let (end, next) = self.next(after: mark) else { return }
            offerSegment(mark, end, from: (place.along, place.top), to: (next.along, place.top), isStep: true)
            offerSegment(end, end, from: (next.along, next.top), to: (next.along, place.top), isStep: true)
        case .area, .band: lookAtFill(from: mark, place)
        }
    }

    /// The mark to which the line from a mark goes, and its place; `nil` where it breaks.
    private func next(after mark: Int) -> (mark: Int, place: Place)? {
        guard bridges else { return place(of: mark + 1).map { (mark + 1, $0) } }
        let (column, x) = (shape.series.column, chart.table.x)
        guard let next = chart.table.firstPresentRow(ofColumn: column, from: mark + 1),
            shape.series.joins(x[mark], x[next])
        else { return nil }
        return place(of: next).map { (next, $0) }
    }

    private mutating func lookAtFill(from mark: Int, _ place: Place) {
        let isBand = shape.kind == .band
        offer(mark, at: place.along, place.top)
        if isBand { offer(mark, at: place.along, place.base, isTop: false) }
        guard let (end, next) = self.next(after: mark) else {
            let isAlone = mark == marks.lowerBound || self.place(of: mark - 1) == nil
            if isBand, isAlone {
                offerSegment(mark, mark + 1, from: (place.along, place.top), to: (place.along, place.base))
            }
            return
        }
        let (left, right) = (min(place.along, next.along), max(place.along, next.along))
        if along >= left, along <= right, left < right {
            let part = (along - place.along) / (next.along - place.along)
            let top = place.top + (next.top - place.top) * part
            let base = place.base + (next.base - place.base) * part
            if across >= min(base, top), across <= max(base, top) {
                let isTop = !isBand || abs(across - top) <= abs(across - base)
                let length = chart.size.length(isVertical: !isVertical)
                let edge = min(max(isTop ? top : base, 0), length)
                offer(
                    Candidate(
                        mark: mark, next: end, part: part, point: point(along, edge), distance: 0, isTop: isTop))
                return
            }
        }
        guard isInterpolated else { return }
        offerSegment(mark, end, from: (place.along, place.top), to: (next.along, next.top))
        if isBand {
            offerSegment(mark, end, from: (place.along, place.base), to: (next.along, next.base), isTop: false)
        }
    }

    private mutating func lookAtBody(of mark: Int, _ place: Place) {
        guard let room else { return }
        let span = room.span(at: place.along)
        let (width, height) = (xAxis.length, yAxis.length)
        let (low, high) = (min(place.base, place.top), max(place.base, place.top))
        guard span.upperBound >= 0, span.lowerBound <= width, high >= 0, low <= height else { return }
        let dx = max(0, max(span.lowerBound, 0) - along, along - min(span.upperBound, width))
        let dy = max(0, max(low, 0) - across, across - min(high, height))
        let centre = min(max((span.lowerBound + span.upperBound) / 2, 0), width)
        let end = shape.kind == .bar ? place.top : candleEnd(of: mark, place)
        offer(
            Candidate(
                mark: mark, next: mark + 1, part: 0, point: point(centre, min(max(end, 0), height)),
                distance: Vector(dx: dx, dy: dy).length))
    }

    /// Where a candlestick draws the value of its series.
    private func candleEnd(of mark: Int, _ place: Place) -> Double {
        let own = bars.map { chart.value(of: $0[mark], shape.series) } ?? values[0].own[mark]
        return own.isNaN ? place.top : coordinate(ofBase: own)
    }

    private mutating func offer(_ mark: Int, at along: Double, _ across: Double, isTop: Bool = true) {
        let point = point(along, across)
        offer(
            Candidate(
                mark: mark, next: mark + 1, part: 0, point: point, distance: (point - location).length, isTop: isTop))
    }

    /// Offers the nearest place of a line, apart from its ends.
    private mutating func offerSegment(
        _ mark: Int, _ next: Int, from: (Double, Double), to: (Double, Double), isTop: Bool = true,
        isStep: Bool = false
    ) {
        let (start, end) = (point(from.0, from.1), point(to.0, to.1))
        let way = end - start
        let offset = location - start
        let square = way.dx * way.dx + way.dy * way.dy
        guard square > 0, square.isFinite else { return }
        let part = (offset.dx * way.dx + offset.dy * way.dy) / square
        guard part > 0, part < 1 else { return }
        let place = start + Vector(dx: way.dx * part, dy: way.dy * part)
        offer(
            Candidate(
                mark: mark, next: next, part: isStep ? 0 : part, point: place,
                distance: (place - location).length, isTop: isTop))
    }

    /// Takes a point of the plot area that is nearer than the nearest so far, or as near and before it.
    private mutating func offer(_ candidate: Candidate) {
        guard candidate.distance <= reach, chart.contains(candidate.point) else { return }
        if let best, candidate.distance == best.distance {
            let isUpper = room != nil && candidate.distance == 0
            guard isUpper ? candidate.mark > best.mark : candidate.mark < best.mark else { return }
        }
        (best, reach) = (candidate, candidate.distance)
    }

    private func hit(_ candidate: Candidate) -> SeriesHit {
        let (mark, part) = (candidate.mark, candidate.part)
        let isNext = part >= 0.5
        let nearest = isNext ? candidate.next : mark
        let row = bars.map { $0[nearest].rows.lowerBound } ?? nearest
        let isBetween = part > 0 && part < 1 && isInterpolated
        let x = isBetween ? xAxis.invert(isVertical ? candidate.point.y : candidate.point.x) : x(of: nearest)
        return SeriesHit(
            series: shape.series, row: row, x: x, y: isBetween ? valueBetween(candidate) : value(nearest, candidate),
            point: candidate.point, distance: candidate.distance)
    }

    /// The value of the series at a mark, or of a band that of the edge.
    private func value(_ mark: Int, _ candidate: Candidate) -> Double {
        if shape.kind == .band, let span = span(of: mark) { return candidate.isTop ? span.top : span.base }
        if let bars { return chart.value(of: bars[mark], shape.series) }
        return values[0].own[mark]
    }

    private func valueBetween(_ candidate: Candidate) -> Double {
        if shape.kind != .band, !chart.seriesBelow(shape.series).isEmpty {
            let (from, to) = (value(candidate.mark, candidate), value(candidate.next, candidate))
            return from + (to - from) * candidate.part
        }
        guard let place = place(of: candidate.mark), let next = self.place(of: candidate.next) else {
            return value(candidate.mark, candidate)
        }
        let (from, to) = candidate.isTop ? (place.top, next.top) : (place.base, next.base)
        return yAxis.invert(from + (to - from) * candidate.part)
    }

    private func x(of mark: Int) -> Double { bars.map { $0[mark].place } ?? chart.x(ofRow: mark) }

    private func span(of mark: Int) -> MarkSpan? {
        if let bars { return chart.span(of: shape, at: bars[mark]) }
        switch shape.kind {
        case .line, .step, .scatter:
            let top = values[0][mark]
            return top.isNaN ? nil : MarkSpan(base: top, top: top)
        case .area, .bar:
            let top = values[0][mark]
            return top.isNaN ? nil : MarkSpan(base: top - values[0].own[mark], top: top)
        case .band, .candlestick:
            return chart.mark(holding: mark).flatMap { chart.span(of: shape, at: $0) }
        }
    }

    /// Where a mark is drawn; `nil` for none, where a value is missing, and for values that the axes do not show.
    private func place(of mark: Int) -> Place? {
        guard marks.contains(mark), let span = span(of: mark), yAxis.scale.contains(span.top),
            xAxis.scale.contains(x(of: mark))
        else { return nil }
        if !shape.kind.isDrawnFromZero, !yAxis.scale.contains(span.base) { return nil }
        return Place(
            along: xAxis.apply(x(of: mark)), base: coordinate(ofBase: span.base), top: yAxis.apply(span.top))
    }

    /// Where the y axis draws a base; on a logarithmic axis zero lies beyond its lower end.
    private func coordinate(ofBase base: Double) -> Double { yAxis.along(base: base) }

    private func point(_ along: Double, _ across: Double) -> Point {
        isVertical ? Point(x: across, y: along) : Point(x: along, y: across)
    }
}

extension AxisViewport {
    /// Where the axis draws the base of a bar or an area; on a logarithmic axis zero lies beyond its lower end.
    public func along(base: Double) -> Double {
        if scale.contains(base) { return apply(base) }
        return isReversed ? length : 0
    }
}
