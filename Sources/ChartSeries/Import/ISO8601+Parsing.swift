extension ISO8601 {
    static let timeMark = UInt8(ascii: "T")
    static let space = UInt8(ascii: " ")

    /// Reads the date at the start of some bytes.
    static func date(in bytes: Span<UInt8>) -> (civil: CivilDate, end: Int)? {
        guard let year = year(in: bytes) else { return nil }
        let end = year.end + 6
        guard end <= bytes.count, bytes[year.end] == hyphen, bytes[year.end + 3] == hyphen,
            let month = number(in: bytes, at: year.end + 1, digits: 2),
            let day = number(in: bytes, at: year.end + 4, digits: 2),
            let civil = CivilDate(year: year.year, month: month, day: day)
        else { return nil }
        return (civil, end)
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

    /// Reads a zone that takes up all bytes from a position, in minutes ahead of UTC.
    static func offset(in bytes: Span<UInt8>, at start: Int) -> Int? {
        let length = bytes.count - start
        if length == 1 && bytes[start] == UInt8(ascii: "Z") { return 0 }
        guard length == 5 || (length == 6 && bytes[start + 3] == colon),
            let sign = sign(bytes[start]),
            let hours = number(in: bytes, at: start + 1, digits: 2), hours < 24,
            let minutes = number(in: bytes, at: bytes.count - 2, digits: 2), minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }

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
