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
