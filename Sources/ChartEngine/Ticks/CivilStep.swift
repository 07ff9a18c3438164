import ChartSeries

/// A step of civil time: ticks lie where the clock or the calendar begins a new step.
enum CivilStep: Sendable, Equatable {
    /// Clock times at multiples of whole milliseconds that divide the day.
    case clock(milliseconds: Int)
    /// Starts of days; 2 means the odd days of a month.
    case days(Int)
    /// Starts of Sundays.
    case weeks
    /// Starts of the months whose number, counted from 0, is a multiple.
    case months(Int)
    /// Starts of the years whose number is a multiple.
    case years(Int)
}

extension CivilStep {
    private static let second = 1000
    private static let minute = 60 * second
    private static let hour = 60 * minute
    private static let day = DayNumber.milliseconds

    /// A year of 365 days in milliseconds, by which d3-time measures steps of years.
    private static let year = 365 * day

    /// The published steps of d3-time from a second to a year, with nominal lengths in milliseconds.
    static let ladder: [(step: CivilStep, length: Int)] =
        [1, 5, 15, 30].map { (.clock(milliseconds: $0 * second), $0 * second) }
        + [1, 5, 15, 30].map { (.clock(milliseconds: $0 * minute), $0 * minute) }
        + [1, 3, 6, 12].map { (.clock(milliseconds: $0 * hour), $0 * hour) }
        + [
            (.days(1), day), (.days(2), 2 * day), (.weeks, 7 * day),
            (.months(1), 30 * day), (.months(3), 90 * day), (.years(1), year),
        ]

    /// The steps of d3-array below a second, in milliseconds.
    private static let fractions = [1, 2, 5, 10, 20, 50, 100, 200, 500]

    /// More years than civil time has, so only year 0 is a multiple.
    private static let mostYears = 1_000_000

    /// The step that divides a range into about `count` parts; nil where that is less than a millisecond.
    ///
    /// Of the two steps beside the wanted length it is the nearer by ratio, as in d3-time's `tickInterval`. Years and
    /// fractions of a second are numeric steps.
    static func nearest(in range: TickRange, count: Int) -> CivilStep? {
        let wanted = range.upper / Double(count) - range.lower / Double(count)
        guard let above = ladder.firstIndex(where: { Double($0.length) > wanted }) else {
            let years = DecimalStep(from: range.lower / Double(year), to: range.upper / Double(year), count: count)
            return .years(Int(min(max(years.width, 1), Double(mostYears))))
        }
        guard above > 0 else {
            let width = DecimalStep(from: range.lower, to: range.upper, count: count).width
            return width < 1 ? nil : .clock(milliseconds: Int(width))
        }
        let isNearerBelow = wanted / Double(ladder[above - 1].length) < Double(ladder[above].length) / wanted
        return ladder[isNearerBelow ? above - 1 : above].step
    }

    /// The step of the minor ticks: the civil step that divides this one into about `parts` parts.
    ///
    /// It is the nearest by ratio, the longer of a tie; nil if the fewest parts are more than twice `parts`. So a day
    /// has minor ticks at 6, 12 and 18 o'clock, a week at days, and a quarter at months. A month has none, because
    /// neither five parts nor weeks divide it.
    func minorStep(parts: Int) -> CivilStep? {
        guard parts > 1 else { return nil }
        let nearest = divisors.min { one, other in
            let ratios = (Self.ratio(one.parts, parts), Self.ratio(other.parts, parts))
            return ratios.0 != ratios.1 ? ratios.0 < ratios.1 : one.parts < other.parts
        }
        return nearest.flatMap { $0.parts <= 2 * parts ? $0.step : nil }
    }

    private static func ratio(_ one: Int, _ other: Int) -> Double {
        Double(max(one, other)) / Double(min(one, other))
    }

    /// The shorter civil steps whose ticks include all ticks of this step, with their nominal number of parts.
    private var divisors: [(step: CivilStep, parts: Int)] {
        switch self {
        case .clock(let milliseconds):
            Self.clockDivisors(of: milliseconds)
        case .days(let days):
            Self.clockDivisors(of: days * Self.day) + (days > 1 ? [(.days(1), days)] : [])
        case .weeks:
            [(.days(1), 7)]
        case .months(let months):
            [(.days(1), 30 * months)] + (months > 1 ? [(.months(1), months)] : [])
        case .years(let years):
            [(.months(1), 12 * years), (.months(3), 4 * years)] + Self.yearDivisors(of: years)
        }
    }

    private static func clockDivisors(of length: Int) -> [(step: CivilStep, parts: Int)] {
        let clocks = fractions + ladder.map(\.length).filter { $0 < day }
        return clocks.filter { $0 < length && length % $0 == 0 }.map { (.clock(milliseconds: $0), length / $0) }
    }

    private static func yearDivisors(of years: Int) -> [(step: CivilStep, parts: Int)] {
        var divisors: [(step: CivilStep, parts: Int)] = []
        var power = 1
        while power < years {
            for factor in [1, 2, 5] where factor * power < years && years % (factor * power) == 0 {
                divisors.append((.years(factor * power), years / (factor * power)))
            }
            power *= 10
        }
        return divisors
    }
}

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
