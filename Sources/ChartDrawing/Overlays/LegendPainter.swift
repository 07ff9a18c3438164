import ChartEngine
import Gestures

/// Draws the names of the series where a legend modifier takes taps.
struct LegendPainter {
    let scene: OverlayScene

    private static let textSize = 12.0
    private static let swatch = 10.0
    private static let padding = 6.0
    private static let cardOpacity = 0.9

    func draw(_ overlay: Overlay, _ plan: inout TextPlan, into writer: inout SVGWriter) {
        guard let rect = overlay.rect else { return }
        var texts: [PlacedText] = []
        var entries = SVGWriter()
        for item in overlay.items {
            guard let area = item.rect else { continue }
            let color = scene.color(of: item, or: scene.palette.faint)
            let middle = area.y + area.height / 2
            let sample = Rect(
                x: area.x + Self.padding + 0.5, y: middle - Self.swatch / 2 + 0.5, width: Self.swatch - 1,
                height: Self.swatch - 1)
            let isShown = item.isVisible ?? true
            if isShown, let dash = scene.sampleDash(of: item) {
                entries.sample(in: sample, radius: 3, color: color, dash: dash)
            } else {
                entries.box(sample, radius: 3, fill: PictureTheme.Ink(color, isShown ? 1 : 0), stroke: color)
            }
            guard let text = text(of: item, in: area, isShown: isShown) else { continue }
            if !isShown {
                let strike = Rect(x: text.box.x - scene.layout.plot.x, y: middle, width: text.box.width, height: 1)
                entries.box(strike, radius: 0, fill: PictureTheme.Ink(scene.palette.faint))
            }
            texts.append(text)
        }
        guard plan.place(texts, in: scene.onPicture(rect)) else { return }
        let edge = Rect(x: rect.x + 0.5, y: rect.y + 0.5, width: rect.width, height: rect.height)
        let card = PictureTheme.Ink(scene.palette.card, Self.cardOpacity)
        writer.box(edge, radius: 6, fill: card, stroke: scene.palette.line)
        writer.append(entries)
    }

    /// The name of an entry, cut at the end where it is wider than the entry; `nil` where not even a letter fits.
    private func text(of item: Overlay.Item, in area: Rect, isShown: Bool) -> PlacedText? {
        let left = area.x + Self.padding + Self.swatch + 7
        let width = area.x + area.width - Self.padding - left
        guard let shown = FontMetrics.cut(scene.name(of: item), toWidth: width, size: Self.textSize) else { return nil }
        let place = Point(x: scene.layout.plot.x + left, y: scene.layout.plot.y + area.y + area.height / 2)
        let text = PlacedText(
            shown, at: place, anchor: .left, size: Self.textSize,
            color: isShown ? scene.palette.text : scene.palette.faint)
        return shown.isEmpty || text.box.height > area.height ? nil : text
    }
}
