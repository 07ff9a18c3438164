/// The length of a bar: one unit of civil time, or several years.
public struct CalendarStep: Sendable, Hashable {
    /// The unit.
    public let unit: CalendarUnit
    /// How many units; more than one of years alone, 1, 2 or 5 times a power of ten.
    public let count: Int

    /// Makes a step of one unit.
    public init(_ unit: CalendarUnit) {
        self.unit = unit
        count = 1
    }

    private init(years: Int) {
        unit = .year
        count = years
    }

    /// The usual length in milliseconds.
    public var length: Double { unit.length * Double(count) }

    /// All steps, the shortest first; the longest is longer than civil time.
    static let ladder: [CalendarStep] =
        CalendarUnit.allCases.map { CalendarStep($0) }
        + [2, 5].map { CalendarStep(years: $0) }
        + [10, 100, 1_000, 10_000, 100_000].flatMap { power in [1, 2, 5].map { CalendarStep(years: $0 * power) } }
        + [CalendarStep(years: 1_000_000)]

    /// The shortest step of which no more than a number fit into a stretch of x, by its usual length.
    static func shortest(dividing from: Double, _ to: Double, intoAtMost count: Int) -> CalendarStep {
        ladder.first { to / $0.length - from / $0.length <= Double(count) } ?? ladder[ladder.count - 1]
    }

    /// The next longer step, or `nil` for the longest.
    var next: CalendarStep? {
        Self.ladder.firstIndex(of: self).flatMap { $0 + 1 < Self.ladder.count ? Self.ladder[$0 + 1] : nil }
    }
}

/// Finds the whole civil step that holds an instant: its first instant, and the first one that is past it.
///
/// Instants are milliseconds since 1970. The start of a later instant's step is never earlier.
public typealias CivilSteps = @Sendable (_ instant: Double, _ step: CalendarStep) -> (start: Double, end: Double)
