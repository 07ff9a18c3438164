import Gestures

/// Draws the window of another surface on an overview, and the strip and thumb of a window scrubber.
struct WindowPainter {
    let scene: OverlayScene

    private static let handle = (width: 8.0, height: 22.0)
    private static let radius = 9.0

    /// Dims the plot area beside a window, and marks the window's ends.
    func window(_ given: Rect) -> [SceneItem] {
        let rect = scene.scaled(given)
        let (width, height) = (scene.layout.plot.width, scene.layout.plot.height)
        var items: [SceneItem] = []
        items.box(Rect(x: 0, y: 0, width: rect.x, height: height), fill: .init(color: .veil))
        let end = rect.x + rect.width
        items.box(Rect(x: end, y: 0, width: width - end, height: height), fill: .init(color: .veil))
        items.box(
            Rect(x: rect.x + 1, y: 1, width: rect.width - 2, height: height - 2), radius: 6,
            fill: .init(color: .accent, opacity: 0), stroke: .accent, strokeWidth: 2)
        for place in [rect.x, end] {
            let left = min(max(0, place - Self.handle.width / 2), width - Self.handle.width)
            let top = (height - Self.handle.height) / 2
            let handle = Rect(x: left, y: top, width: Self.handle.width, height: Self.handle.height)
            items.box(handle, radius: 4, fill: .init(color: .accent))
            let groove = Rect(
                x: left + Self.handle.width / 2 - 0.5, y: top + 6, width: 1, height: Self.handle.height - 12)
            items.box(groove, fill: .init(color: .ground))
        }
        return items
    }

    /// The strip along which a scrubber's thumb moves.
    func strip(_ rect: Rect) -> [SceneItem] {
        var items: [SceneItem] = []
        items.box(rect, radius: Self.radius, fill: .init(color: .raised))
        return items
    }

    /// The window on the strip.
    func thumb(_ rect: Rect) -> [SceneItem] {
        let inset = Rect(
            x: rect.x + 3, y: rect.y + 3, width: max(4, rect.width - 6), height: max(4, rect.height - 6))
        var items: [SceneItem] = []
        items.box(inset, radius: Self.radius, fill: .init(color: .accent))
        return items
    }

    /// A rectangle that a user drags.
    func rectangle(_ given: Rect) -> [SceneItem] {
        let (rect, pixels) = (scene.scaled(given), scene.layout.pixels)
        var items: [SceneItem] = []
        items.box(rect, fill: .init(color: .accentFill))
        let (left, top) = (pixels.middle(behind: rect.x), pixels.middle(behind: rect.y))
        let (right, bottom) = (left + rect.width.rounded(), top + rect.height.rounded())
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)].map {
            Point(x: $0.0, y: $0.1)
        }
        var edge = scene.series.path()
        for (start, end) in zip(corners, corners.dropFirst()) { edge.straight(from: start, to: end) }
        items.rule(edge, .accent, dash: [4, 3])
        return items
    }
}
