extension CivilCalendar {
    /// The steps of this calendar, in the form that a window's bars need.
    public var civilSteps: CivilSteps {
        { instant, step in self.step(step, holding: instant) }
    }

    /// The whole step of civil time that holds an instant: its first instant, and the first instant after it.
    ///
    /// Steps of several units count from 1970-01-01 in local time: weeks from the week of this day, months, quarters
    /// and years from January of the year 0. A clock change ends a step of seconds, minutes or hours, and a repeated
    /// clock time is a step of its own. When clocks go back over midnight, the repeated time belongs to the new day.
    /// The times before and after the range of civil time are one step each.
    public func step(_ step: CalendarStep, holding instant: Double) -> (start: Double, end: Double) {
        let farthest = Double(Self.farthestInstant)
        guard instant >= -farthest else { return (instant, -farthest) }
        guard instant < farthest else { return (farthest, .infinity) }
        let whole = Self.wholeMilliseconds(instant)
        let bounds =
            switch step.unit {
            case .second, .minute, .hour: reading(of: Int(step.length), at: whole)
            case .day, .week, .month, .quarter, .year: days(of: step, at: whole)
            }
        return (Double(bounds.start), min(Double(bounds.end), farthest))
    }

    /// The period in which clocks show the same multiple of a length, without a clock change.
    private func reading(of length: Int, at instant: Int) -> (start: Int, end: Int) {
        let (offset, change) = offsets.period(at: instant)
        let local = instant + offset
        let start = local - local.flooredRemainder(by: length) - offset
        let end = min(start + length, change ?? .max)
        let earlier = offsets.period(at: start)
        guard earlier.offset != offset, let set = earlier.end, set <= instant else { return (start, end) }
        return (lastChange(from: set, to: instant), end)
    }

    /// The last clock change up to an instant, not before a given clock change.
    private func lastChange(from set: Int, to instant: Int) -> Int {
        var last = set
        while let next = offsets.period(at: last).end, next <= instant { last = next }
        return last
    }

    private func days(of step: CalendarStep, at instant: Int) -> (start: Int, end: Int) {
        var index = Self.index(of: step, dayNumber(instant))
        // Clocks that go back over midnight show the day before again, after the new day has begun.
        while startOfDay(Self.firstDay(of: step, index + 1)) <= instant { index += 1 }
        let end = startOfDay(Self.firstDay(of: step, index + 1))
        return (startOfDay(Self.firstDay(of: step, index)), end)
    }

    /// The index of the step that holds a day.
    private static func index(of step: CalendarStep, _ day: DayNumber) -> Int {
        let date = day.yearMonthDay
        let unit =
            switch step.unit {
            case .second, .minute, .hour, .day: day.days
            case .week: (day.days - firstDayOfWeeks(step.weekStart)).flooredQuotient(by: 7)
            case .month: 12 * date.year + date.month - 1
            case .quarter: 4 * date.year + (date.month - 1) / 3
            case .year: date.year
            }
        return unit.flooredQuotient(by: step.count)
    }

    /// The first day of the step with an index.
    private static func firstDay(of step: CalendarStep, _ index: Int) -> DayNumber {
        let unit = index * step.count
        return switch step.unit {
        case .second, .minute, .hour, .day: DayNumber(unit)
        case .week: DayNumber(7 * unit + firstDayOfWeeks(step.weekStart))
        case .month: DayNumber(year: 0, month: unit + 1, day: 1)
        case .quarter: DayNumber(year: 0, month: 3 * unit + 1, day: 1)
        case .year: DayNumber(year: unit, month: 1, day: 1)
        }
    }

    /// The first day of the week that holds 1970-01-01, a Thursday, in days since then.
    private static func firstDayOfWeeks(_ start: WeekStart) -> Int {
        switch start {
        case .monday: -3
        case .sunday: -4
        }
    }
}
