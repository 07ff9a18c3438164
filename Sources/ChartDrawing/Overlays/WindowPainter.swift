import Gestures

/// Draws the window of another surface on an overview, and the strip and thumb of a window scrubber.
struct WindowPainter {
    let scene: OverlayScene

    private static let handle = (width: 8.0, height: 22.0)
    private static let radius = 9.0

    /// Dims the plot area beside a window, and marks the window's ends.
    func drawWindow(_ given: Rect, into writer: inout SVGWriter) {
        let (rect, palette) = (scene.scaled(given), scene.palette)
        let (width, height) = (scene.layout.plot.width, scene.layout.plot.height)
        writer.box(Rect(x: 0, y: 0, width: rect.x, height: height), radius: 0, fill: palette.veil)
        let end = rect.x + rect.width
        writer.box(Rect(x: end, y: 0, width: width - end, height: height), radius: 0, fill: palette.veil)
        writer.box(
            Rect(x: rect.x + 1, y: 1, width: rect.width - 2, height: height - 2), radius: 6,
            fill: PictureTheme.Ink(palette.accent, 0), stroke: palette.accent, strokeWidth: 2)
        for place in [rect.x, end] {
            let left = min(max(0, place - Self.handle.width / 2), width - Self.handle.width)
            let top = (height - Self.handle.height) / 2
            let handle = Rect(x: left, y: top, width: Self.handle.width, height: Self.handle.height)
            writer.box(handle, radius: 4, fill: PictureTheme.Ink(palette.accent))
            let groove = Rect(
                x: left + Self.handle.width / 2 - 0.5, y: top + 6, width: 1, height: Self.handle.height - 12)
            writer.box(groove, radius: 0, fill: PictureTheme.Ink(palette.card))
        }
    }

    /// Draws the strip along which a scrubber's thumb moves.
    func drawStrip(_ rect: Rect, into writer: inout SVGWriter) {
        writer.box(rect, radius: Self.radius, fill: PictureTheme.Ink(scene.palette.raised))
    }

    /// Draws the window on the strip.
    func drawThumb(_ rect: Rect, into writer: inout SVGWriter) {
        let inset = Rect(
            x: rect.x + 3, y: rect.y + 3, width: max(4, rect.width - 6), height: max(4, rect.height - 6))
        writer.box(inset, radius: Self.radius, fill: PictureTheme.Ink(scene.palette.accent))
    }

    /// Draws a rectangle that a user drags.
    func drawRectangle(_ given: Rect, into writer: inout SVGWriter) {
        let (rect, palette) = (scene.scaled(given), scene.palette)
        writer.box(rect, radius: 0, fill: palette.accentFill)
        let (x, y) = (rect.x.rounded() + 0.5, rect.y.rounded() + 0.5)
        let (right, bottom) = (x + rect.width.rounded(), y + rect.height.rounded())
        var edge = StraightLines()
        edge.line(fromX: x, y: y, toX: right, y: y)
        edge.line(fromX: right, y: y, toX: right, y: bottom)
        edge.line(fromX: right, y: bottom, toX: x, y: bottom)
        edge.line(fromX: x, y: bottom, toX: x, y: y)
        edge.stroke(palette.accent, dash: [4, 3], into: &writer)
    }
}
