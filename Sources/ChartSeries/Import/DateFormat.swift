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
