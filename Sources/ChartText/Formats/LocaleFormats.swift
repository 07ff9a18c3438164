import Foundation

/// How a locale writes numbers and dates: the formats of ICU, made once for each locale.
///
/// Dates are those of the engine's civil calendar, written as if they were UTC. So no format depends on a time zone, and
/// a label has the date that the engine's ticks lie on.
final class LocaleFormats: Sendable {
    let locale: Locale
    let number: FloatingPointFormatStyle<Double>
    let percent: FloatingPointFormatStyle<Double>.Percent
    let count: IntegerFormatStyle<Int>
    /// A whole number without separators, such as a year.
    let digits: IntegerFormatStyle<Int>
    let dates: DateFormats

    /// Makes the formats of a BCP 47 tag.
    init(tag: String) {
        locale = Locale(identifier: tag)
        number = FloatingPointFormatStyle<Double>(locale: locale)
        percent = FloatingPointFormatStyle<Double>.Percent(locale: locale)
        count = IntegerFormatStyle<Int>(locale: locale)
        digits = IntegerFormatStyle<Int>(locale: locale).grouping(.never)
        dates = DateFormats(locale: locale)
    }
}

/// The formats of dates in one locale, all in UTC and the Gregorian calendar.
struct DateFormats: Sendable {
    let year, month, day, dayOfYear, time, timeWithSecond, dayTime, dayTimeWithSecond, dayOfYearTime,
        dayOfYearTimeWithSecond, numeric, numericTime, numericTimeWithSecond: Date.FormatStyle
    let days, times: Date.IntervalFormatStyle

    init(locale: Locale) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.locale = locale
        let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt)
        year = style.year()
        month = style.month(.abbreviated)
        day = style.month(.abbreviated).day()
        dayOfYear = style.year().month(.abbreviated).day()
        time = style.hour().minute()
        timeWithSecond = style.hour().minute().second()
        dayTime = day.hour().minute()
        dayTimeWithSecond = day.hour().minute().second()
        dayOfYearTime = dayOfYear.hour().minute()
        dayOfYearTimeWithSecond = dayOfYear.hour().minute().second()
        numeric = style.year().month(.defaultDigits).day()
        numericTime = numeric.hour().minute()
        numericTimeWithSecond = numeric.hour().minute().second()
        days = Date.IntervalFormatStyle(
            date: .abbreviated, time: .omitted, locale: locale, calendar: calendar, timeZone: .gmt)
        times = Date.IntervalFormatStyle(
            date: .abbreviated, time: .shortened, locale: locale, calendar: calendar, timeZone: .gmt)
    }
}
