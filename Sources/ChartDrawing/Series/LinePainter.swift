import ChartEngine
import Gestures

/// Draws a series as a line, steps, an area or points.
struct LinePainter {
    let scene: SeriesScene

    private static let lineWidth = 1.75
    private static let areaOpacity = 0.25
    private static let pointSize = 5.0
    private static let dotSize = 4.0

    /// Draws a line, which breaks where a value is missing; a value between two missing ones is a dot.
    func draw(_ series: Series, kind: SeriesKind, into writer: inout SVGWriter) {
        let scales = scene.scales(of: series)
        let (bases, tops) = scene.stacked(series)
        let points = scene.points(of: series, at: tops, scales)
        if kind == .scatter { return drawPoints(points, of: series, into: &writer) }
        if kind == .area { fill(points, bases, of: series, scales, into: &writer) }
        stroke(points, of: series, isStepped: kind == .step, scales, into: &writer)
    }

    private func stroke(
        _ points: [Point?], of series: Series, isStepped: Bool, _ scales: SeriesScales, into writer: inout SVGWriter
    ) {
        var path = SVGPath()
        var dots = SVGPath()
        for (row, point) in points.enumerated() {
            guard let point else { continue }
            let last = row > 0 ? points[row - 1] : nil
            if let last {
                if isStepped { path.line(to: corner(from: last, to: point, scales)) }
                path.line(to: point)
            } else if row + 1 < points.count, points[row + 1] != nil {
                path.move(to: point)
            } else {
                dots.dot(at: point)
            }
        }
        let crowd = Double(points.count) > 2 * scene.width
        let width = (crowd ? 1 : Self.lineWidth) + (scene.isRaised(series) ? 1 : 0)
        writer.stroke(
            path, scene.color(of: series), width: width, dash: scene.dash(of: series), isFaded: scene.isFaded(series))
        writer.stroke(dots, scene.color(of: series), width: Self.dotSize, isFaded: scene.isFaded(series))
    }

    /// The corner of a step: the new x at the old value.
    private func corner(from last: Point, to point: Point, _ scales: SeriesScales) -> Point {
        scales.xAxis.isVertical ? Point(x: last.x, y: point.y) : Point(x: point.x, y: last.y)
    }

    private func drawPoints(_ points: [Point?], of series: Series, into writer: inout SVGWriter) {
        var path = SVGPath()
        for case let point? in points { path.dot(at: point) }
        let size = Self.pointSize + (scene.isRaised(series) ? 1 : 0)
        writer.stroke(path, scene.color(of: series), width: size, isFaded: scene.isFaded(series))
    }

    private func fill(
        _ points: [Point?], _ bases: [Double], of series: Series, _ scales: SeriesScales, into writer: inout SVGWriter
    ) {
        var path = SVGPath()
        for part in points.presentParts where part.count > 1 {
            let lower = part.map { row in
                let along = scales.along(base: bases[row])
                let point = points[row] ?? .zero
                return scales.xAxis.isVertical ? Point(x: along, y: point.y) : Point(x: point.x, y: along)
            }
            path.polygon(part.compactMap { points[$0] } + lower.reversed())
        }
        let opacity = Self.areaOpacity * (scene.isFaded(series) ? SeriesScene.fadedOpacity : 1)
        writer.fill(path, scene.color(of: series), opacity: opacity)
    }
}

extension [Point?] {
    /// The ranges of rows that have a point.
    var presentParts: [Range<Int>] {
        var parts: [Range<Int>] = []
        for row in indices where self[row] != nil {
            if let last = parts.last, last.upperBound == row {
                parts[parts.count - 1] = last.lowerBound..<row + 1
            } else {
                parts.append(row..<row + 1)
            }
        }
        return parts
    }
}

extension SVGPath {
    /// Draws a closed shape through points.
    mutating func polygon(_ points: [Point]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { line(to: point) }
        close()
    }
}

extension SVGWriter {
    /// Draws lines with round ends.
    mutating func stroke(
        _ path: SVGPath, _ color: String, width: Double, dash: [Double]? = nil, isFaded: Bool = false
    ) {
        guard !path.isEmpty else { return }
        raw("<path")
        attribute("d", path)
        raw(" fill=\"none\"")
        attribute("stroke", color)
        attribute("stroke-width", width)
        raw(" stroke-linejoin=\"round\" stroke-linecap=\"round\"")
        if let dash, !dash.isEmpty { self.dash(dash) }
        if isFaded { attribute("opacity", SeriesScene.fadedOpacity) }
        raw("/>")
    }

    /// Writes the lengths of dashes and gaps.
    mutating func dash(_ lengths: [Double]) {
        var text: [UInt8] = []
        for length in lengths {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            text.appendNumber(length)
        }
        attribute("stroke-dasharray", String(decoding: text, as: UTF8.self))
    }

    /// Fills a path.
    mutating func fill(_ path: SVGPath, _ color: String, opacity: Double = 1) {
        guard !path.isEmpty else { return }
        raw("<path")
        attribute("d", path)
        attribute("fill", color)
        if opacity < 1 { attribute("fill-opacity", opacity) }
        raw("/>")
    }
}
