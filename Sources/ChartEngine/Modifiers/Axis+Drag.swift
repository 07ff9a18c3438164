import Gestures

extension Axis {
    /// Whether values decrease as points increase, as on a vertical axis that is not flipped.
    var isReversed: Bool { isVertical != options.isFlipped }

    /// Returns the part of a translation that runs along the axis, in points.
    func component(of translation: Vector) -> Double { isVertical ? translation.dy : translation.dx }
}
