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

extension DayNumber {
    /// Makes the day of a date; `nil` if the calendar has no such day.
    init?(checking year: Int, month: Int, day: Int) {
        self.init(year: year, month: month, day: day)
        guard yearMonthDay == (year, month, day) else { return nil }
    }

    /// Makes a day of a year, counted from 1; `nil` if the year has no such day.
    init?(year: Int, dayOfYear: Int) {
        self.init(year: year, month: 1, day: dayOfYear)
        guard dayOfYear >= 1, yearMonthDay.year == year else { return nil }
    }

    /// Makes a day of an ISO week, from 1 for Monday; `nil` if the year has no such week.
    ///
    /// Week 1 is the week of January 4th.
    init?(year: Int, week: Int, weekday: Int) {
        guard (1...53).contains(week), (1...7).contains(weekday) else { return nil }
        let monday = Self.firstMonday(ofYear: year) + 7 * (week - 1)
        guard monday < Self.firstMonday(ofYear: year + 1) else { return nil }
        self.init(monday + weekday - 1)
    }

    /// The days from 1970-01-01 to the Monday of week 1.
    private static func firstMonday(ofYear year: Int) -> Int {
        let fourth = Self(year: year, month: 1, day: 4)
        return fourth.days - (fourth.weekday + 6) % 7
    }
}
