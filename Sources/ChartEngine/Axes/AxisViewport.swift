/// The map between an axis's values and the points of the screen along it.
public struct AxisViewport: Sendable, Hashable {
    /// The visible values.
    public let range: AxisRange
    /// The number of points along the axis.
    public let length: Double
    /// Whether values fall as points rise, as on a vertical axis that is not flipped or a flipped horizontal one.
    public let isReversed: Bool
    /// The scale of the axis.
    public let scale: AxisScale
    /// The visible positions.
    private let positions: AxisRange

    /// Creates a map; for a range outside the scale it shows the range of an axis without data.
    @inline(__always)
    public init(range: AxisRange, length: Double, isReversed: Bool, scale: AxisScale = .linear) {
        let positions = scale.positions(of: range)
        self.range = positions == nil ? scale.emptyRange : range
        self.positions = positions ?? .unit
        self.length = length
        self.isReversed = isReversed
        self.scale = scale
    }

    /// The point at which the axis draws a value, from the left or top edge.
    public func apply(_ axisValue: Double) -> Double {
        let fraction = (scale.position(of: axisValue) - positions.min) / positions.span
        return (isReversed ? 1 - fraction : fraction) * length
    }

    /// The value that the axis draws at a point.
    public func invert(_ point: Double) -> Double {
        let fraction = point / length
        return scale.value(at: positions.min + (isReversed ? 1 - fraction : fraction) * positions.span)
    }

    /// How far the positions shift when the content moves by a number of points.
    public func shift(forPoints points: Double) -> Double {
        let towards = isReversed ? points : -points
        let shift = towards * positions.span / length
        return shift.isFinite ? shift : towards / length * positions.span
    }
}
