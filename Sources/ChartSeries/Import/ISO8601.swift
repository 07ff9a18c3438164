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

extension ISO8601 {
    /// Writes an instant as ISO 8601 text in UTC, such as `2024-10-15T16:00:13Z`.
    ///
    /// A fraction of a second appears only if it is not zero, with three digits, or six if there are microseconds.
    /// Years outside 0000 to 9999 have a sign and six digits. An instant more than 8.64e15 ms from 1970 needs more
    /// digits than that; it is written as a plain number.
    ///
    /// - Parameter milliseconds: Milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: The text.
    public static func format(_ milliseconds: Double) -> String {
        guard milliseconds.magnitude <= 8.64e15 else { return "\(milliseconds)" }
        var total = Int(milliseconds)
        if Double(total) > milliseconds { total -= 1 }
        var microsecond = ((milliseconds - Double(total)) * 1000).nearestInteger
        if microsecond == 1000 { (total, microsecond) = (total + 1, 0) }
        let days = total.flooredQuotient(by: DayNumber.milliseconds)
        let ofDay = total - days * DayNumber.milliseconds
        let date = DayNumber(days).yearMonthDay
        let day = "\(yearText(date.year))-\(padded(date.month, 2))-\(padded(date.day, 2))"
        let seconds = ofDay / 1000
        let time = "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
        return "\(day)T\(time)\(fraction(ofDay % 1000, microsecond))Z"
    }

    private static func yearText(_ year: Int) -> String {
        if (0...9999).contains(year) { return padded(year, 4) }
        return (year < 0 ? "-" : "+") + padded(Int(year.magnitude), 6)
    }

    private static func fraction(_ millisecond: Int, _ microsecond: Int) -> String {
        if microsecond > 0 { return "." + padded(millisecond, 3) + padded(microsecond, 3) }
        return millisecond > 0 ? "." + padded(millisecond, 3) : ""
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension ISO8601 {
    private static let timeMark = UInt8(ascii: "T")
    static let space = UInt8(ascii: " ")

    /// The first day of what some bytes begin with: a day, a month, a quarter or a week.
    ///
    /// - Returns: The day, the end of the bytes that name it, and whether they name a day, which a time may follow.
    static func date(in bytes: Span<UInt8>) -> (day: DayNumber, end: Int, isDay: Bool)? {
        guard let year = year(in: bytes), year.end + 2 < bytes.count, bytes[year.end] == hyphen else { return nil }
        let start = year.end + 1
        switch bytes[start] {
        case UInt8(ascii: "Q"):
            guard let quarter = digit(bytes[start + 1]), (1...4).contains(quarter) else { return nil }
            return DayNumber(checking: year.year, month: quarter * 3 - 2, day: 1).map { ($0, start + 2, false) }
        case UInt8(ascii: "W"):
            guard let week = number(in: bytes, at: start + 1, digits: 2) else { return nil }
            let names = start + 4 < bytes.count && bytes[start + 3] == hyphen ? digit(bytes[start + 4]) : nil
            let end = start + (names == nil ? 3 : 5)
            return DayNumber(year: year.year, week: week, weekday: names ?? 1).map { ($0, end, names != nil) }
        default:
            if let ordinal = number(in: bytes, at: start, digits: 3) {
                return DayNumber(year: year.year, dayOfYear: ordinal).map { ($0, start + 3, true) }
            }
            guard let month = number(in: bytes, at: start, digits: 2) else { return nil }
            guard start + 4 < bytes.count, bytes[start + 2] == hyphen else {
                return DayNumber(checking: year.year, month: month, day: 1).map { ($0, start + 2, false) }
            }
            guard let day = number(in: bytes, at: start + 3, digits: 2) else { return nil }
            return DayNumber(checking: year.year, month: month, day: day).map { ($0, start + 5, true) }
        }
    }

    /// Reads the time of day at a position, in microseconds after midnight.
    static func time(in bytes: Span<UInt8>, at start: Int) -> (microseconds: Int, end: Int)? {
        var end = start + 5
        guard end <= bytes.count, bytes[start + 2] == colon,
            let hour = number(in: bytes, at: start, digits: 2), hour < 24,
            let minute = number(in: bytes, at: start + 3, digits: 2), minute < 60
        else { return nil }
        var microseconds = (hour * 60 + minute) * 60_000_000
        guard end < bytes.count, bytes[end] == colon else { return (microseconds, end) }
        guard let second = number(in: bytes, at: end + 1, digits: 2), second < 60 else { return nil }
        microseconds += second * 1_000_000
        end += 3
        guard end < bytes.count, bytes[end] == point else { return (microseconds, end) }
        end += 1
        let firstDigit = end
        var unit = 100_000
        while end < bytes.count, let digit = digit(bytes[end]) {
            microseconds += digit * unit
            unit /= 10
            end += 1
        }
        return end > firstDigit ? (microseconds, end) : nil
    }

    /// Reads a zone that takes up all bytes from a position, in minutes ahead of UTC; a blank may stand before it.
    static func offset(in bytes: Span<UInt8>, at position: Int) -> Int? {
        let start = position < bytes.count && bytes[position] == space ? position + 1 : position
        let length = bytes.count - start
        guard length > 0, let sign = sign(bytes[start]) else {
            return zones.contains { bytes.ends(at: start, with: $0) } ? 0 : nil
        }
        guard length == 3 || length == 5 || (length == 6 && bytes[start + 3] == colon),
            let hours = number(in: bytes, at: start + 1, digits: 2), hours < 24
        else { return nil }
        guard length > 3 else { return sign * hours * 60 }
        guard let minutes = number(in: bytes, at: bytes.count - 2, digits: 2), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }

    /// The names of UTC.
    private static let zones = ["Z", "UTC", "GMT"].map { Array($0.utf8) }

    private static let colon = UInt8(ascii: ":")
    private static let hyphen = UInt8(ascii: "-")
    private static let point = UInt8(ascii: ".")

    private static func year(in bytes: Span<UInt8>) -> (year: Int, end: Int)? {
        guard bytes.count >= 4, let sign = sign(bytes[0]) else {
            return number(in: bytes, at: 0, digits: 4).map { ($0, 4) }
        }
        guard let year = number(in: bytes, at: 1, digits: 6), sign > 0 || year > 0 else { return nil }
        return (sign * year, 7)
    }

    private static func sign(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "+"): 1
        case UInt8(ascii: "-"): -1
        default: nil
        }
    }

    private static func digit(_ byte: UInt8) -> Int? {
        let digit = byte &- UInt8(ascii: "0")
        return digit < 10 ? Int(digit) : nil
    }

    private static func number(in bytes: Span<UInt8>, at start: Int, digits: Int) -> Int? {
        guard start + digits <= bytes.count else { return nil }
        var number = 0
        for index in start..<(start + digits) {
            guard let digit = digit(bytes[index]) else { return nil }
            number = number * 10 + digit
        }
        return number
    }
}

extension Span<UInt8> {
    /// Whether a text takes up all bytes from a position.
    fileprivate func ends(at start: Int, with text: [UInt8]) -> Bool {
        count - start == text.count && text.indices.allSatisfy { self[start + $0] == text[$0] }
    }
}
