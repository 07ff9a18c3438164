import ChartSeries

extension CivilStep {
    /// The first instants of the step in a closed range of milliseconds, ascending and at most ``TickLimit/ticks``.
    func instants(from lower: Int, to upper: Int, calendar: CivilCalendar) -> [Int] {
        switch self {
        case .clock(let milliseconds):
            return Self.readings(every: milliseconds, from: lower, to: upper, zone: calendar.offsets)
        case .days(let step):
            let days = Self.daysAround(lower, upper, calendar)
            return Self.starts(from: lower, to: upper, calendar, indices: days) {
                let day = DayNumber($0)
                return (day.yearMonthDay.day - 1) % step == 0 ? day : nil
            }
        case .weeks:
            let days = Self.daysAround(lower, upper, calendar)
            let firstSunday = days.lowerBound + (7 - DayNumber(days.lowerBound).weekday) % 7
            let weeks = 0...max((days.upperBound - firstSunday).flooredQuotient(by: 7), 0)
            return Self.starts(from: lower, to: upper, calendar, indices: weeks) { DayNumber(firstSunday + 7 * $0) }
        case .months(let step):
            let days = Self.daysAround(lower, upper, calendar)
            let months =
                Self.monthIndex(days.lowerBound).flooredQuotient(
                    by: step)...Self.monthIndex(days.upperBound)
                .flooredQuotient(by: step)
            return Self.starts(from: lower, to: upper, calendar, indices: months) {
                DayNumber(year: 0, month: $0 * step + 1, day: 1)
            }
        case .years(let step):
            let days = Self.daysAround(lower, upper, calendar)
            let years =
                DayNumber(days.lowerBound).yearMonthDay.year.flooredQuotient(
                    by: step)...DayNumber(days.upperBound)
                .yearMonthDay.year.flooredQuotient(by: step)
            return Self.starts(from: lower, to: upper, calendar, indices: years) {
                DayNumber(year: $0 * step, month: 1, day: 1)
            }
        }
    }

    /// The days of a range and one more on each side, because clocks that go back over midnight repeat a day's end.
    private static func daysAround(_ lower: Int, _ upper: Int, _ calendar: CivilCalendar) -> ClosedRange<Int> {
        (calendar.dayNumber(lower).days - 1)...(calendar.dayNumber(upper).days + 1)
    }

    /// The number of months from January of year 0 to a day.
    private static func monthIndex(_ day: Int) -> Int {
        let date = DayNumber(day).yearMonthDay
        return 12 * date.year + date.month - 1
    }

    private static func starts(
        from lower: Int, to upper: Int, _ calendar: CivilCalendar, indices: ClosedRange<Int>,
        day: (Int) -> DayNumber?
    ) -> [Int] {
        var instants: [Int] = []
        for index in indices where instants.count < TickLimit.ticks {
            guard let day = day(index) else { continue }
            let instant = calendar.startOfDay(day)
            // A day that the zone skipped begins with the next one.
            if lower <= instant, instant <= upper, instants.last.map({ $0 < instant }) ?? true {
                instants.append(instant)
            }
        }
        return instants
    }

    /// The instants at which clocks show a multiple of the step.
    ///
    /// A clock time that repeats within less than a step, because clocks go back, has one tick. A day whose midnight is
    /// skipped has its tick at its first instant.
    private static func readings(every step: Int, from lower: Int, to upper: Int, zone: ZoneOffsets) -> [Int] {
        var readings: [(instant: Int, local: Int)] = []
        func append(_ instant: Int, local: Int) {
            if let last = readings.last,
                instant == last.instant || (local == last.local && instant - last.instant < step)
            {
                return
            }
            readings.append((instant, local))
        }
        // Starts one step earlier, to detect a repeated clock time wherever the range begins.
        var start = lower - step
        while start <= upper, readings.count <= TickLimit.ticks {
            let (offset, end) = zone.period(at: start)
            let last = min(upper, (end ?? .max) - 1)
            var instant = (start + offset).roundedUp(toMultipleOf: step) - offset
            while instant <= last, readings.count <= TickLimit.ticks {
                append(instant, local: instant + offset)
                instant += step
            }
            guard let end, end <= upper else { break }
            let endLocal = end + zone.offset(at: end)
            if (end + offset).roundedUp(toMultipleOf: DayNumber.milliseconds) < endLocal {
                append(end, local: endLocal)
            }
            start = end
        }
        return Array(readings.lazy.map(\.instant).filter { lower <= $0 && $0 <= upper }.prefix(TickLimit.ticks))
    }
}
