import Gestures

/// The part of a strip that stands for a window: where it is among all there is.
struct WindowThumb: Sendable, Hashable {
    /// What the strip stands for, in positions of the axis.
    let total: AxisRange
    /// What the thumb stands for, in positions of the axis.
    let window: AxisRange
    /// Where the strip lies, in points.
    let strip: Rect
    /// The least length of the thumb, in points; a longer strip is never filled for that.
    let minimumLength: Double
    /// Whether the strip runs from top to bottom.
    let isVertical: Bool
    /// Whether positions fall as points rise.
    let isReversed: Bool

    /// The length of the strip, in points.
    var stripLength: Double { isVertical ? strip.height : strip.width }

    /// The length of the thumb, in points.
    var length: Double { min(max(minimumLength, window.span * (stripLength / total.span)), stripLength) }

    /// Where the thumb begins along the strip, in points.
    var start: Double {
        let room = total.span - window.span
        let fraction = room > 0 ? min(max((window.min - total.min) / room, 0), 1) : 0
        return (isReversed ? 1 - fraction : fraction) * (stripLength - length)
    }

    /// What the thumb covers, in points.
    var rect: Rect {
        isVertical
            ? Rect(x: strip.x, y: strip.y + start, width: strip.width, height: length)
            : Rect(x: strip.x + start, y: strip.y, width: length, height: strip.height)
    }

    /// The place of a location along the strip, in points from its left or top end.
    func coordinate(of location: Point) -> Double { isVertical ? location.y - strip.y : location.x - strip.x }

    /// How far positions go with a number of points along the strip.
    func distance(forPoints points: Double) -> Double {
        (isReversed ? -points : points) * (total.span / stripLength)
    }

    /// The position at a place along the strip.
    func position(at coordinate: Double) -> Double {
        let fraction = coordinate / stripLength
        return total.min + (isReversed ? 1 - fraction : fraction) * total.span
    }
}
