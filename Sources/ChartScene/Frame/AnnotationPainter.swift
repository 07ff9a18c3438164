import ChartEngine
import Gestures

/// Draws what people have left on the chart, each in a layer of its own.
struct AnnotationPainter {
    let scene: OverlayScene

    private static let lineWidth = 1.5
    private static let textSize = 12.0
    private static let lineHeight = 16.0
    private static let padding = 6.0
    private static let markerSize = 11.0
    private static let handleSize = 9.0
    private static let cardMargin = 3.0
    private static let cardOpacity = 0.8
    /// How much of a colour that a client gave an inside covers what lies below.
    private static let fillOpacity = 0.2

    /// The annotations, from back to front.
    func layers(_ plan: inout TextPlan) -> [SceneLayer] {
        guard scene.layout.shows(.annotation) else { return [] }
        var layers: [SceneLayer] = []
        for annotation in scene.chart.drawnAnnotations {
            guard let shape = scene.chart.shape(of: annotation, beyond: scene.series.overscan) else { continue }
            let (isEvent, chart) = (annotation.isEvent, scene.chart)
            layers.append(
                SceneLayer(
                    key: "\(isEvent ? "event" : "annotation")/\(annotation.id)", role: .annotation,
                    id: isEvent ? nil : annotation.id,
                    axes: isEvent
                        ? (chart.xAxes[0].id, chart.yAxes[0].id) : (annotation.xAxis, annotation.yAxis),
                    isClipped: true,
                    items: items(of: annotation, shape) + texts(of: annotation, shape, &plan)))
        }
        return layers
    }

    /// The handles of the selected annotations.
    func handles() -> [SceneLayer] {
        guard scene.layout.shows(.overlay) else { return [] }
        let selected = scene.chart.selection.annotations
        return scene.chart.drawnAnnotations.filter { !$0.isEvent && selected.contains($0.id) }.compactMap {
            one in
            guard let shape = scene.chart.shape(of: one) else { return nil }
            var items: [SceneItem] = []
            for place in places(of: shape) {
                let rect = Rect(
                    x: place.x - Self.handleSize / 2, y: place.y - Self.handleSize / 2, width: Self.handleSize,
                    height: Self.handleSize)
                items.box(
                    rect, radius: Self.handleSize / 2, fill: .init(color: .ground), stroke: .accent, strokeWidth: 2)
            }
            return SceneLayer(
                key: "handles/\(one.id)", role: .overlay, id: one.id, axes: (one.xAxis, one.yAxis), isClipped: true,
                items: items)
        }
    }

    private var plot: Rect { Rect(x: 0, y: 0, width: scene.layout.plot.width, height: scene.layout.plot.height) }

    /// Where the handles are drawn: of an edge in its middle, of a kind of one point on that point.
    private func places(of shape: AnnotationShape) -> [Point] {
        let lines = shape.handles.map(\.line)
        guard !lines.isEmpty else {
            return shape.lines.isEmpty ? shape.points.map(scene.scaled) : shape.lines.map { middle(of: $0) }
        }
        return lines.map { middle(of: $0) }
    }

    private func middle(of line: AnnotationShape.Line) -> Point {
        scene.scaled(Point(x: (line.start.x + line.end.x) / 2, y: (line.start.y + line.end.y) / 2))
    }

    private func color(of annotation: Annotation) -> SceneColor {
        annotation.style.color.flatMap { SceneColor.own(ifPlain: $0) } ?? .accent
    }

    private func fill(of annotation: Annotation) -> SceneShape.Ink? {
        guard annotation.isFilled else { return nil }
        guard let given = annotation.style.fill ?? annotation.style.color, let own = SceneColor.own(ifPlain: given)
        else { return .init(color: .accentFill) }
        return .init(color: own, opacity: Self.fillOpacity)
    }

    private func items(of annotation: Annotation, _ shape: AnnotationShape) -> [SceneItem] {
        var items: [SceneItem] = []
        if let area = shape.area, let fill = fill(of: annotation), let cut = scene.scaled(area).cut(at: room) {
            items.box(cut, fill: fill)
        }
        var path = scene.series.path()
        for line in shape.lines {
            let scaled = AnnotationShape.Line(start: scene.scaled(line.start), end: scene.scaled(line.end))
            guard let cut = scaled.cut(at: room) else { continue }
            path.straight(from: cut.start, to: cut.end)
        }
        items.rule(path, color(of: annotation), width: Self.lineWidth, dash: annotation.style.dash ?? [])
        if annotation.kind == .marker, let point = shape.points.first.map(scene.scaled), room.contains(point) {
            let marker = Marker(annotation.style.shape, size: Self.markerSize)
            marker.draw(
                at: [point], in: scene.series.path(), SeriesInk(color: color(of: annotation)), isFaded: false,
                into: &items)
        }
        return items
    }

    /// The plot area with what is drawn beyond it.
    private var room: Rect {
        let share = scene.series.overscan
        return Rect(
            x: -share * plot.width, y: -share * plot.height, width: (1 + 2 * share) * plot.width,
            height: (1 + 2 * share) * plot.height)
    }

    /// Its text and what it measures, as far as there is room.
    private func texts(of annotation: Annotation, _ shape: AnnotationShape, _ plan: inout TextPlan) -> [SceneItem] {
        var lines = annotation.style.text.map { [$0] } ?? []
        if let measured = scene.chart.measurement(of: annotation) {
            lines += scene.texts.measurement(measured, annotation)
        }
        guard !lines.isEmpty, var (place, anchor) = anchor(of: annotation, shape) else { return [] }
        let widest = lines.map { FontMetrics.width(of: $0, size: Self.textSize) }.max() ?? 0
        // What would leave the plot area on one side goes to the other.
        if anchor == .left, place.x + widest > plot.width, annotation.kind != .text {
            (place.x, anchor) = (max(place.x - 2 * Self.padding, 0), .right)
        }
        var (cards, items): ([SceneItem], [SceneItem]) = ([], [])
        for (index, line) in lines.enumerated() {
            let middle = Point(
                x: scene.layout.plot.x + place.x, y: scene.layout.plot.y + place.y + Double(index) * Self.lineHeight)
            let color: SceneColor = annotation.style.color.flatMap { SceneColor.own(ifPlain: $0) } ?? .text
            let text = PlacedText(line, at: middle, anchor: anchor, size: Self.textSize, color: color)
            guard scene.onPicture(plot).contains(text.box), let placed = plan.place(text) else { continue }
            let card = Rect(
                x: placed.box.x - scene.layout.plot.x - Self.cardMargin, y: placed.box.y - scene.layout.plot.y,
                width: placed.box.width + 2 * Self.cardMargin, height: placed.box.height)
            cards.box(card, radius: 3, fill: .init(color: .ground, opacity: Self.cardOpacity))
            items.append(.text(placed))
        }
        return cards + items
    }

    /// Where the first line of its text is, and which part of the line lies there; `nil` where that is out of view.
    private func anchor(
        of annotation: Annotation, _ shape: AnnotationShape
    ) -> (place: Point, anchor: PlacedText.Anchor)? {
        let points = shape.points.map(scene.scaled)
        let half = Self.lineHeight / 2 + 2
        switch annotation.kind {
        case .text: return plot.contains(points[0]) ? (points[0], .middle) : nil
        case .marker:
            guard plot.contains(points[0]) else { return nil }
            return (Point(x: points[0].x + Self.markerSize, y: points[0].y), .left)
        case .line, .horizontalLine, .verticalLine, .levels:
            guard let line = shape.lines.first else { return nil }
            let scaled = AnnotationShape.Line(start: scene.scaled(line.start), end: scene.scaled(line.end))
            guard let cut = scaled.cut(at: plot) else { return nil }
            let isUpright = abs(cut.end.x - cut.start.x) < 1
            let top = cut.start.y < cut.end.y ? cut.start : cut.end
            let left = cut.start.x < cut.end.x ? cut.start : cut.end
            return isUpright
                ? (Point(x: top.x + Self.padding, y: top.y + half), .left)
                : (Point(x: left.x + Self.padding, y: left.y < half ? left.y + half : left.y - half), .left)
        case .box, .xBand, .yBand, .measure:
            let corners = shape.lines.flatMap { [scene.scaled($0.start), scene.scaled($0.end)] }
            guard let first = corners.first else { return nil }
            let hull = corners.reduce(Rect(corner: first, corner: first)) { $0.with($1) }
            guard let cut = hull.cut(at: plot) else { return nil }
            return (Point(x: cut.x + Self.padding, y: cut.y + half), .left)
        }
    }
}

extension Rect {
    /// The part of a rectangle inside another; `nil` for none.
    fileprivate func cut(at other: Rect) -> Rect? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
        return left <= right && top <= bottom ? Rect(x: left, y: top, width: right - left, height: bottom - top) : nil
    }

    /// The smallest rectangle around this one and a point.
    fileprivate func with(_ point: Point) -> Rect {
        Rect(
            corner: Point(x: min(x, point.x), y: min(y, point.y)),
            corner: Point(x: max(x + width, point.x), y: max(y + height, point.y)))
    }

    /// Whether another rectangle lies inside.
    fileprivate func contains(_ other: Rect) -> Bool {
        contains(Point(x: other.x, y: other.y)) && contains(Point(x: other.x + other.width, y: other.y + other.height))
    }
}
