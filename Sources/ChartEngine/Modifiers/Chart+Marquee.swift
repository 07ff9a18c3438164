import Gestures

extension Chart {
    /// Shows the rectangle of a marquee while the gesture is active, and removes it otherwise.
    ///
    /// - Parameters:
    ///   - rect: The rectangle, in points.
    ///   - kind: The kind of the overlay.
    ///   - gesture: The gesture in its new state.
    ///   - modifier: The id of the modifier that shows the rectangle.
    mutating func showDrag(of rect: Rect, as kind: String, by gesture: Gesture, of modifier: String) {
        setOverlays(gesture.state.isActive ? [Overlay(modifier: modifier, kind: kind, rect: rect)] : [], of: modifier)
    }
}
