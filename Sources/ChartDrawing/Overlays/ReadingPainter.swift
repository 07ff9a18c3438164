import ChartEngine
import Gestures

/// Draws a crosshair or another reading: lines through the plot area, dots on the series, and a box of values.
struct ReadingPainter {
    let scene: OverlayScene

    private static let textSize = 12.0
    private static let lineHeight = 18.0
    private static let padding = 10.0
    private static let swatch = 8.0
    private static let dash = [3.0, 3.0]
    /// The distance of the box of a line from its upper end.
    private static let boxDrop = 56.0

    func draw(_ overlay: Overlay, _ plan: inout TextPlan, into writer: inout SVGWriter) {
        var lines = StraightLines()
        var place = overlay.location.map(scene.scaled)
        if overlay.kind == "crosshair" {
            guard let place else { return }
            lines.line(fromX: place.x.rounded() + 0.5, y: 0, toX: place.x.rounded() + 0.5, y: scene.layout.plot.height)
            lines.line(fromX: 0, y: place.y.rounded() + 0.5, toX: scene.layout.plot.width, y: place.y.rounded() + 0.5)
        } else if let rect = overlay.rect.map(scene.scaled) {
            let (x, y) = (rect.x.rounded() + 0.5, rect.y.rounded() + 0.5)
            lines.line(
                fromX: x, y: y, toX: rect.width > 0 ? x + rect.width : x, y: rect.height > 0 ? y + rect.height : y)
            place = place ?? Point(x: rect.x, y: rect.y + Self.boxDrop)
        }
        lines.stroke(scene.palette.faint, dash: Self.dash, into: &writer)
        for item in overlay.items { drawDot(of: item, into: &writer) }
        if let place, !overlay.items.isEmpty { drawBox(of: overlay.items, at: place, &plan, into: &writer) }
    }

    private func drawDot(of item: Overlay.Item, into writer: inout SVGWriter) {
        guard let one = scene.series(item.series), scene.chart.kind(of: one) != .bar, let x = item.x, let y = item.y,
            let point = item.point.map(scene.scaled) ?? scene.series.scales(of: one).point(x, y)
        else { return }
        var dot = SVGPath()
        dot.dot(at: point)
        writer.stroke(dot, scene.palette.card, width: 10)
        writer.stroke(dot, scene.series.color(of: one), width: 8)
    }

    private func drawBox(
        of items: [Overlay.Item], at place: Point, _ plan: inout TextPlan, into writer: inout SVGWriter
    ) {
        let axis = scene.chart.xAxes[0]
        let title = items[0].x.map { scene.texts.position($0, axis) } ?? "–"
        let lines = items.map { item in
            let yAxis = scene.series(item.series).flatMap { scene.chart.axis($0.yAxis) } ?? scene.chart.yAxes[0]
            return (
                name: scene.name(of: item), text: scene.texts.reading(item.y ?? .nan, yAxis),
                color: scene.color(of: item, or: scene.palette.faint), dash: scene.sampleDash(of: item)
            )
        }
        func width(_ text: String, _ isBold: Bool) -> Double {
            FontMetrics.width(of: text, size: Self.textSize, isBold: isBold)
        }
        let inner = lines.reduce(width(title, true)) {
            max($0, Self.swatch + 8 + width($1.name, false) + 20 + width($1.text, true))
        }
        let size = (
            width: inner.rounded(.up) + 2 * Self.padding,
            height: Double(lines.count + 1) * Self.lineHeight + 2 * Self.padding - 4
        )
        let plot = scene.layout.plot
        guard size.width + 1 <= plot.width, size.height + 1 <= plot.height else { return }
        let right = place.x + 14
        let left = (right + size.width <= plot.width ? right : max(0, place.x - 14 - size.width)).rounded()
        let top = min(max(0, place.y - size.height - 12), plot.height - size.height).rounded(.down)
        let box = Rect(x: left + 0.5, y: top + 0.5, width: size.width, height: size.height)
        let (x, y) = (plot.x + left + Self.padding, plot.y + top + Self.padding - 2)
        var texts = [text(title, x, y + Self.lineHeight / 2, .left, true, scene.palette.text)]
        var swatches = SVGWriter()
        for (index, line) in lines.enumerated() {
            let middle = y + (Double(index) + 1.5) * Self.lineHeight
            texts.append(text(line.name, x + Self.swatch + 8, middle, .left, false, scene.palette.faint))
            texts.append(text(line.text, x + inner, middle, .right, true, scene.palette.text))
            let sample = Rect(
                x: left + Self.padding, y: middle - plot.y - Self.swatch / 2, width: Self.swatch, height: Self.swatch)
            swatches.sample(in: sample, radius: 2, color: line.color, dash: line.dash)
        }
        guard plan.place(texts, in: scene.onPicture(box)) else { return }
        writer.box(box, radius: 8, fill: PictureTheme.Ink(scene.palette.card), stroke: scene.palette.line)
        writer.append(swatches)
    }

    private func text(
        _ text: String, _ x: Double, _ middle: Double, _ anchor: PlacedText.Anchor, _ isBold: Bool, _ color: String
    ) -> PlacedText {
        PlacedText(
            text, at: Point(x: x, y: middle), anchor: anchor, size: Self.textSize, isBold: isBold, color: color)
    }
}
