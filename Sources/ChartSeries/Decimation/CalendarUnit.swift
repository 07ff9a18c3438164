/// A unit of civil time, by which bars group rows.
public enum CalendarUnit: String, Sendable, Hashable, Codable, CaseIterable {
    /// A second.
    case second
    /// A minute.
    case minute
    /// An hour.
    case hour
    /// A civil day.
    case day
    /// Seven civil days.
    case week
    /// A month.
    case month
    /// Three months, starting in January, April, July or October.
    case quarter
    /// A year.
    case year

    /// The usual length in milliseconds: a month has 30 days, a quarter 90 and a year 365.
    public var length: Double {
        switch self {
        case .second: 1_000
        case .minute: 60_000
        case .hour: 3_600_000
        case .day: 86_400_000
        case .week: 7 * 86_400_000
        case .month: 30 * 86_400_000
        case .quarter: 90 * 86_400_000
        case .year: 365 * 86_400_000
        }
    }
}
