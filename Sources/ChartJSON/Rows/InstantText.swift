/// Writes instants as ISO 8601 text in UTC, and remembers the day of the last one.
struct InstantText: Sendable {
    private static let millisecondsPerDay = 86_400_000
    /// The largest magnitude of an instant that needs no more digits than ECMAScript's dates.
    private static let mostMilliseconds = 8.64e15

    let isQuoted: Bool
    /// The text of any instant.
    let text: @Sendable (Double) -> String
    private var day = Int.min
    private var dayText: [UInt8] = []

    init(isQuoted: Bool, text: @escaping @Sendable (Double) -> String) {
        self.isQuoted = isQuoted
        self.text = text
    }

    /// Appends an instant: date, `T`, time, and a fraction of three digits only where there are milliseconds.
    mutating func append(_ milliseconds: Double, to bytes: inout [UInt8]) {
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        if milliseconds.magnitude < Self.mostMilliseconds, milliseconds == milliseconds.rounded(.down) {
            appendWhole(Int(milliseconds), to: &bytes)
        } else {
            bytes += text(milliseconds).utf8
        }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    }

    private mutating func appendWhole(_ milliseconds: Int, to bytes: inout [UInt8]) {
        let ofDay = (milliseconds % Self.millisecondsPerDay + Self.millisecondsPerDay) % Self.millisecondsPerDay
        let midnight = milliseconds - ofDay
        if midnight != day || dayText.isEmpty {
            day = midnight
            dayText = Array(text(Double(midnight)).utf8.prefix { $0 != UInt8(ascii: "T") })
        }
        bytes += dayText
        bytes.append(addingCapacity: OutputSpan<UInt8>.roomForNumber) { time in
            let seconds = UInt64(ofDay / 1_000)
            time.append(UInt8(ascii: "T"))
            time.append(seconds / 3_600, count: 2)
            time.append(UInt8(ascii: ":"))
            time.append(seconds / 60 % 60, count: 2)
            time.append(UInt8(ascii: ":"))
            time.append(seconds % 60, count: 2)
            let fraction = UInt64(ofDay % 1_000)
            if fraction > 0 {
                time.append(UInt8(ascii: "."))
                time.append(fraction, count: 3)
            }
            time.append(UInt8(ascii: "Z"))
        }
    }
}
