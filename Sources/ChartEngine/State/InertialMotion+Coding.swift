import Gestures

extension InertialMotion {
    private enum CodingKeys: String, CodingKey {
        case start, velocity, decelerationRate
    }

    /// Reads a motion, and refuses one without a speed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        start = try container.decode(Timestamp.self, forKey: .start)
        velocity = try container.decode(Vector.self, forKey: .velocity)
        decelerationRate = try container.decode(DecelerationRate.self, forKey: .decelerationRate)
        guard velocity.length > 0, velocity.length.isFinite else {
            throw DecodingError.dataCorruptedError(
                forKey: .velocity, in: container, debugDescription: "A motion without a speed.")
        }
    }

    /// Writes the start, the velocity and the deceleration rate.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(start, forKey: .start)
        try container.encode(velocity, forKey: .velocity)
        try container.encode(decelerationRate, forKey: .decelerationRate)
    }
}
