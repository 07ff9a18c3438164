import ChartEngine
import ChartSeries
import Foundation

/// An instant as the clocks of a time zone show it, in the form that formats of dates take.
///
/// ICU's calendar is Julian before 1583, the engine's Gregorian throughout. So a year outside of ``plainYears`` is
/// written by one that has the same days, 400 years apart or a multiple of it, and then gets its own number.
struct CivilMoment {
    /// The years that ICU writes as the engine counts them, in four digits.
    static let plainYears = 1583...9999

    private static let millisecondsOf400Years = 146_097.0 * 86_400_000

    /// The year.
    let year: Int
    /// The year that formats see.
    let formattedYear: Int
    /// The clocks' time in that year, as if it were UTC.
    fileprivate(set) var date: Date
    /// Whether the time of day has seconds.
    let hasSecond: Bool

    init(_ instant: Double, calendar: CivilCalendar) {
        let civil = calendar.civil(instant)
        year = civil.year
        hasSecond = civil.second != 0 || civil.millisecond != 0
        let cycles = Self.plainYears.contains(year) ? 0 : (Double(2_000 - year) / 400).rounded(.up)
        formattedYear = year + Int(cycles) * 400
        let local = instant + calendar.offset(at: instant) + cycles * Self.millisecondsOf400Years
        date = Date(timeIntervalSince1970: local / 1_000)
    }

    /// Whether formats see the year itself.
    var isPlain: Bool { year == formattedYear }
}

extension LocaleFormats {
    /// A moment in one of the styles.
    func text(_ moment: CivilMoment, _ style: KeyPath<DateFormats, Date.FormatStyle>) -> String {
        text(moment, dates[keyPath: style])
    }

    private func text(_ moment: CivilMoment, _ style: Date.FormatStyle) -> String {
        let text = moment.date.formatted(style)
        guard !moment.isPlain else { return text }
        return text.replacing(moment.formattedYear.formatted(digits), with: moment.year.formatted(digits))
    }

    /// A moment with so many digits of its second; `nil` shows minutes, and seconds where the moment has some.
    func text(
        _ moment: CivilMoment, _ style: KeyPath<DateFormats, Date.FormatStyle>,
        withSecond: KeyPath<DateFormats, Date.FormatStyle>, digits: Int?
    ) -> String {
        guard let digits, digits > 0 else {
            return text(moment, digits != nil || moment.hasSecond ? withSecond : style)
        }
        let unit = pow(10, Double(-digits))
        // Formats cut a fraction, so the middle of the last digit's unit is safe from rounding.
        let seconds = ((moment.date.timeIntervalSince1970 / unit + 0.25).rounded(.down) + 0.5) * unit
        var precise = moment
        precise.date = Date(timeIntervalSince1970: seconds)
        return text(precise, dates[keyPath: withSecond].secondFraction(.fractional(digits)))
    }

    /// The text from one moment to a later one, with its days alone or with times; `nil` where the years are beyond ICU.
    func text(from: CivilMoment, to: CivilMoment, hasTimes: Bool) -> String? {
        guard from.isPlain, to.isPlain, from.date <= to.date else { return nil }
        return (from.date..<to.date).formatted(hasTimes ? dates.times : dates.days)
    }
}
