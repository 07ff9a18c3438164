import ChartEngine
import Gestures

/// Marks the selected rows on the series, and draws a line through each if they are few.
struct SelectionPainter {
    let scene: SeriesScene

    private static let fewRows = 60
    private static let markSize = (few: 9.0, many: 5.0)
    private static let rimWidth = 2.0

    /// The lines through the rows, and then the marks of each series.
    func layers() -> [SceneLayer] {
        guard !scene.chart.selection.rows.isEmpty else { return [] }
        let selected = scene.rows.selected(by: scene.chart.selection)
        let chosen = selected.indices.filter { selected[$0] }
        let marked = scene.chart.series.filter { one in
            one.isVisible && ![.bar, .candlestick].contains(scene.chart.kind(of: one))
        }
        guard let first = marked.first, !chosen.isEmpty else { return [] }
        let isFew = chosen.count <= Self.fewRows
        var layers: [SceneLayer] = []
        if isFew {
            layers.append(
                SceneLayer(
                    key: "selection", role: .selection, axes: (first.xAxis, first.yAxis), isClipped: true,
                    items: rules(at: chosen, scene.scales(of: first))))
        }
        for one in marked {
            var items: [SceneItem] = []
            let marks = marks(of: one, at: chosen)
            let ground = SeriesInk(color: .ground)
            if isFew { items.stroke(marks, ground, width: Self.markSize.few + Self.rimWidth) }
            items.stroke(marks, scene.ink(of: one), width: isFew ? Self.markSize.few : Self.markSize.many)
            layers.append(
                SceneLayer(
                    key: "selection/\(one.id)", role: .selection, id: one.id, axes: (one.xAxis, one.yAxis),
                    isClipped: true, items: items))
        }
        return layers
    }

    private func marks(of series: Series, at rows: [Int]) -> ScenePath {
        let points = scene.points(of: series)
        var marks = scene.path()
        for row in rows where row < points.count {
            if let point = points[row] { marks.dot(at: point) }
        }
        return marks
    }

    private func rules(at rows: [Int], _ scales: SeriesScales) -> [SceneItem] {
        let places = scene.rows.places(on: scales.xAxis)
        var lines = scene.path()
        let plot = Rect(x: 0, y: 0, width: scene.width, height: scene.height)
        for row in rows {
            lines.across(at: scales.x.apply(places[row]), isFlat: scales.xAxis.isVertical, plot)
        }
        var items: [SceneItem] = []
        items.rule(lines, .accentFill, width: rows.count == 1 ? 2 : 1)
        return items
    }
}
