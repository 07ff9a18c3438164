/// A date, or a date and time, in ISO 8601 format.
///
/// Examples: `2024-10-15`, `2024-10-15T16:00`, `2024-10-15 16:00:13.250`, `2024-289` (the day of a year), `2024-W42-2` (the
/// day of a week). A month (`2024-10`), a quarter (`2024-Q4`) and a week (`2024-W42`) are their first instants. A time may
/// end with `Z`, `UTC`, `GMT`, `+02`, `+02:00` or `+0200`, with or without a blank before.
/// Years run from 0000 to 9999, or have a sign and six digits. Hour 24 and second 60 are not accepted.
public struct ISO8601: Sendable, Equatable {
    /// The civil time in the text's own zone, as whole milliseconds since 1970-01-01T00:00:00 in that zone.
    public let civilMilliseconds: Int64
    /// The fraction of a millisecond, from 0 up to 1, in whole microseconds; further digits are dropped.
    public let millisecondFraction: Double
    /// The offset of the zone from UTC in minutes, positive to the east; `nil` if the text has no zone.
    public let offsetMinutes: Int?

    /// Makes a date from its parts.
    init(civilMilliseconds: Int64, millisecondFraction: Double, offsetMinutes: Int?) {
        self.civilMilliseconds = civilMilliseconds
        self.millisecondFraction = millisecondFraction
        self.offsetMinutes = offsetMinutes
    }

    /// Reads a text; `nil` if it is no date.
    public init?(_ text: String) {
        self.init(utf8: Array(text.utf8).span)
    }

    /// Reads UTF-8 bytes; `nil` if they are no date.
    public init?(utf8 bytes: Span<UInt8>) {
        guard let date = Self.date(in: bytes) else { return nil }
        let midnight = Int64(date.day.localMidnight)
        if date.end == bytes.count {
            (civilMilliseconds, millisecondFraction, offsetMinutes) = (midnight, 0, nil)
            return
        }
        guard date.isDay, bytes[date.end] == Self.timeMark || bytes[date.end] == Self.space,
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

    /// The instant in milliseconds since 1970-01-01T00:00:00Z; a text without a zone is UTC.
    public var epochMilliseconds: Double {
        epochMilliseconds { $0 }
    }

    /// The instant in milliseconds since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter localToUTC: Converts civil milliseconds to UTC milliseconds; called only for a text without a zone.
    /// - Returns: The milliseconds, exact to the microsecond from the year 1700 to 2250.
    public func epochMilliseconds(localToUTC: (_ civilMilliseconds: Int64) -> Int64) -> Double {
        let whole = offsetMinutes.map { civilMilliseconds - Int64($0) * 60_000 } ?? localToUTC(civilMilliseconds)
        return Double(whole) + millisecondFraction
    }
}
