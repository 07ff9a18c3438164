public import Gestures

/// The inertial motion of content after a pan: v decays by a constant factor each millisecond.
///
/// x(t) = v₀(dᵗ − 1)/c with t in milliseconds and c = 1000 · ln d. The displacement depends on the moment alone, not on
/// the number of calls. The motion ends half a point before x(∞) = −v₀/c.
public struct InertialMotion: Sendable, Hashable, Codable {
    /// The fraction of the velocity that is left after a millisecond.
    public enum DecelerationRate: String, Sendable, Hashable, Codable, CaseIterable {
        /// 0.998.
        case normal
        /// 0.990.
        case fast

        /// The factor.
        public var factor: Double {
            switch self {
            case .normal: 0.998
            case .fast: 0.99
            }
        }
    }

    /// The fastest release without a threshold, in points per second, so that the distance stays finite.
    private static let fastestVelocity = 1e9
    /// The distance left at the end, in points.
    public static let remainder = 0.5

    /// The moment of the release.
    public let start: Timestamp
    /// The velocity at the start, in points per second.
    public let velocity: Vector
    /// The fraction of the velocity that is left after a millisecond.
    public let decelerationRate: DecelerationRate

    /// Creates a motion; `nil` when the release is too slow.
    ///
    /// - Parameters:
    ///   - velocity: The velocity of the release, in points per second.
    ///   - start: The moment of the release.
    ///   - decelerationRate: How the velocity decays.
    ///   - thresholds: The slowest release that starts a motion, and the limit of a faster one.
    public init?(
        velocity: Vector, start: Timestamp, decelerationRate: DecelerationRate = .normal,
        thresholds: GestureThresholds = GestureThresholds()
    ) {
        let largest = max(abs(velocity.dx), abs(velocity.dy))
        guard largest.isFinite, largest > 0 else { return nil }
        let scaled = Vector(dx: velocity.dx / largest, dy: velocity.dy / largest).length
        let speed = largest * scaled
        guard speed >= thresholds.flingMinimumVelocity, speed > 0 else { return nil }
        let limit = min(1, (thresholds.flingMaximumVelocity ?? Self.fastestVelocity) / largest / scaled)
        self.velocity = Vector(dx: velocity.dx * limit, dy: velocity.dy * limit)
        self.start = start
        self.decelerationRate = decelerationRate
    }

    /// The motion in a plot area that is larger by a factor in each direction.
    func scaled(by factors: Vector) -> InertialMotion {
        InertialMotion(
            start: start, velocity: Vector(dx: velocity.dx * factors.dx, dy: velocity.dy * factors.dy),
            decelerationRate: decelerationRate)
    }

    private init(start: Timestamp, velocity: Vector, decelerationRate: DecelerationRate) {
        self.start = start
        self.velocity = velocity
        self.decelerationRate = decelerationRate
    }

    /// The duration, in milliseconds.
    public var duration: Double {
        let logarithm = ElementaryFunctions.logarithm(decelerationRate.factor)
        return max(0, ElementaryFunctions.logarithm(Self.remainder * 1_000 * -logarithm / velocity.length) / logarithm)
    }

    /// The displacement at a moment, in points; after the end it stays the same.
    public func displacement(at time: Timestamp) -> Vector {
        let elapsed = min(max(time - start, 0), duration)
        let factor = decelerationRate.factor
        let seconds =
            (ElementaryFunctions.power(factor, elapsed) - 1) / (1_000 * ElementaryFunctions.logarithm(factor))
        return Vector(dx: velocity.dx * seconds, dy: velocity.dy * seconds)
    }

    /// Whether the motion is over at a moment.
    public func isOver(at time: Timestamp) -> Bool { time - start >= duration }

    /// The end, rounded up to whole milliseconds from the start.
    var end: Timestamp { start.advanced(byMilliseconds: duration.rounded(.up)) }
}
