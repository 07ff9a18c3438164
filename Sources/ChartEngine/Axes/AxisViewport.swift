/// The map between an axis's values and the points of the screen along it.
public struct AxisViewport: Sendable, Hashable {
    /// The values that are shown.
    public let range: AxisRange
    /// The number of points along the axis.
    public let length: Double
    /// Whether values fall as points rise: a vertical axis that is not flipped, or a horizontal one that is.
    public let isReversed: Bool
    /// How values lie along the axis.
    public let scale: AxisScale
    /// The positions that are shown.
    private let positions: AxisRange

    /// Creates a map; a range without a place on the scale shows what an axis without data does.
    @inline(__always)
    public init(range: AxisRange, length: Double, isReversed: Bool, scale: AxisScale = .linear) {
        let positions = scale.positions(of: range)
        self.range = positions == nil ? scale.emptyRange : range
        self.positions = positions ?? .unit
        self.length = length
        self.isReversed = isReversed
        self.scale = scale
    }

    /// The point at which a value is drawn, from the left or top edge.
    public func apply(_ axisValue: Double) -> Double {
        let fraction = (scale.position(of: axisValue) - positions.min) / positions.span
        return (isReversed ? 1 - fraction : fraction) * length
    }

    /// The value that is drawn at a point.
    public func invert(_ point: Double) -> Double {
        let fraction = point / length
        return scale.value(at: positions.min + (isReversed ? 1 - fraction : fraction) * positions.span)
    }

    /// How far the range shifts when the content moves by a number of points: in values on a linear scale, in decades on
    /// a logarithmic one.
    public func shift(forPoints points: Double) -> Double {
        let towards = isReversed ? points : -points
        let shift = towards * positions.span / length
        return shift.isFinite ? shift : towards / length * positions.span
    }
}
