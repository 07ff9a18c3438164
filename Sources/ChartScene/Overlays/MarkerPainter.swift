import ChartEngine
import Gestures

/// Draws values on their axes, as labels with an edge in the colour of their series.
struct MarkerPainter {
    let scene: OverlayScene

    private static let textSize = 11.0
    private static let height = 18.0
    private static let padding = 6.0
    private static let gap = 4.0
    private static let edge = 2.0
    private static let dash = [2.0, 4.0]
    private static let lineOpacity = 0.6
    private static let edgeWidth = 1.5

    /// How far the widest marker reaches outwards from a vertical axis, in points; 0 without any.
    static func reach(on axis: Axis, of chart: Chart, texts: PictureTexts) -> Double {
        let widths = chart.overlays.filter { ["seriesValue", "axisMarker"].contains($0.kind) }.flatMap { overlay in
            overlay.items.filter { $0.axis == axis.id && $0.point != nil }
                .map { width(of: text(of: $0, of: overlay, on: axis, of: chart, texts)) }
        }.filter { $0 <= PlacedAxis.widestLabel }
        return widths.max().map { gap + $0 + edge } ?? 0
    }

    /// The value, after the text that an axis marker was given.
    private static func text(
        of item: Overlay.Item, of overlay: Overlay, on axis: Axis, of chart: Chart, _ texts: PictureTexts
    ) -> String {
        let amount = item.y ?? .nan
        let value = axis.dimension == .x ? texts.position(amount, axis) : texts.marker(amount, axis)
        // Without such a text the item has the name of its series, or its axis's id.
        let own = item.series.flatMap { id in chart.series.first { $0.id == id } }?.name ?? axis.id
        return overlay.kind == "axisMarker" && item.name != own ? "\(item.name) \(value)" : value
    }

    private static func width(of text: String) -> Double {
        FontMetrics.width(of: text, size: textSize, isBold: true).rounded(.up) + 2 * padding
    }

    func items(of overlay: Overlay, _ plan: inout TextPlan) -> [SceneItem] {
        var items: [SceneItem] = []
        for item in overlay.items {
            guard let point = item.point.map(scene.scaled), let axis = item.axis.flatMap(scene.chart.axis) else {
                continue
            }
            let color = scene.ink(of: item, or: .accent).color
            var line = scene.series.path()
            let place = scene.layout.pixels.middle(behind: axis.isVertical ? point.y : point.x)
            line.across(at: place, isFlat: axis.isVertical, scene.layout.plot)
            items.rule(line, color, dash: Self.dash, opacity: Self.lineOpacity)
            guard scene.layout.detail.hasAxes, scene.layout.shows(.axis) else { continue }
            drawLabel(of: item, of: overlay, at: point, axis, color, &plan, into: &items)
        }
        return items
    }

    private func drawLabel(
        of item: Overlay.Item, of overlay: Overlay, at point: Point, _ axis: Axis, _ color: SceneColor,
        _ plan: inout TextPlan, into items: inout [SceneItem]
    ) {
        let text = Self.text(of: item, of: overlay, on: axis, of: scene.chart, scene.texts)
        let width = Self.width(of: text)
        let (layout, plot) = (scene.layout, scene.layout.plot)
        let outwards = (layout.axes.first { $0.axis.id == axis.id }?.offset ?? 0) + Self.gap
        let (first, last) = (Self.edge - plot.x, layout.width - plot.x - width - Self.edge)
        let inside = min(max(point.x - width / 2, first), last)
        let corner =
            switch axis.alignment {
            case .left: Point(x: max(-width - outwards, first), y: point.y - Self.height / 2)
            case .right: Point(x: min(plot.width + outwards, last), y: point.y - Self.height / 2)
            case .top: Point(x: inside, y: -Self.height - outwards - 1)
            case .bottom, .auto: Point(x: inside, y: plot.height + outwards + 1)
            }
        let box = Rect(x: corner.x, y: corner.y, width: width, height: Self.height)
        let place = Point(x: plot.x + corner.x + Self.padding, y: plot.y + corner.y + Self.height / 2)
        let label = PlacedText(
            text, at: place, anchor: .left, size: Self.textSize, isBold: true, color: .text)
        guard let placed = plan.place([label], in: scene.onPicture(box)) else { return }
        items.box(box, radius: 5, fill: .init(color: .ground), stroke: color, strokeWidth: Self.edgeWidth)
        items += placed.map { .text($0) }
    }
}
