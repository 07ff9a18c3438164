/// The part of a surface in which a location lies.
public enum PlotZone: Sendable, Hashable {
    /// A side of the plot area.
    public enum Side: String, Sendable, Hashable {
        /// Left of the plot area.
        case left
        /// Right of it.
        case right
        /// Above it.
        case top
        /// Below it.
        case bottom
    }

    /// The plot area, with its border.
    case plot
    /// A strip along a side, by its number from the plot area outwards.
    case strip(Side, number: Int)
    /// Outside of a corner.
    case corner

    /// Finds the zone of a location.
    ///
    /// Distances are rounded to a millionth of a point, because a location may come from a sum. The inner border of a
    /// strip belongs to the zone before it.
    ///
    /// - Parameters:
    ///   - location: The location, in points.
    ///   - width: The width of the plot area.
    ///   - height: Its height.
    ///   - depth: How far each strip reaches outwards, in points.
    public init(of location: Point, width: Double, height: Double, depth: Double) {
        let distances: [(side: Side, distance: Double)] = [
            (.left, -location.x), (.right, location.x - width), (.top, -location.y), (.bottom, location.y - height),
        ]
        let reached = distances.map { ($0.side, ($0.distance * 1e6).rounded() / 1e6) }.filter { $0.1 > 0 }
        guard let (side, distance) = reached.first else {
            self = .plot
            return
        }
        let number = (distance / depth).rounded(.up) - 1
        self = reached.count == 1 ? .strip(side, number: Int(min(number, 1e9))) : .corner
    }
}
