/// A day of the proleptic Gregorian calendar, counted from 1970-01-01.
///
/// Years start in March, so the leap day is the last of its year. The lengths of the months then follow one linear
/// formula, the well-known days-from-civil method.
package struct DayNumber: Sendable, Hashable {
    /// The milliseconds of a day without a change of offset.
    package static let milliseconds = 86_400_000

    /// The days of 400 years, after which the calendar repeats, weekdays included.
    package static let perFourCenturies = 146_097

    /// The days from 0000-03-01 to 1970-01-01.
    private static let epoch = 719_468

    /// The whole days since 1970-01-01, negative before it.
    package var days: Int

    /// The day that is some days after 1970-01-01.
    package init(_ days: Int) {
        self.days = days
    }

    /// The day of a year, month and day of month; a month or a day outside its usual bounds carries over.
    package init(year: Int, month: Int, day: Int) {
        let monthsSinceMarch = month - 3
        let marchYear = year + monthsSinceMarch.flooredQuotient(by: 12)
        let marchMonth = monthsSinceMarch.flooredRemainder(by: 12)
        let leapDays =
            marchYear.flooredQuotient(by: 4) - marchYear.flooredQuotient(by: 100) + marchYear.flooredQuotient(by: 400)
        days = 365 * marchYear + leapDays + (153 * marchMonth + 2) / 5 + (day - 1) - Self.epoch
    }

    /// The year, the month from 1 to 12 and the day of the month from 1 to 31.
    package var yearMonthDay: (year: Int, month: Int, day: Int) {
        let sinceMarchOfYearZero = days + Self.epoch
        let era = sinceMarchOfYearZero.flooredQuotient(by: Self.perFourCenturies)
        let dayOfEra = sinceMarchOfYearZero.flooredRemainder(by: Self.perFourCenturies)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (400 * era + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }

    /// The weekday, 0 for Sunday to 6 for Saturday.
    package var weekday: Int { (days + 4).flooredRemainder(by: 7) }

    /// The local milliseconds at which this day begins.
    package var localMidnight: Int { days * Self.milliseconds }
}
