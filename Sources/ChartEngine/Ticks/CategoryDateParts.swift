public import ChartSeries

/// The parts of a date that tell the labels of a category axis apart.
public struct CategoryDateParts: Sendable, Hashable {
    /// Whether labels have the year: two neighbours differ in it.
    public let showsYear: Bool
    /// Whether labels have the time of day: two neighbours share a day.
    public let showsTime: Bool
    /// Whether the time of day has seconds: one of them is not 0.
    public let showsSecond: Bool

    /// Finds the parts that instants in ascending order need.
    public init(ofInstants instants: [Double], calendar: CivilCalendar) {
        self.init(ofInstants: instants, instants.map(calendar.civil), calendar: calendar)
    }

    /// Finds the parts that instants with known dates need.
    init(ofInstants instants: [Double], _ dates: [CivilDate], calendar: CivilCalendar) {
        let days = instants.map(calendar.startOfDay)
        showsTime = zip(days, days.dropFirst()).contains { $0 == $1 }
        showsSecond = showsTime && dates.contains { $0.second != 0 }
        showsYear = zip(dates, dates.dropFirst()).contains { $0.year != $1.year }
    }
}
