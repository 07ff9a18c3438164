import ChartWire
import Gestures

/// Writes gestures as JSON.
extension JSONWriter {
    /// Writes a gesture and the modifier that recognized it, as members of an open object.
    mutating func members(of gesture: Gesture, by modifier: String) {
        member("modifier", modifier)
        member("gesture", gesture.kind.rawValue)
        member("state", gesture.state.rawValue)
        member("time", gesture.time.milliseconds)
        member("location", gesture.location)
        members(of: gesture.values)
        if let resolvedAt = gesture.resolvedAt { member("resolvedAt", resolvedAt.milliseconds) }
    }

    private mutating func members(of values: GestureValues) {
        switch values {
        case .tap(let taps):
            member("taps", taps)
        case .pan(let translation, let velocity):
            member("translation", Point(x: translation.dx, y: translation.dy))
            member("velocity", Point(x: velocity.dx, y: velocity.dy))
        case .pinch(let scale, let startAnchor, _):
            member("scale", scale)
            if let startAnchor { member("startAnchor", startAnchor) }
        case .rotation(let radians):
            member("rotation", radians)
        case .swipe(let direction):
            member("direction", direction.rawValue)
        case .wheel(let deltaX, let deltaY, let deltaMode):
            member("deltaX", deltaX)
            member("deltaY", deltaY)
            member("deltaMode", deltaMode.rawValue)
        case .marquee(let rect):
            member("selectionRect", rect)
        case .doubleTouchDown, .longPress, .hover:
            break
        }
    }

    private mutating func member(_ name: StaticString, _ point: Point) {
        member(name) { writer in
            writer.member("x", point.x)
            writer.member("y", point.y)
        }
    }

    /// Writes a member that holds a rectangle.
    mutating func member(_ name: StaticString, _ rect: Rect) {
        member(name) { writer in
            writer.member("x", rect.x)
            writer.member("y", rect.y)
            writer.member("width", rect.width)
            writer.member("height", rect.height)
        }
    }
}
