import Gestures

/// The thumb of a strip: it shows which part of the total range the window covers.
struct WindowThumb: Sendable, Hashable {
    /// The range of the whole strip, in positions of the axis.
    var total: AxisRange
    /// The range of the thumb, in positions of the axis.
    let window: AxisRange
    /// The rectangle of the strip, in points.
    let strip: Rect
    /// The least length of the thumb, in points; the thumb is never longer than the strip.
    let minimumLength: Double
    /// Whether the strip runs from top to bottom.
    let isVertical: Bool
    /// Whether positions decrease as points increase.
    let isReversed: Bool

    /// The length of the strip, in points.
    var stripLength: Double { isVertical ? strip.height : strip.width }

    /// The length of the thumb, in points.
    var length: Double { min(max(minimumLength, window.span * (stripLength / total.span)), stripLength) }

    /// The start of the thumb along the strip, in points.
    var start: Double {
        let room = total.span - window.span
        let fraction = room > 0 ? min(max((window.min - total.min) / room, 0), 1) : 0
        return (isReversed ? 1 - fraction : fraction) * (stripLength - length)
    }

    /// The rectangle of the thumb, in points.
    var rect: Rect {
        isVertical
            ? Rect(x: strip.x, y: strip.y + start, width: strip.width, height: length)
            : Rect(x: strip.x + start, y: strip.y, width: length, height: strip.height)
    }

    /// The coordinate of a location along the strip, in points from its left or top end.
    func coordinate(of location: Point) -> Double { isVertical ? location.y - strip.y : location.x - strip.x }

    /// The change of position for a number of points along the strip.
    func distance(forPoints points: Double) -> Double {
        (isReversed ? -points : points) * (total.span / stripLength)
    }

    /// The position at a coordinate along the strip.
    func position(at coordinate: Double) -> Double {
        let fraction = coordinate / stripLength
        return total.min + (isReversed ? 1 - fraction : fraction) * total.span
    }
}
