/// The length of a bar: one unit of civil time, or several.
public struct CalendarStep: Sendable, Hashable {
    /// The unit.
    public let unit: CalendarUnit
    /// How many units.
    public let count: Int
    /// The day on which weeks begin; Monday for every other unit.
    public let weekStart: WeekStart

    /// The most units of a step.
    public static let mostUnits = 10_000

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - unit: The unit.
    ///   - count: How many units, at least 1.
    ///   - weekStart: The day on which weeks begin.
    public init(_ unit: CalendarUnit, count: Int = 1, weekStart: WeekStart = .monday) {
        self.unit = unit
        self.count = count
        self.weekStart = unit == .week ? weekStart : .monday
    }

    /// The usual length in milliseconds.
    public var length: Double { unit.length * Double(count) }

    /// The steps that are chosen where a request leaves it open, the shortest first; the longest is longer than civil time.
    static let ladder: [CalendarStep] =
        CalendarUnit.allCases.map { CalendarStep($0) }
        + [2, 5].map { CalendarStep(.year, count: $0) }
        + [10, 100, 1_000, 10_000, 100_000].flatMap { power in [1, 2, 5].map { CalendarStep(.year, count: $0 * power) }
        }
        + [CalendarStep(.year, count: 1_000_000)]

    /// The shortest step of which no more than a number fit into a stretch of x, by its usual length.
    static func shortest(
        dividing from: Double, _ to: Double, intoAtMost count: Int, weekStart: WeekStart = .monday
    ) -> CalendarStep {
        let step = ladder.first { to / $0.length - from / $0.length <= Double(count) } ?? ladder[ladder.count - 1]
        return CalendarStep(step.unit, count: step.count, weekStart: weekStart)
    }

    /// The next longer step of those that are chosen, or `nil` where there is none.
    func next(weekStart: WeekStart = .monday) -> CalendarStep? {
        Self.ladder.first { $0.length > length }.map {
            CalendarStep($0.unit, count: $0.count, weekStart: weekStart)
        }
    }
}

/// Finds the whole civil step that holds an instant: its first instant, and the first one that is past it.
///
/// Instants are milliseconds since 1970. The start of a later instant's step is never earlier.
public typealias CivilSteps = @Sendable (_ instant: Double, _ step: CalendarStep) -> (start: Double, end: Double)
