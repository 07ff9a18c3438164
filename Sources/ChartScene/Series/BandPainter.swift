import ChartEngine
import Gestures

/// Draws the area between the smallest and the largest values.
///
/// Band series on the same axes form one band, from the smallest to the largest of their values in each row. It breaks
/// where one of them has no value. The band of one series reaches from the smallest to the largest value of each column
/// of points.
struct BandPainter {
    let scene: SeriesScene

    private static let opacity = 0.25
    private static let edgeWidth = 1.0

    /// Draws the band that a series begins; nothing for the others of that band.
    func draw(_ series: Series, into items: inout [SceneItem]) {
        let members = scene.group(of: series)
        guard members.first?.id == series.id else { return }
        let scales = scene.scales(of: series)
        let pairs = joined(members.map { scene.rows.extremes(of: $0) })
        let places = scene.rows.places(on: scales.xAxis)
        var low = pairs.indices.map { scales.point(places[$0], pairs[$0].low) }
        var high = pairs.indices.map { scales.point(places[$0], pairs[$0].high) }
        if members.count == 1 { Self.widen(&low, &high, scales) }
        var area = scene.path()
        var edges = scene.path()
        for part in Self.parts(low, high) {
            let (lower, upper) = (part.compactMap { low[$0] }, part.compactMap { high[$0] })
            if part.count == 1 {
                edges.move(to: lower[0])
                edges.line(to: upper[0])
                continue
            }
            area.polygon(upper + lower.reversed())
            for edge in [lower, upper] {
                edges.move(to: edge[0])
                for point in edge.dropFirst() { edges.line(to: point) }
            }
        }
        let isFaded = scene.isFaded(series)
        items.fill(area, scene.ink(of: series), opacity: Self.opacity * (isFaded ? SeriesScene.fadedOpacity : 1))
        let width = (series.width ?? Self.edgeWidth) + (scene.isRaised(series) ? 1 : 0)
        items.stroke(edges, scene.lineInk(of: series), width: width, dash: scene.dash(of: series), isFaded: isFaded)
    }

    /// The ranges of rows that have both points.
    private static func parts(_ low: [Point?], _ high: [Point?]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        for row in low.indices where low[row] != nil && high[row] != nil {
            if let last = parts.last, last.upperBound == row {
                parts[parts.count - 1] = last.lowerBound..<row + 1
            } else {
                parts.append(row..<row + 1)
            }
        }
        return parts
    }

    /// The smallest and the largest of several series' values in each row; NaN where one has none.
    private func joined(_ members: [[(low: Double, high: Double)]]) -> [(low: Double, high: Double)] {
        scene.rows.x.indices.map { row in
            let pairs = members.map { $0.indices.contains(row) ? $0[row] : (low: .nan, high: .nan) }
            guard !pairs.contains(where: { $0.low.isNaN || $0.high.isNaN }) else { return (.nan, .nan) }
            return (pairs.map(\.low).min() ?? .nan, pairs.map(\.high).max() ?? .nan)
        }
    }

    /// Gives neighbouring rows in one column of points the smallest and the largest value of all of them.
    private static func widen(_ low: inout [Point?], _ high: inout [Point?], _ scales: SeriesScales) {
        let isVertical = scales.xAxis.isVertical
        var start = 0
        while start < low.count {
            var end = start + 1
            if let first = low[start] {
                let column = ((isVertical ? first.y : first.x)).rounded(.down)
                while end < low.count, let next = low[end], (isVertical ? next.y : next.x).rounded(.down) == column {
                    end += 1
                }
                let values = (start..<end).flatMap { [low[$0], high[$0]] }.compactMap(\.self)
                let along = values.map { isVertical ? $0.x : $0.y }
                for row in start..<end {
                    set(&low[row], along.max() ?? 0, isVertical)
                    set(&high[row], along.min() ?? 0, isVertical)
                }
            }
            start = end
        }
    }

    private static func set(_ point: inout Point?, _ along: Double, _ isVertical: Bool) {
        guard let old = point else { return }
        point = isVertical ? Point(x: along, y: old.y) : Point(x: old.x, y: along)
    }
}
