/// A moment of a client's clock, in whole microseconds.
///
/// Every client has its own zero, so only differences are meaningful.
///
/// ```swift
/// let down = Timestamp(microseconds: 0)
/// let up = down.advanced(byMilliseconds: 16.7)
/// assert(up.microseconds == 16_700 && up - down == 16.7)
/// ```
public struct Timestamp: Sendable, Hashable, Comparable, Codable {
    /// Microseconds since the client's zero.
    public var microseconds: Int64

    /// The largest magnitude of microseconds, 2⁵³ (285 years), up to which a Double holds every whole number.
    static let maximumMicroseconds: UInt64 = 9_007_199_254_740_992

    /// Creates a moment from whole microseconds.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Creates a moment from milliseconds, rounded to the nearest microsecond.
    ///
    /// It is `nil` when the magnitude exceeds 2⁵³ microseconds (285 years), beyond which a Double skips whole numbers.
    ///
    /// - Parameter milliseconds: A finite number.
    public init?(milliseconds: Double) {
        let microseconds = (milliseconds * 1_000).rounded()
        guard microseconds.magnitude <= Double(Self.maximumMicroseconds) else { return nil }
        self.init(microseconds: Int64(microseconds))
    }

    /// The moment in milliseconds.
    public var milliseconds: Double { Double(microseconds) / 1_000 }

    /// Whether `left` is earlier than `right`.
    @inlinable
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

    /// The milliseconds from `start` to `end`.
    @inlinable
    public static func - (end: Timestamp, start: Timestamp) -> Double {
        Double(end.microseconds - start.microseconds) / 1_000
    }

    /// The moment `milliseconds` after this one, rounded to the nearest microsecond, and at most 2⁶⁰ microseconds away.
    @inlinable
    public func advanced(byMilliseconds milliseconds: Double) -> Timestamp {
        let step = Swift.max(-0x1p60, Swift.min(0x1p60, (milliseconds * 1_000).rounded()))
        return Timestamp(microseconds: microseconds + Int64(step))
    }
}

extension Timestamp {
    /// The largest magnitude that decoding accepts, so that sums and differences of a few timestamps do not overflow.
    private static let farthestMicroseconds: Int64 = 1 << 60

    /// Decodes whole microseconds.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let microseconds = try container.decode(Int64.self)
        guard microseconds.magnitude <= Self.farthestMicroseconds.magnitude else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A moment beyond any clock.")
        }
        self.init(microseconds: microseconds)
    }

    /// Encodes whole microseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(microseconds)
    }
}
