import ChartEngine
import Gestures

/// Draws the names of the series where a legend modifier takes taps.
struct LegendPainter {
    let scene: OverlayScene

    private static let textSize = 12.0
    private static let swatch = 10.0
    private static let padding = 6.0
    private static let cardOpacity = 0.9

    func items(of overlay: Overlay, _ plan: inout TextPlan) -> [SceneItem] {
        guard let rect = overlay.rect else { return [] }
        var texts: [PlacedText] = []
        var entries: [SceneItem] = []
        for item in overlay.items {
            guard let area = item.rect else { continue }
            let ink = scene.ink(of: item, or: .label)
            let middle = area.y + area.height / 2
            let square = Rect(
                x: area.x + Self.padding + 0.5, y: middle - Self.swatch / 2 + 0.5, width: Self.swatch - 1,
                height: Self.swatch - 1)
            let isShown = item.isVisible ?? true
            let sample = scene.sample(of: item)
            if isShown, !sample.isSquare {
                entries.sample(sample, in: square, radius: 3, ink: ink)
            } else {
                let fill = SceneShape.Ink(color: ink.color, opacity: isShown ? 1 : 0)
                entries.box(square, radius: 3, fill: fill, stroke: ink.color, pattern: isShown ? ink.pattern : nil)
            }
            guard let text = text(of: item, in: area, isShown: isShown) else { continue }
            if !isShown {
                let strike = Rect(x: text.box.x - scene.layout.plot.x, y: middle, width: text.box.width, height: 1)
                entries.box(strike, fill: .init(color: .label))
            }
            texts.append(text)
        }
        guard let placed = plan.place(texts, in: scene.onPicture(rect)) else { return [] }
        let edge = Rect(x: rect.x + 0.5, y: rect.y + 0.5, width: rect.width, height: rect.height)
        var items: [SceneItem] = []
        items.box(edge, radius: 6, fill: .init(color: .ground, opacity: Self.cardOpacity), stroke: .axis)
        return items + entries + placed.map { .text($0) }
    }

    /// The name of an entry, cut at the end where it is wider than the entry; `nil` where not even a letter fits.
    private func text(of item: Overlay.Item, in area: Rect, isShown: Bool) -> PlacedText? {
        let left = area.x + Self.padding + Self.swatch + 7
        let width = area.x + area.width - Self.padding - left
        guard let shown = FontMetrics.cut(scene.name(of: item), toWidth: width, size: Self.textSize) else { return nil }
        let place = Point(x: scene.layout.plot.x + left, y: scene.layout.plot.y + area.y + area.height / 2)
        let text = PlacedText(
            shown, at: place, anchor: .left, size: Self.textSize,
            color: isShown ? .text : .label)
        return shown.isEmpty || text.box.height > area.height ? nil : text
    }
}
