/// A date and a time of day without a time zone, as a wall calendar and a clock show them.
///
/// The calendar is the proleptic Gregorian one with a year 0. ``CivilCalendar`` returns dates with all parts within
/// their bounds. It also accepts parts outside them, which carry over: month 13 is January of the next year, and day 0
/// is the last day of the month before.
public struct CivilDate: Sendable, Hashable {
    /// The year; 0 is the year before year 1.
    public var year: Int
    /// The month, 1 to 12.
    public var month: Int
    /// The day of the month, 1 to 31.
    public var day: Int
    /// The hour, 0 to 23.
    public var hour: Int
    /// The minute, 0 to 59.
    public var minute: Int
    /// The second, 0 to 59; there are no leap seconds.
    public var second: Int
    /// The milliseconds of the second with their fraction, from 0 to below 1000.
    public var millisecond: Double

    /// Creates a date and a time of day from its parts; the time is midnight unless given.
    public init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Double = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.millisecond = millisecond
    }

    /// The weekday, 0 for Sunday to 6 for Saturday.
    public var weekday: Int { DayNumber(year: year, month: month, day: day).weekday }
}

extension CivilDate {
    /// The date of a number of local milliseconds and a fraction of a millisecond, from 0 to 1.
    init(localMilliseconds local: Int, fraction: Double) {
        let dayNumber = DayNumber(local.flooredQuotient(by: DayNumber.milliseconds))
        let ofDay = local.flooredRemainder(by: DayNumber.milliseconds)
        (year, month, day) = dayNumber.yearMonthDay
        hour = ofDay / 3_600_000
        minute = ofDay / 60_000 % 60
        second = ofDay / 1000 % 60
        // A fraction just below 1 may round the sum up to a full second.
        millisecond = min(Double(ofDay % 1000) + fraction, 1000.0.nextDown)
    }

    /// The local milliseconds of this date, whole and fraction.
    var localMilliseconds: (whole: Int, fraction: Double) {
        let wholeMillisecond = millisecond.rounded(.down)
        let seconds = hour * 3600 + minute * 60 + second
        let whole = DayNumber(year: year, month: month, day: day).localMidnight + seconds * 1000 + Int(wholeMillisecond)
        return (whole, millisecond - wholeMillisecond)
    }
}
