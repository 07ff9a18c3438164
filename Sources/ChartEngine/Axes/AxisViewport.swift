/// The map between an axis's values and the points of the screen along it.
public struct AxisViewport: Sendable, Hashable {
    /// The values that are shown.
    public let range: AxisRange
    /// The number of points along the axis.
    public let length: Double
    /// Whether values fall as points rise: a vertical axis that is not flipped, or a horizontal one that is.
    public let isReversed: Bool

    /// Creates a map.
    public init(range: AxisRange, length: Double, isReversed: Bool) {
        self.range = range
        self.length = length
        self.isReversed = isReversed
    }

    /// The point at which a value is drawn, from the left or top edge.
    public func apply(_ axisValue: Double) -> Double {
        let fraction = (axisValue - range.min) / range.span
        return (isReversed ? 1 - fraction : fraction) * length
    }

    /// The value that is drawn at a point.
    public func invert(_ point: Double) -> Double {
        let fraction = point / length
        return range.min + (isReversed ? 1 - fraction : fraction) * range.span
    }

    /// How far the range shifts when the content moves by a number of points.
    public func shift(forPoints points: Double) -> Double {
        (isReversed ? points : -points) * range.span / length
    }
}
