import ChartEngine
import ChartSeries

/// Writes numbers, dates and descriptions in American English.
struct EnglishTexts {
    let chart: Chart
    private var calendar: CivilCalendar { chart.calendar }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The series' own name, or a title made from the name of its column: `temp_max` becomes "Temp max".
    static func name(of series: Series, on chart: Chart) -> String {
        let column = chart.table.columns[series.column].name
        guard series.name == column else { return series.name }
        let words = column.map { $0 == "_" || $0 == "-" ? " " : $0 }
        return String(words.prefix(1)).uppercased() + String(words.dropFirst())
    }

    /// The title of an axis with its unit; `nil` without both.
    static func title(of axis: Axis) -> String? {
        guard let look = axis.options.look else { return nil }
        guard let title = look.title else { return look.unit }
        return look.unit.map { "\(title) (\($0))" } ?? title
    }

    /// A position on an x axis in words.
    func position(_ place: Double, on axis: Axis) -> String {
        guard axis.options.type == .date, place.isFinite else { return Self.number(place) }
        let date = calendar.civil(place)
        let day = "\(Self.months[date.month - 1]) \(date.day), \(date.year)"
        guard place != calendar.startOfDay(place) else { return day }
        return "\(day), \(chart.timeLabel(place, on: axis))"
    }

    /// A number in six digits, or all digits of a whole one; a dash for a missing one.
    static func number(_ amount: Double) -> String {
        guard amount.isFinite else { return "–" }
        if amount == amount.rounded(), amount.magnitude < 1e15 { return grouped(String(Int(amount))) }
        return decimal(amount, significantDigits: 6)
    }

    /// A value between two rows in four digits; from 1,000 on it is rounded to a whole number.
    static func reading(_ amount: Double) -> String {
        guard amount.isFinite else { return "–" }
        guard amount != amount.rounded(), amount.magnitude < 1_000 else { return number(amount.rounded()) }
        return decimal(amount, significantDigits: 4)
    }

    /// What a chart shows: its author's words, or its series and its range of x; then the selection.
    func description(of chart: Chart, names: [String]) -> String {
        var sentences: [String] = []
        if let written = chart.caption.description {
            sentences.append(written)
        } else {
            let axis = chart.xAxes[0]
            let (from, to) = (axis.visibleRange.min, axis.visibleRange.max)
            let range = "from \(position(from, on: axis)) to \(position(to, on: axis))"
            sentences.append("\(names.isEmpty ? "No series" : names.joined(separator: ", ")) \(range).")
        }
        if let label = chart.selection.label { sentences.append("Selected: \(label)") }
        return sentences.joined(separator: " ")
    }

    /// The decimal number nearest to a number with so many digits, rounded half away from zero on its shortest digits.
    private static func decimal(_ amount: Double, significantDigits: Int) -> String {
        let parts = "\(amount.magnitude)".split(separator: "e")
        let pieces = parts[0].split(separator: ".")
        var digits = (pieces[0] + (pieces.count > 1 ? pieces[1] : "")).compactMap(\.wholeNumberValue)
        var point = pieces[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        let zeros = digits.prefix { $0 == 0 }.count
        digits.removeFirst(zeros)
        point -= zeros
        if digits.count > significantDigits {
            let roundsUp = digits[significantDigits] >= 5
            digits.removeLast(digits.count - significantDigits)
            if roundsUp { point += addOne(to: &digits) }
        }
        guard (-6...21).contains(point) else {
            let mantissa = digits.dropFirst().reduce("\(digits.first ?? 0).") { $0 + String($1) }
            return (amount < 0 ? "−" : "") + "\(trimmed(mantissa))E\(point - 1)"
        }
        if point <= 0 { digits.insert(contentsOf: Array(repeating: 0, count: 1 - point), at: 0) }
        let whole = max(point, 1)
        if digits.count < whole { digits += Array(repeating: 0, count: whole - digits.count) }
        let text = digits.map(String.init)
        let fraction = text[whole...].joined()
        let sign = amount < 0 ? "−" : ""
        return sign + grouped(text[..<whole].joined()) + trimmed(fraction.isEmpty ? "" : "." + fraction)
    }

    /// Adds one to the last digit; returns how far the decimal point moves.
    private static func addOne(to digits: inout [Int]) -> Int {
        for index in digits.indices.reversed() {
            if digits[index] < 9 {
                digits[index] += 1
                return 0
            }
            digits[index] = 0
        }
        digits = [1] + digits.dropLast()
        return 1
    }

    private static func trimmed(_ text: String) -> String {
        guard text.contains(".") else { return text }
        var text = text
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    private static func grouped(_ digits: String) -> String {
        let isNegative = digits.hasPrefix("-")
        let digits = isNegative ? String(digits.dropFirst()) : digits
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (isNegative ? "−" : "") + text
    }
}
