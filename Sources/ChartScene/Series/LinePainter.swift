import ChartEngine
import ChartSeries
import Gestures

/// Draws a series as a line, steps, an area or points.
struct LinePainter {
    let scene: SeriesScene

    private static let lineWidth = 1.75
    private static let areaOpacity = 0.25
    private static let dotSize = 4.0

    /// A place of a line: the point of a value, and where the value begins.
    private struct Spot {
        let point: Point
        let base: Double
    }

    /// Draws a line, which breaks where its series says; a value between two breaks is a dot.
    func draw(_ series: Series, kind: SeriesKind, into items: inout [SceneItem]) {
        let points = scene.points(of: series)
        if kind == .scatter { return drawPoints(points, of: series, into: &items) }
        let parts = parts(of: points, of: series)
        if kind == .area { fill(parts, points.scales, of: series, into: &items) }
        stroke(parts, count: points.count, points.scales, of: series, isStepped: kind == .step, into: &items)
        drawMarkers(points, of: series, into: &items)
    }

    /// The parts of a line between its breaks.
    private func parts(of points: SeriesPoints, of series: Series) -> [[Spot]] {
        var (parts, part) = ([[Spot]](), [Spot]())
        var last: Int?
        func end() {
            if !part.isEmpty { parts.append(part) }
            (part, last) = ([], nil)
        }
        func spot(_ row: Int) -> Spot? { points[row].map { Spot(point: $0, base: points.base(of: row)) } }
        let isBridging = series.bridgesGaps && scene.rows.areRows
        if isBridging, let first = points.tops.firstIndex(where: { !$0.isNaN }),
            let spot = neighbour(of: first, in: series, points, isBefore: true)
        {
            part = [spot]
        }
        for row in 0..<points.count {
            guard let spot = spot(row) else {
                // A value that its axis does not show breaks each line.
                if !isBridging || !points.tops[row].isNaN { end() }
                continue
            }
            if isBridging, let last, !joins(series, last, row) { end() }
            part.append(spot)
            last = row
        }
        if isBridging, let last, let spot = neighbour(of: last, in: series, points, isBefore: false) {
            part.append(spot)
        }
        end()
        return parts
    }

    /// Whether a line that bridges gaps goes from one drawn row to another, between which no value is drawn.
    ///
    /// Rows that are far apart because others between them are not drawn are no hole.
    private func joins(_ series: Series, _ row: Int, _ next: Int) -> Bool {
        let rows = scene.rows
        if series.joins(rows.x[row], rows.x[next]) { return true }
        let following = scene.chart.table.firstPresentRow(ofColumn: series.column, from: rows.indices[row] + 1)
        return following.map { $0 < rows.indices[next] } ?? false
    }

    /// The place to which a line goes on beyond the first or the last drawn value, where rows between are missing.
    private func neighbour(of row: Int, in series: Series, _ points: SeriesPoints, isBefore: Bool) -> Spot? {
        let (table, index) = (scene.chart.table, scene.rows.indices[row])
        guard isBefore ? row > 0 : row < points.count - 1, points[row] != nil,
            let other = isBefore
                ? table.lastPresentRow(ofColumn: series.column, before: index)
                : table.firstPresentRow(ofColumn: series.column, from: index + 1),
            isBefore ? series.joins(table.x[other], table.x[index]) : series.joins(table.x[index], table.x[other])
        else { return nil }
        let place = points.scales.xAxis.options.type == .category ? Double(other) : table.x[other]
        let value = table.columns[series.column].values[other]
        let base = scene.below(series).map { table.columns[$0.column].values[other] }
            .reduce(0) { SeriesScene.stacks(value, on: $1) ? $0 + $1 : $0 }
        return points.scales.point(place, base + value).map { Spot(point: $0, base: base) }
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

    private func stroke(
        _ parts: [[Spot]], count: Int, _ scales: SeriesScales, of series: Series, isStepped: Bool,
        into items: inout [SceneItem]
    ) {
        var path = scene.path()
        var dots = scene.path()
        let isVertical = scales.xAxis.isVertical
        for part in parts {
            guard part.count > 1 else {
                dots.dot(at: part[0].point)
                continue
            }
            path.move(to: part[0].point)
            for (last, spot) in zip(part, part.dropFirst()) {
                // The corner of a step: the new x at the old value.
                if isStepped {
                    let (from, to) = (last.point, spot.point)
                    path.line(to: Point(x: (isVertical ? from : to).x, y: (isVertical ? to : from).y))
                }
                path.line(to: spot.point)
            }
        }
        let crowd = Double(count) > 2 * scene.width * (1 + 2 * scene.overscan)
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

    /// Fills each part of at least two places between its values and where they begin.
    private func fill(_ parts: [[Spot]], _ scales: SeriesScales, of series: Series, into items: inout [SceneItem]) {
        var path = scene.path()
        for part in parts where part.count > 1 {
            path.move(to: part[0].point)
            for spot in part.dropFirst() { path.line(to: spot.point) }
            for spot in part.reversed() {
                let along = scales.along(base: spot.base)
                path.line(
                    to: scales.xAxis.isVertical
                        ? Point(x: along, y: spot.point.y) : Point(x: spot.point.x, y: along))
            }
            path.close()
        }
        let opacity = Self.areaOpacity * (scene.isFaded(series) ? SeriesScene.fadedOpacity : 1)
        items.fill(path, scene.ink(of: series), opacity: opacity)
    }
}

extension ScenePath {
    /// Draws a closed shape through points.
    mutating func polygon(_ points: [Point]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { line(to: point) }
        close()
    }
}
