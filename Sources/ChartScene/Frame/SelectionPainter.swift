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
        var lines: [Line] = []
        var marks: [String: SceneLayer] = [:]
        var axes: (x: String, y: String)?
        for part in scene.all where !part.chart.selection.rows.isEmpty {
            guard let own = Self(scene: part).own() else { continue }
            axes = axes ?? own.axes
            lines += lines.isEmpty ? own.lines : own.lines.filter { !lines.contains($0) }
            for one in own.marks { marks[one.key] = one }
        }
        let layers = scene.chart.series.compactMap { marks[Self.key(of: $0)] }
        guard let axes, !lines.isEmpty else { return layers }
        return [SceneLayer(key: "selection", role: .selection, axes: axes, isClipped: true, items: rules(lines))]
            + layers
    }

    /// A line across the plot area through a row.
    private struct Line: Equatable {
        var along: Double
        var isFlat: Bool
    }

    private static func key(of series: Series) -> String { "selection/\(series.id)" }

    /// The lines and the marks of the rows of one dataset.
    private func own() -> (lines: [Line], axes: (x: String, y: String), marks: [SceneLayer])? {
        let selected = scene.rows.selected(by: scene.chart.selection)
        let chosen = selected.indices.filter { selected[$0] }
        let marked = scene.chart.series.filter { one in
            one.isVisible && ![.bar, .candlestick].contains(scene.chart.kind(of: one))
        }
        guard let first = marked.first, !chosen.isEmpty else { return nil }
        let isFew = chosen.count <= Self.fewRows
        let layers = marked.map { one in
            var items: [SceneItem] = []
            let marks = marks(of: one, at: chosen)
            let ground = SeriesInk(color: .ground)
            if isFew { items.stroke(marks, ground, width: Self.markSize.few + Self.rimWidth) }
            items.stroke(marks, scene.ink(of: one), width: isFew ? Self.markSize.few : Self.markSize.many)
            return SceneLayer(
                key: Self.key(of: one), role: .selection, id: one.id, axes: (one.xAxis, one.yAxis),
                isClipped: true, items: items)
        }
        let scales = scene.scales(of: first)
        let places = scene.rows.places(on: scales.xAxis)
        let lines = chosen.map { Line(along: scales.x.apply(places[$0]), isFlat: scales.xAxis.isVertical) }
        return (isFew ? lines : [], (first.xAxis, first.yAxis), layers)
    }

    private func marks(of series: Series, at rows: [Int]) -> ScenePath {
        let points = scene.points(of: series)
        var marks = scene.path()
        for row in rows where row < points.count {
            if let point = points[row] { marks.dot(at: point) }
        }
        return marks
    }

    private func rules(_ lines: [Line]) -> [SceneItem] {
        var path = scene.path()
        let plot = Rect(x: 0, y: 0, width: scene.width, height: scene.height)
        for line in lines { path.across(at: line.along, isFlat: line.isFlat, plot) }
        var items: [SceneItem] = []
        items.rule(path, .accentFill, width: lines.count == 1 ? 2 : 1)
        return items
    }
}
