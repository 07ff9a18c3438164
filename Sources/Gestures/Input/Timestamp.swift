/// A moment of a client's clock, in whole microseconds.
///
/// Only differences mean anything: every client has its own zero.
public struct Timestamp: Sendable, Hashable, Comparable, Codable {
    /// Microseconds since the client's zero.
    public var microseconds: Int64

    /// The most microseconds on either side of zero, 2⁵³ (285 years): beyond, a Double no longer tells neighbours apart.
    static let maximumMicroseconds: UInt64 = 9_007_199_254_740_992

    /// Creates a moment from whole microseconds.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Creates a moment from milliseconds, rounded to the nearest microsecond.
    ///
    /// It is `nil` when the magnitude exceeds 2⁵³ microseconds (285 years), where a Double no longer tells neighbouring
    /// microseconds apart.
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

    /// The moment that lies `milliseconds` after this one, rounded to the nearest microsecond; no further than 2⁶⁰ of them.
    @inlinable
    public func advanced(byMilliseconds milliseconds: Double) -> Timestamp {
        let step = Swift.max(-0x1p60, Swift.min(0x1p60, (milliseconds * 1_000).rounded()))
        return Timestamp(microseconds: microseconds + Int64(step))
    }
}
