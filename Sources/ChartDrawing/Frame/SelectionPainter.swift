import ChartEngine
import Gestures

/// Marks the selected rows on the series, and draws a line through each if they are few.
struct SelectionPainter {
    let scene: SeriesScene

    private static let fewRows = 60
    private static let markSize = (few: 9.0, many: 5.0)
    private static let rimWidth = 2.0

    func draw(into writer: inout SVGWriter) {
        let selected = scene.rows.selected(by: scene.chart.selection)
        let chosen = selected.indices.filter { selected[$0] }
        let marked = scene.chart.series.filter { one in
            one.isVisible && ![.bar, .candlestick].contains(scene.chart.kind(of: one))
        }
        guard let first = marked.first, !chosen.isEmpty else { return }
        let isFew = chosen.count <= Self.fewRows
        if isFew { drawRules(at: chosen, scene.scales(of: first), into: &writer) }
        for one in marked {
            let points = scene.points(of: one, at: scene.stacked(one).tops, scene.scales(of: one))
            var marks = SVGPath()
            for row in chosen where row < points.count {
                if let point = points[row] { marks.dot(at: point) }
            }
            if isFew { writer.stroke(marks, scene.palette.card, width: Self.markSize.few + Self.rimWidth) }
            writer.stroke(marks, scene.color(of: one), width: isFew ? Self.markSize.few : Self.markSize.many)
        }
    }

    private func drawRules(at rows: [Int], _ scales: SeriesScales, into writer: inout SVGWriter) {
        let places = scene.rows.places(on: scales.xAxis)
        var lines = StraightLines()
        for row in rows {
            let along = scales.x.apply(places[row])
            if scales.xAxis.isVertical {
                lines.line(fromX: 0, y: along, toX: scene.width, y: along)
            } else {
                lines.line(fromX: along, y: 0, toX: along, y: scene.height)
            }
        }
        let ink = scene.palette.accentFill
        lines.stroke(ink.color, width: rows.count == 1 ? 2 : 1, opacity: ink.opacity, into: &writer)
    }
}
