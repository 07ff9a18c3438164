/// A day of the proleptic Gregorian calendar.
///
/// Source of the arithmetic: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
struct CivilDate: Equatable {
    let year: Int
    /// 1 to 12.
    let month: Int
    /// 1 to the length of the month.
    let day: Int

    /// Makes a date; `nil` if the calendar has no such day.
    init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Makes the date of a day of a year, counted from 1; `nil` if the year has no such day.
    init?(year: Int, dayOfYear: Int) {
        guard dayOfYear >= 1, let first = Self(year: year, month: 1, day: 1) else { return nil }
        self.init(daysSinceEpoch: first.daysSinceEpoch + dayOfYear - 1)
        guard self.year == year else { return nil }
    }

    /// Makes the date of a day of an ISO week, from 1 for Monday; `nil` if the year has no such week.
    ///
    /// Week 1 is the week of January 4th.
    init?(year: Int, week: Int, weekday: Int) {
        guard (1...53).contains(week), (1...7).contains(weekday) else { return nil }
        let monday = Self.firstMonday(ofYear: year) + 7 * (week - 1)
        guard monday < Self.firstMonday(ofYear: year + 1) else { return nil }
        self.init(daysSinceEpoch: monday + weekday - 1)
    }

    /// The days from 1970-01-01 to the Monday of week 1.
    private static func firstMonday(ofYear year: Int) -> Int {
        let fourth = Self(year: year, month: 1, day: 4)?.daysSinceEpoch ?? 0
        // 1970-01-01 was a Thursday.
        return fourth - (fourth + 3 - (fourth + 3).dividedDown(by: 7) * 7)
    }

    /// Makes the date that is `days` days after 1970-01-01.
    init(daysSinceEpoch days: Int) {
        let daysSinceMarch = days + Self.daysToEpoch
        let cycle = daysSinceMarch.dividedDown(by: Self.daysInCycle)
        let dayOfCycle = daysSinceMarch - cycle * Self.daysInCycle
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - Self.days(beforeYear: yearOfCycle)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - Self.days(beforeMonthFromMarch: monthFromMarch) + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
    }

    /// The number of days from 1970-01-01 to this day.
    ///
    /// Years count from March, so that a leap day is the last day of its year.
    var daysSinceEpoch: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let monthFromMarch = month <= 2 ? month + 9 : month - 3
        let cycle = yearFromMarch.dividedDown(by: 400)
        let yearOfCycle = yearFromMarch - cycle * 400
        return cycle * Self.daysInCycle + Self.days(beforeYear: yearOfCycle)
            + Self.days(beforeMonthFromMarch: monthFromMarch) + day - 1 - Self.daysToEpoch
    }

    /// The number of days in 400 years.
    private static let daysInCycle = 146_097
    /// The number of days from 0000-03-01 to 1970-01-01.
    private static let daysToEpoch = 719_468

    private static func days(beforeYear year: Int) -> Int {
        365 * year + year / 4 - year / 100
    }

    /// From March on, the lengths 31 30 31 30 31 repeat; this linear formula gives their exact sums.
    private static func days(beforeMonthFromMarch month: Int) -> Int {
        (153 * month + 2) / 5
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2:
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            return isLeap ? 29 : 28
        case 4, 6, 9, 11:
            return 30
        default:
            return 31
        }
    }
}

extension Int {
    /// Divides and rounds down, including negative numbers.
    func dividedDown(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
