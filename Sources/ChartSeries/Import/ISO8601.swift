/// A date, or a date and time, as ISO 8601 writes it.
///
/// `2024-10-15`, `2024-10-15T16:00`, `2024-10-15 16:00:13.250`, each time of day with `Z`, `+02:00`, `+0200` or no zone.
/// Years run from 0000 to 9999, or have a sign and six digits. There is no hour 24 and no second 60.
public struct ISO8601: Sendable, Equatable {
    /// What a clock in the text's own zone shows, as whole milliseconds from a clock that showed 1970-01-01T00:00:00.
    public let civilMilliseconds: Int64
    /// What is left below a millisecond, from 0 up to 1, in whole microseconds; further digits are dropped.
    public let millisecondFraction: Double
    /// How far the zone is ahead of UTC, in minutes; `nil` when the text names none.
    public let offsetMinutes: Int?

    /// Reads a text, or is `nil` when it is no date.
    public init?(_ text: String) {
        self.init(utf8: Array(text.utf8).span)
    }

    /// Reads UTF-8 bytes, or is `nil` when they are no date.
    public init?(utf8 bytes: Span<UInt8>) {
        guard let date = Self.date(in: bytes) else { return nil }
        let midnight = Int64(date.civil.daysSinceEpoch) * 86_400_000
        if date.end == bytes.count {
            (civilMilliseconds, millisecondFraction, offsetMinutes) = (midnight, 0, nil)
            return
        }
        guard bytes[date.end] == Self.timeMark || bytes[date.end] == Self.space,
            let time = Self.time(in: bytes, at: date.end + 1)
        else { return nil }
        if time.end == bytes.count {
            offsetMinutes = nil
        } else {
            guard let offset = Self.offset(in: bytes, at: time.end) else { return nil }
            offsetMinutes = offset
        }
        civilMilliseconds = midnight + Int64(time.microseconds / 1000)
        millisecondFraction = Double(time.microseconds % 1000) / 1000
    }

    /// The instant in milliseconds since 1970-01-01T00:00:00Z, where a text without a zone is UTC.
    public var epochMilliseconds: Double {
        epochMilliseconds { $0 }
    }

    /// The instant in milliseconds since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter localToUTC: Turns civil milliseconds into UTC ones, asked only for a text without a zone.
    /// - Returns: The milliseconds, exact to the microsecond from year 1700 to 2250.
    public func epochMilliseconds(localToUTC: (_ civilMilliseconds: Int64) -> Int64) -> Double {
        let whole = offsetMinutes.map { civilMilliseconds - Int64($0) * 60_000 } ?? localToUTC(civilMilliseconds)
        return Double(whole) + millisecondFraction
    }
}
