/// How dates are written, described by a pattern such as `dd/MM/yyyy HH:mm`.
///
/// | letters | meaning |
/// |---|---|
/// | `yyyy` | the year, four digits |
/// | `MM`, `M` | the month, two digits or one to two |
/// | `MMM` | the month as `Jan` to `Dec`, in any case |
/// | `dd`, `d` | the day of the month |
/// | `HH`, `H` | the hour, 0 to 23 |
/// | `hh`, `h` | the hour, 1 to 12, which needs `a` |
/// | `a` | `AM` or `PM`, in any case |
/// | `mm`, `ss` | the minute and the second, two digits |
/// | `S` | the fraction of the second, any number of digits; more than six are dropped |
/// | `Z` | the zone at the end: `Z`, `UTC`, `GMT`, `+02`, `+02:00` or `+0200`, with or without a blank before |
///
/// Other characters stand for themselves, letters in single quotes. The year is needed. Without a day a date is the first
/// of its month, without a month of its year. Years of two digits are refused, because their century is a guess.
public struct DateFormat: Sendable, Hashable {
    /// A part of a pattern.
    enum Part: Sendable, Hashable {
        case year
        case month(fewestDigits: Int)
        case monthName
        case day(fewestDigits: Int)
        case hour(fewestDigits: Int)
        case hourOfHalfDay(fewestDigits: Int)
        case halfDay
        case minute
        case second
        case fraction
        case zone
        case literal(UInt8)
    }

    /// The pattern as given.
    public let pattern: String
    let parts: [Part]

    /// Reads a pattern.
    ///
    /// - Parameter pattern: Letters of the table above, and text between them.
    /// - Throws: `FormatError` for other letters, a part twice, or a date without year, month or day.
    public init(_ pattern: String) throws(FormatError) {
        self.pattern = pattern
        parts = try Self.parts(of: pattern)
        let kinds = parts.map(Self.kind).filter { $0 != nil }
        guard Set(kinds).count == kinds.count else { throw FormatError(reason: "a date format has each part once") }
        guard kinds.contains("y"), kinds.contains("M") || !kinds.contains("d") else {
            throw FormatError(reason: "a date format has a year, and a month where it has a day, as dd/MM/yyyy has")
        }
        guard parts.contains(.halfDay) == kinds.contains("h") else {
            throw FormatError(reason: "hours of 12 (hh) need AM or PM (a), and hours of 24 (HH) do without")
        }
        guard !(kinds.contains("h") && kinds.contains("H")) else {
            throw FormatError(reason: "a date format has one kind of hours, HH or hh")
        }
        guard parts.firstIndex(of: .zone).map({ $0 == parts.count - 1 }) ?? true else {
            throw FormatError(reason: "the zone (Z) stands at the end")
        }
    }

    private static func parts(of pattern: String) throws(FormatError) -> [Part] {
        var parts: [Part] = []
        var rest = Substring(pattern)
        while let first = rest.first {
            if first == "'" {
                let text = rest.dropFirst().prefix { $0 != "'" }
                rest = rest.dropFirst(text.count + 2)
                parts += (text.isEmpty ? "'" : text).utf8.map { .literal($0) }
                continue
            }
            let run = rest.prefix { $0 == first }
            rest = rest.dropFirst(run.count)
            guard first.isASCII, first.isLetter else {
                parts += run.utf8.map { .literal($0) }
                continue
            }
            let part = try part(String(run))
            // A zone may have a blank before it anyway.
            while part == .zone, parts.last == .literal(ISO8601.space) { parts.removeLast() }
            parts.append(part)
        }
        return parts
    }

    private static func part(_ letters: String) throws(FormatError) -> Part {
        switch letters {
        case "yyyy": return .year
        case "MM", "M": return .month(fewestDigits: letters.count)
        case "MMM": return .monthName
        case "dd", "d": return .day(fewestDigits: letters.count)
        case "HH", "H": return .hour(fewestDigits: letters.count)
        case "hh", "h": return .hourOfHalfDay(fewestDigits: letters.count)
        case "a": return .halfDay
        case "mm": return .minute
        case "ss": return .second
        case "Z": return .zone
        case "yy":
            throw FormatError(reason: "years of two digits are refused; write them with four in the file, then yyyy")
        default:
            if letters.allSatisfy({ $0 == "S" }) { return .fraction }
            throw FormatError(
                reason: "\(letters) is no part of a date format; it knows yyyy MM MMM dd HH hh a mm ss S Z")
        }
    }

    /// What a part sets, as a letter; `nil` for text.
    private static func kind(_ part: Part) -> Character? {
        switch part {
        case .year: "y"
        case .month, .monthName: "M"
        case .day: "d"
        case .hour: "H"
        case .hourOfHalfDay: "h"
        case .halfDay: "a"
        case .minute: "m"
        case .second: "s"
        case .fraction: "S"
        case .zone: "Z"
        case .literal: nil
        }
    }
}

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
