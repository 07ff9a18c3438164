/// The length of a bar: one or several units of civil time.
public struct CalendarStep: Sendable, Hashable {
    /// The unit.
    public let unit: CalendarUnit
    /// The number of units.
    public let count: Int
    /// The day on which weeks begin; Monday for every other unit.
    public let weekStart: WeekStart

    /// The maximum number of units of a step.
    public static let mostUnits = 10_000

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - unit: The unit.
    ///   - count: The number of units, at least 1.
    ///   - weekStart: The day on which weeks begin.
    public init(_ unit: CalendarUnit, count: Int = 1, weekStart: WeekStart = .monday) {
        self.unit = unit
        self.count = count
        self.weekStart = unit == .week ? weekStart : .monday
    }

    /// The usual length in milliseconds; see ``CalendarUnit/length``.
    public var length: Double { unit.length * Double(count) }

    /// The steps to choose from if a request names none, shortest first; the longest exceeds civil time.
    static let ladder: [CalendarStep] =
        CalendarUnit.allCases.map { CalendarStep($0) }
        + [2, 5].map { CalendarStep(.year, count: $0) }
        + [10, 100, 1_000, 10_000, 100_000].flatMap { power in [1, 2, 5].map { CalendarStep(.year, count: $0 * power) }
        }
        + [CalendarStep(.year, count: 1_000_000)]

    /// Returns the shortest step by which a range of x has at most `count` steps of the usual length.
    static func shortest(
        dividing from: Double, _ to: Double, intoAtMost count: Int, weekStart: WeekStart = .monday
    ) -> CalendarStep {
        let step = ladder.first { to / $0.length - from / $0.length <= Double(count) } ?? ladder[ladder.count - 1]
        return CalendarStep(step.unit, count: step.count, weekStart: weekStart)
    }

    /// Returns the next longer step of the ladder; `nil` if there is none.
    func next(weekStart: WeekStart = .monday) -> CalendarStep? {
        Self.ladder.first { $0.length > length }.map {
            CalendarStep($0.unit, count: $0.count, weekStart: weekStart)
        }
    }
}

/// Finds the whole civil step that contains an instant: its first instant, and the first instant after it.
///
/// Instants are milliseconds since 1970. A later instant's step never starts earlier.
public typealias CivilSteps = @Sendable (_ instant: Double, _ step: CalendarStep) -> (start: Double, end: Double)
