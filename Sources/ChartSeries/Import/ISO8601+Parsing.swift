extension ISO8601 {
    static let timeMark = UInt8(ascii: "T")
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
