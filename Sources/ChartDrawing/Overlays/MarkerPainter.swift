import ChartEngine
import Gestures

/// Draws values on their axes, as labels with an edge in the colour of their series.
struct MarkerPainter {
    let scene: OverlayScene

    private static let textSize = 11.0
    private static let height = 18.0
    private static let padding = 6.0
    private static let gap = 4.0
    private static let dash = [2.0, 4.0]
    private static let lineOpacity = 0.6
    private static let edgeWidth = 1.5

    func draw(_ overlay: Overlay, _ plan: inout TextPlan, into writer: inout SVGWriter) {
        for item in overlay.items {
            guard let point = item.point.map(scene.scaled), let axis = item.axis.flatMap(scene.chart.axis) else {
                continue
            }
            let color = scene.color(of: item, or: scene.palette.accent)
            drawLine(at: point, isFlat: axis.isVertical, color, into: &writer)
            if scene.layout.detail.hasAxes { drawLabel(of: item, at: point, axis, color, &plan, into: &writer) }
        }
    }

    private func drawLine(at point: Point, isFlat: Bool, _ color: String, into writer: inout SVGWriter) {
        let plot = scene.layout.plot
        var line = StraightLines()
        if isFlat {
            line.line(fromX: 0, y: point.y.rounded() + 0.5, toX: plot.width, y: point.y.rounded() + 0.5)
        } else {
            line.line(fromX: point.x.rounded() + 0.5, y: 0, toX: point.x.rounded() + 0.5, y: plot.height)
        }
        line.stroke(color, dash: Self.dash, opacity: Self.lineOpacity, into: &writer)
    }

    private func drawLabel(
        of item: Overlay.Item, at point: Point, _ axis: Axis, _ color: String, _ plan: inout TextPlan,
        into writer: inout SVGWriter
    ) {
        let amount = item.y ?? .nan
        let text = axis.dimension == .x ? scene.texts.position(amount, axis) : scene.texts.marker(amount, axis)
        let width =
            FontMetrics.width(of: text, size: Self.textSize, isBold: true).rounded(.up) + 2 * Self.padding
        let (layout, plot) = (scene.layout, scene.layout.plot)
        let inside = min(max(point.x - width / 2, 2 - plot.x), layout.width - plot.x - width - 2)
        let corner =
            switch axis.alignment {
            case .left: Point(x: max(-width - Self.gap, 2 - plot.x), y: point.y - Self.height / 2)
            case .right: Point(x: plot.width + Self.gap, y: point.y - Self.height / 2)
            case .top: Point(x: inside, y: -Self.height - Self.gap - 1)
            case .bottom, .auto: Point(x: inside, y: plot.height + Self.gap + 1)
            }
        let box = Rect(x: corner.x, y: corner.y, width: width, height: Self.height)
        let place = Point(x: plot.x + corner.x + Self.padding, y: plot.y + corner.y + Self.height / 2)
        let label = PlacedText(
            text, at: place, anchor: .left, size: Self.textSize, isBold: true, color: scene.palette.text)
        guard plan.place([label], in: scene.onPicture(box)) else { return }
        writer.box(
            box, radius: 5, fill: PictureTheme.Ink(scene.palette.card), stroke: color, strokeWidth: Self.edgeWidth)
    }
}
