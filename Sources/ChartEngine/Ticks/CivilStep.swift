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
