import ChartSeries

/// The labels of a date axis, in English: the largest civil unit that begins at an instant.
enum TimeTickLabel {
    /// The largest number of decimals of a millisecond in a label.
    static let mostDecimals = 9

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The label of an instant; inside a second it shows the milliseconds with a number of decimals.
    static func text(at instant: Double, calendar: CivilCalendar, decimals: Int = 0) -> String {
        let date = calendar.civil(instant)
        return switch BeginningUnit(at: instant, date, calendar: calendar) {
        case .year: year(date.year)
        case .month: month(date.month)
        case .day: day(date)
        case .time(let showsSecond): time(date, showsSecond: showsSecond)
        case .fraction: fraction(date.millisecond, decimals: decimals)
        }
    }

    /// The time of day of a date, such as `14:30` or `14:30:05`.
    static func time(_ date: CivilDate, showsSecond: Bool) -> String {
        let time = twoDigits(date.hour) + ":" + twoDigits(date.minute)
        return showsSecond ? time + ":" + twoDigits(date.second) : time
    }

    /// The time of day with so many digits of the second, such as `14:30:05.25`; `nil` shows minutes.
    ///
    /// Seconds are shown too where the date has some.
    static func time(_ date: CivilDate, secondDigits: Int?) -> String {
        let digits = secondDigits ?? 0
        let hasSecond = secondDigits != nil || date.second != 0 || date.millisecond != 0
        let time = time(date, showsSecond: hasSecond)
        guard digits > 0 else { return time }
        let units = Int((date.millisecond * PowersOfTen.power(digits) / 1_000 + 1e-6).rounded(.down))
        return time + "." + padded(units, digits: digits)
    }

    /// The month and the day of a date, such as `Nov 08`.
    static func day(_ date: CivilDate) -> String {
        month(date.month) + " " + twoDigits(date.day)
    }

    /// The year in at least four digits.
    static func year(_ year: Int) -> String {
        (year < 0 ? "-" : "") + padded(Int(year.magnitude), digits: 4)
    }

    private static func month(_ month: Int) -> String {
        months[month - 1]
    }

    private static func fraction(_ milliseconds: Double, decimals: Int) -> String {
        let units = Int(PowersOfTen.scale(milliseconds, byPowerOfTen: decimals).rounded())
        let unitsPerSecond = Int(PowersOfTen.power(3 + decimals))
        return "." + padded(min(units, unitsPerSecond - 1), digits: 3 + decimals)
    }

    private static let pairsOfDigits = (0..<100).map { $0 < 10 ? "0\($0)" : "\($0)" }

    private static func twoDigits(_ number: Int) -> String {
        pairsOfDigits[number]
    }

    private static func padded(_ number: Int, digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
    }
}
