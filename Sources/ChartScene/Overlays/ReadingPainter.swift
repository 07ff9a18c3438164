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

    func items(of overlay: Overlay, _ plan: inout TextPlan) -> [SceneItem] {
        var lines = scene.series.path()
        let (pixels, plot) = (scene.layout.pixels, scene.layout.plot)
        var place = overlay.location.map(scene.scaled)
        if overlay.kind == "crosshair" {
            guard let place else { return [] }
            lines.across(at: pixels.middle(behind: place.x), isFlat: false, plot)
            lines.across(at: pixels.middle(behind: place.y), isFlat: true, plot)
        } else if let rect = overlay.rect.map(scene.scaled) {
            let start = Point(x: pixels.middle(behind: rect.x), y: pixels.middle(behind: rect.y))
            lines.straight(from: start, to: start + Vector(dx: max(0, rect.width), dy: max(0, rect.height)))
            place = place ?? Point(x: rect.x, y: rect.y + Self.boxDrop)
        }
        var items: [SceneItem] = []
        items.rule(lines, .label, dash: Self.dash)
        for item in overlay.items { drawDot(of: item, into: &items) }
        if let place, !overlay.items.isEmpty { drawBox(of: overlay.items, at: place, &plan, into: &items) }
        return items
    }

    private func drawDot(of item: Overlay.Item, into items: inout [SceneItem]) {
        guard let one = scene.series(item.series), scene.chart.kind(of: one) != .bar, let x = item.x, let y = item.y,
            let point = item.point.map(scene.scaled) ?? scene.series.scales(of: one).point(x, y)
        else { return }
        var dot = scene.series.path()
        dot.dot(at: point)
        items.stroke(dot, SeriesInk(color: .ground), width: 10)
        items.stroke(dot, scene.series.ink(of: one), width: 8)
    }

    private func drawBox(
        of readings: [Overlay.Item], at place: Point, _ plan: inout TextPlan, into items: inout [SceneItem]
    ) {
        let axis = scene.chart.xAxes[0]
        let title = readings[0].x.map { scene.texts.position($0, axis) } ?? "–"
        let lines = readings.map { item in
            let yAxis = scene.series(item.series).flatMap { scene.chart.axis($0.yAxis) } ?? scene.chart.yAxes[0]
            return (
                name: scene.name(of: item), text: scene.texts.reading(item.y ?? .nan, yAxis),
                ink: scene.ink(of: item, or: .label), sample: scene.sample(of: item)
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
        var texts = [text(title, x, y + Self.lineHeight / 2, .left, true, .text)]
        var swatches: [SceneItem] = []
        for (index, line) in lines.enumerated() {
            let middle = y + (Double(index) + 1.5) * Self.lineHeight
            texts.append(text(line.name, x + Self.swatch + 8, middle, .left, false, .label))
            texts.append(text(line.text, x + inner, middle, .right, true, .text))
            let square = Rect(
                x: left + Self.padding, y: middle - plot.y - Self.swatch / 2, width: Self.swatch, height: Self.swatch)
            swatches.sample(line.sample, in: square, radius: 2, ink: line.ink)
        }
        guard let placed = plan.place(texts, in: scene.onPicture(box)) else { return }
        items.box(box, radius: 8, fill: .init(color: .ground), stroke: .axis)
        items += swatches + placed.map { .text($0) }
    }

    private func text(
        _ text: String, _ x: Double, _ middle: Double, _ anchor: PlacedText.Anchor, _ isBold: Bool, _ color: SceneColor
    ) -> PlacedText {
        PlacedText(
            text, at: Point(x: x, y: middle), anchor: anchor, size: Self.textSize, isBold: isBold, color: color)
    }
}
