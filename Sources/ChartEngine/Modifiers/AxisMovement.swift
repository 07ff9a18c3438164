import Gestures

/// How the content along an axis follows the fingers of a gesture, so that a client can move what it has drawn.
public struct AxisMovement: Sendable, Hashable {
    /// The axis's id.
    public var axis: String
    /// How many points the content moves along the axis for a point of the fingers; 0 where it does not.
    ///
    /// Of a wheel they are the points of its turn.
    public var pan: Double
    /// The power of the fingers' scale by which the content grows; 0 where it does not.
    ///
    /// The scale of a wheel's turn is 2^(−deltaY · 0.002), with deltaY in points.
    public var zoom: Double
    /// The direction in which the fingers' distance alone counts; `nil` where the whole distance does.
    public var span: AxisDimension?

    /// Creates a movement.
    public init(axis: String, pan: Double = 0, zoom: Double = 0, span: AxisDimension? = nil) {
        self.axis = axis
        self.pan = pan
        self.zoom = zoom
        self.span = span
    }
}

extension Chart {
    /// The axes of this surface among some references that gestures can move: those that do not follow their data.
    func movableAxes(among references: [AxisReference]) -> [Axis] {
        (xAxes + yAxes).filter { axis in
            !axis.options.autoRange.followsData && references.contains(AxisReference(surface: id, axis: axis.id))
        }
    }
}

extension Axis {
    /// Whether values decrease as points increase, as on a vertical axis that is not flipped.
    var isReversed: Bool { isVertical != options.isFlipped }

    /// Returns the part of a translation that runs along the axis, in points.
    func component(of translation: Vector) -> Double { isVertical ? translation.dy : translation.dx }
}
