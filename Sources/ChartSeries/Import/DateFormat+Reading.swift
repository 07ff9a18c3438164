extension DateFormat {
    /// The parts of a date as they are read.
    private struct Fields {
        var (year, month, day) = (0, 1, 1)
        var (hour, minute, second, microsecond) = (0, 0, 0, 0)
        var isAfternoon: Bool?
        var offsetMinutes: Int?
    }

    /// Reads a date; `nil` if the bytes are not of this form.
    func date(in bytes: Span<UInt8>) -> ISO8601? {
        var fields = Fields()
        var position = 0
        for part in parts {
            guard Self.read(part, bytes, &position, into: &fields) else { return nil }
        }
        guard position == bytes.count,
            let day = DayNumber(checking: fields.year, month: fields.month, day: fields.day),
            let hour = Self.hour(fields), fields.minute < 60, fields.second < 60
        else { return nil }
        let seconds = (hour * 60 + fields.minute) * 60 + fields.second
        return ISO8601(
            civilMilliseconds: Int64(day.localMidnight)
                + Int64(seconds * 1000 + fields.microsecond / 1000),
            millisecondFraction: Double(fields.microsecond % 1000) / 1000, offsetMinutes: fields.offsetMinutes)
    }

    private static let monthNames = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ].map { Array($0.utf8) }

    private static func read(
        _ part: Part, _ bytes: Span<UInt8>, _ position: inout Int, into fields: inout Fields
    ) -> Bool {
        switch part {
        case .year: digits(4...4, bytes, &position, into: &fields.year)
        case .month(let fewest): digits(fewest...2, bytes, &position, into: &fields.month)
        case .monthName: monthName(bytes, &position, into: &fields.month)
        case .day(let fewest): digits(fewest...2, bytes, &position, into: &fields.day)
        case .hour(let fewest), .hourOfHalfDay(let fewest):
            digits(fewest...2, bytes, &position, into: &fields.hour)
        case .minute: digits(2...2, bytes, &position, into: &fields.minute)
        case .second: digits(2...2, bytes, &position, into: &fields.second)
        case .fraction: fraction(bytes, &position, into: &fields.microsecond)
        case .halfDay: halfDay(bytes, &position, into: &fields.isAfternoon)
        case .zone: zone(bytes, &position, into: &fields.offsetMinutes)
        case .literal(let byte): literal(byte, bytes, &position)
        }
    }

    /// The hour of the day, from 0 to 23.
    private static func hour(_ fields: Fields) -> Int? {
        guard let isAfternoon = fields.isAfternoon else { return fields.hour < 24 ? fields.hour : nil }
        return (1...12).contains(fields.hour) ? fields.hour % 12 + (isAfternoon ? 12 : 0) : nil
    }

    private static func digits(
        _ count: ClosedRange<Int>, _ bytes: Span<UInt8>, _ position: inout Int, into number: inout Int
    ) -> Bool {
        let start = position
        number = 0
        while position < bytes.count, position - start < count.upperBound {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number * 10 + Int(digit)
            position += 1
        }
        return position - start >= count.lowerBound
    }

    private static func fraction(
        _ bytes: Span<UInt8>, _ position: inout Int, into microseconds: inout Int
    ) -> Bool {
        let start = position
        var unit = 100_000
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            microseconds += Int(digit) * unit
            unit /= 10
            position += 1
        }
        return position > start
    }

    private static func monthName(_ bytes: Span<UInt8>, _ position: inout Int, into month: inout Int) -> Bool {
        guard position + 3 <= bytes.count else { return false }
        let start = position
        guard
            let index = monthNames.firstIndex(where: { name in
                (0..<3).allSatisfy { bytes[start + $0] | 0x20 == name[$0] }
            })
        else { return false }
        month = index + 1
        position += 3
        return true
    }

    private static func halfDay(_ bytes: Span<UInt8>, _ position: inout Int, into isAfternoon: inout Bool?) -> Bool {
        guard position + 2 <= bytes.count, bytes[position + 1] | 0x20 == UInt8(ascii: "m") else { return false }
        switch bytes[position] | 0x20 {
        case UInt8(ascii: "a"): isAfternoon = false
        case UInt8(ascii: "p"): isAfternoon = true
        default: return false
        }
        position += 2
        return true
    }

    private static func zone(_ bytes: Span<UInt8>, _ position: inout Int, into offset: inout Int?) -> Bool {
        guard position < bytes.count, let minutes = ISO8601.offset(in: bytes, at: position) else { return false }
        offset = minutes
        position = bytes.count
        return true
    }

    private static func literal(_ byte: UInt8, _ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}
