public import Gestures

/// How content goes on moving after a pan: v decays by a constant factor each millisecond.
///
/// x(t) = v₀(dᵗ − 1)/c with t in milliseconds and c = 1000 · ln d, so that where it is depends on the moment alone and not
/// on how often somebody asks. It ends when half a point is left of the way to x(∞) = −v₀/c.
public struct InertialMotion: Sendable, Hashable, Codable {
    /// What is left of the velocity after a millisecond.
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

    /// The fastest release without a threshold, in points per second, so that the way stays finite.
    static let fastestVelocity = 1e9
    /// How much of the way is left at the end, in points.
    public static let remainder = 0.5

    /// When it started.
    public let start: Timestamp
    /// The velocity at the start, in points per second.
    public let velocity: Vector
    /// What is left of the velocity after a millisecond.
    public let decelerationRate: DecelerationRate

    /// Creates a motion; `nil` when the release is too slow to go on.
    ///
    /// - Parameters:
    ///   - velocity: The velocity of the release, in points per second.
    ///   - start: The moment of the release.
    ///   - decelerationRate: How it decays.
    ///   - thresholds: The slowest release that goes on, and the velocity to which a faster one is limited.
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

    /// How long it lasts, in milliseconds.
    public var duration: Double {
        let logarithm = ElementaryFunctions.logarithm(decelerationRate.factor)
        return max(0, ElementaryFunctions.logarithm(Self.remainder * 1_000 * -logarithm / velocity.length) / logarithm)
    }

    /// How far it has gone, in points; at a moment past the end as far as it goes.
    public func displacement(at time: Timestamp) -> Vector {
        let elapsed = min(max(time - start, 0), duration)
        let factor = decelerationRate.factor
        let seconds =
            (ElementaryFunctions.power(factor, elapsed) - 1) / (1_000 * ElementaryFunctions.logarithm(factor))
        return Vector(dx: velocity.dx * seconds, dy: velocity.dy * seconds)
    }

    /// Whether it is over.
    public func isOver(at time: Timestamp) -> Bool { time - start >= duration }

    /// The first microsecond after its end.
    var end: Timestamp { start.advanced(byMilliseconds: duration.rounded(.up)) }
}
