public import ChartSeries

/// The largest civil unit that begins at an instant; the label of a date tick names it.
public enum BeginningUnit: Sendable, Hashable {
    /// A year begins.
    case year
    /// A month begins.
    case month
    /// A day begins.
    case day
    /// A second begins, and with it a minute unless the label shows the second.
    case time(showsSecond: Bool)
    /// The instant lies within a second.
    case fraction

    /// Finds the unit that begins at an instant.
    public init(at instant: Double, calendar: CivilCalendar) {
        self.init(at: instant, calendar.civil(instant), calendar: calendar)
    }

    /// Finds the unit that begins at an instant with a known date.
    init(at instant: Double, _ date: CivilDate, calendar: CivilCalendar) {
        if instant == calendar.startOfDay(instant) {
            self = date.day > 1 ? .day : date.month > 1 ? .month : .year
        } else {
            self = date.millisecond != 0 ? .fraction : .time(showsSecond: date.second != 0)
        }
    }
}
