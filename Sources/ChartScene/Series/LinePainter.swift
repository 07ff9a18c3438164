import ChartEngine
import Gestures

/// Draws a series as a line, steps, an area or points.
struct LinePainter {
    let scene: SeriesScene

    private static let lineWidth = 1.75
    private static let areaOpacity = 0.25
    private static let dotSize = 4.0

    /// Draws a line, which breaks where a value is missing; a value between two missing ones is a dot.
    func draw(_ series: Series, kind: SeriesKind, into items: inout [SceneItem]) {
        let points = scene.points(of: series)
        if kind == .scatter { return drawPoints(points, of: series, into: &items) }
        if kind == .area { fill(points, of: series, into: &items) }
        stroke(points, of: series, isStepped: kind == .step, into: &items)
        drawMarkers(points, of: series, into: &items)
    }

    /// Draws the markers of a line where they lie at least their size apart on average.
    private func drawMarkers(_ points: SeriesPoints, of series: Series, into items: inout [SceneItem]) {
        guard let marker = Marker(of: series) else { return }
        let length = points.scales.xAxis.isVertical ? scene.height : scene.width
        let present = (0..<points.count).compactMap { points[$0] }
        guard Double(present.count) * marker.size <= length * (1 + 2 * scene.overscan) else { return }
        marker.draw(
            at: present, in: scene.path(), scene.ink(of: series), isFaded: scene.isFaded(series), into: &items)
    }

    private func stroke(_ points: SeriesPoints, of series: Series, isStepped: Bool, into items: inout [SceneItem]) {
        var path = scene.path()
        var dots = scene.path()
        let isVertical = points.scales.xAxis.isVertical
        var last: Point?
        var next = points.count > 0 ? points[0] : nil
        for row in 0..<points.count {
            let point = next
            next = row + 1 < points.count ? points[row + 1] : nil
            defer { last = point }
            guard let point else { continue }
            if let last {
                // The corner of a step: the new x at the old value.
                if isStepped {
                    path.line(to: Point(x: (isVertical ? last : point).x, y: (isVertical ? point : last).y))
                }
                path.line(to: point)
            } else if next != nil {
                path.move(to: point)
            } else {
                dots.dot(at: point)
            }
        }
        let crowd = Double(points.count) > 2 * scene.width * (1 + 2 * scene.overscan)
        let width = (series.width ?? (crowd ? 1 : Self.lineWidth)) + (scene.isRaised(series) ? 1 : 0)
        let isFaded = scene.isFaded(series)
        items.stroke(path, scene.lineInk(of: series), width: width, dash: scene.dash(of: series), isFaded: isFaded)
        let dotSize = max(Self.dotSize, series.width ?? 0)
        items.stroke(dots, scene.ink(of: series), width: dotSize, isFaded: isFaded)
    }

    /// Draws the points of a scatter series, each as its marker, or as a dot.
    private func drawPoints(_ points: SeriesPoints, of series: Series, into items: inout [SceneItem]) {
        guard series.marker != SeriesMarker.none else { return }
        let (ink, isFaded) = (scene.ink(of: series), scene.isFaded(series))
        let present = (0..<points.count).lazy.compactMap { points[$0] }
        if var marker = Marker(of: series) {
            if scene.isRaised(series) { marker.size += 1 }
            return marker.draw(at: present, in: scene.path(), ink, isFaded: isFaded, into: &items)
        }
        var path = scene.path()
        for point in present { path.dot(at: point) }
        let size = (series.markerSize ?? Marker.dotSize) + (scene.isRaised(series) ? 1 : 0)
        items.stroke(path, ink, width: size, isFaded: isFaded)
    }

    /// Fills each part of at least two rows between its values and where they begin.
    private func fill(_ points: SeriesPoints, of series: Series, into items: inout [SceneItem]) {
        var path = scene.path()
        var row = 0
        while row < points.count {
            let first = row
            while row < points.count, points[row] != nil { row += 1 }
            if row - first > 1 {
                for upper in first..<row { path.trace(points[upper], isFirst: upper == first) }
                for lower in (first..<row).reversed() { path.trace(base(of: lower, points), isFirst: false) }
                path.close()
            }
            row += 1
        }
        let opacity = Self.areaOpacity * (scene.isFaded(series) ? SeriesScene.fadedOpacity : 1)
        items.fill(path, scene.ink(of: series), opacity: opacity)
    }

    /// The point below a row's value, where it begins.
    private func base(of row: Int, _ points: SeriesPoints) -> Point? {
        let along = points.scales.along(base: points.base(of: row))
        return points[row].map { points.scales.xAxis.isVertical ? Point(x: along, y: $0.y) : Point(x: $0.x, y: along) }
    }
}

extension ScenePath {
    /// Goes to the next point of an outline; nowhere without one.
    fileprivate mutating func trace(_ point: Point?, isFirst: Bool) {
        guard let point else { return }
        if isFirst { move(to: point) } else { line(to: point) }
    }

    /// Draws a closed shape through points.
    mutating func polygon(_ points: [Point]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { line(to: point) }
        close()
    }
}
