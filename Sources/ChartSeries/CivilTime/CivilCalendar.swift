/// The civil calendar of one time zone: what its clocks show at an instant, and when its days begin.
///
/// Instants are milliseconds since 1970-01-01T00:00Z. Civil time covers the 100 million days on either side, the range
/// of ECMAScript's dates. An instant outside counts as the nearest one inside, and NaN counts as 0. A calendar refers
/// to a shared, immutable table, so a copy is cheap and any number of threads may read it.
///
/// ```swift
/// let berlin = CivilCalendar(timeZone: "Europe/Berlin")!
/// let noon = berlin.instant(CivilDate(year: 2024, month: 7, day: 1, hour: 12))
/// assert(berlin.offset(at: noon) == 2 * 3_600_000)
/// ```
public struct CivilCalendar: Sendable {
    /// The farthest instant from 1970 that has a civil date, in milliseconds.
    package static let farthestInstant = 8_640_000_000_000_000

    /// The calendar of Coordinated Universal Time.
    public static let utc = CivilCalendar(identifier: "UTC", offsets: ZoneOffsets(fixed: 0))

    /// The identifier of the time zone, such as `Europe/Vienna`.
    public let identifier: String

    /// The offsets of the zone.
    package let offsets: ZoneOffsets

    private init(identifier: String, offsets: ZoneOffsets) {
        self.identifier = identifier
        self.offsets = offsets
    }

    /// Creates the calendar of a time zone of the IANA database; nil for an unknown zone.
    ///
    /// A name has 1 to 64 letters, digits and `_ + - / :`. A name with a zero byte could otherwise be read only up to
    /// that byte.
    public init?(timeZone identifier: String) {
        guard Self.isName(identifier) else { return nil }
        if identifier == Self.utc.identifier {
            self = .utc
        } else if let offsets = ZoneOffsetsCache.offsets(identifier: identifier) {
            self.init(identifier: identifier, offsets: offsets)
        } else {
            return nil
        }
    }

    private static func isName(_ identifier: String) -> Bool {
        (1...64).contains(identifier.utf8.count)
            && identifier.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                    UInt8(ascii: "/"):
                    true
                case _: false
                }
            }
    }

    /// The offset of local time from UTC at an instant, in milliseconds, positive east of Greenwich.
    public func offset(at milliseconds: Double) -> Double {
        Double(offsets.offset(at: Self.wholeMilliseconds(milliseconds)))
    }

    /// The date and the time of day that clocks show at an instant.
    public func civil(_ milliseconds: Double) -> CivilDate {
        let whole = Self.wholeMilliseconds(milliseconds)
        let fraction = milliseconds - Double(whole)
        return CivilDate(
            localMilliseconds: whole + offsets.offset(at: whole),
            fraction: fraction >= 0 && fraction <= 1 ? fraction : 0)
    }

    /// The instant at which clocks show a date and a time of day.
    ///
    /// A time that clocks skip lies as far after the gap as it lies in the gap, as if the clocks had not changed. A
    /// time that clocks show twice is the earlier instant.
    public func instant(_ civil: CivilDate) -> Double {
        let local = civil.localMilliseconds
        return Double(offsets.instant(local: local.whole)) + local.fraction
    }

    /// The first instant of the civil day of an instant, which is not midnight where clocks skip midnight.
    public func startOfDay(_ milliseconds: Double) -> Double {
        startOfDay(milliseconds, addingDays: 0)
    }

    /// The first instant of the civil day that is a number of days after the day of an instant.
    ///
    /// A day that the zone skipped as a whole begins with the day after it.
    public func startOfDay(_ milliseconds: Double, addingDays days: Int) -> Double {
        // No two instants are farther apart than this, and a sum of days cannot overflow.
        let farthestDays = 2 * Self.farthestInstant / DayNumber.milliseconds
        let added = min(max(days, -farthestDays), farthestDays)
        return Double(startOfDay(DayNumber(dayNumber(Self.wholeMilliseconds(milliseconds)).days + added)))
    }

    /// Twelve hours of elapsed time after the start of an instant's civil day.
    ///
    /// If the offset changes in the morning of that day, clocks do not show 12:00 then.
    public func noon(_ milliseconds: Double) -> Double {
        startOfDay(milliseconds) + Double(DayNumber.milliseconds / 2)
    }

    /// The number of civil days from the day of one instant to the day of another, negative for an earlier one.
    ///
    /// It counts dates, so a day that the zone skipped counts too.
    public func days(from start: Double, to end: Double) -> Int {
        dayNumber(Self.wholeMilliseconds(end)).days - dayNumber(Self.wholeMilliseconds(start)).days
    }
}

extension CivilCalendar {
    /// The last whole millisecond not after an instant, within the range of civil time.
    private static func wholeMilliseconds(_ milliseconds: Double) -> Int {
        guard !milliseconds.isNaN else { return 0 }
        let farthest = Double(farthestInstant)
        return Int(min(max(milliseconds, -farthest), farthest).rounded(.down))
    }

    /// The civil day of an instant.
    package func dayNumber(_ instant: Int) -> DayNumber {
        DayNumber((instant + offsets.offset(at: instant)).flooredQuotient(by: DayNumber.milliseconds))
    }

    /// The first instant of a civil day.
    package func startOfDay(_ day: DayNumber) -> Int {
        offsets.firstInstant(local: day.localMidnight)
    }
}

extension CivilCalendar: Hashable {
    /// Calendars of the same identifier are equal.
    public static func == (lhs: CivilCalendar, rhs: CivilCalendar) -> Bool {
        lhs.identifier == rhs.identifier
    }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}

extension CivilCalendar {
    /// The instant of ISO-8601 text, in milliseconds since 1970; text without a zone is in this calendar's zone.
    ///
    /// - Returns: `nil` when the text is not a date.
    package func instant(iso8601 text: String) -> Double? {
        ISO8601(text)?.epochMilliseconds(localToUTC: utcMilliseconds(ofCivil:))
    }

    /// The instants of a civil time, which the argument counts as if it were UTC.
    package func instants(ofCivil milliseconds: Int64) -> CivilInstants {
        let first = utcMilliseconds(ofCivil: milliseconds)
        let offset = offset(at: Double(first))
        // Clocks are set back by less than a day.
        let later = self.offset(at: Double(first + 86_400_000))
        let second = milliseconds - Int64(later)
        return CivilInstants(
            first: first, second: later < offset && self.offset(at: Double(second)) == later ? second : nil,
            isSkipped: first + Int64(offset) != milliseconds)
    }

    /// The UTC milliseconds of a civil time, which the argument counts as if it were UTC.
    package func utcMilliseconds(ofCivil milliseconds: Int64) -> Int64 {
        Int64(instant(CivilCalendar.utc.civil(Double(milliseconds))))
    }
}

extension CivilCalendar {
    /// The steps of this calendar, in the form that a window's bars need.
    public var civilSteps: CivilSteps {
        { instant, step in self.step(step, holding: instant) }
    }

    /// The whole step of civil time that holds an instant: its first instant, and the first instant after it.
    ///
    /// Steps of several units count from 1970-01-01 in local time: weeks from the week of this day, months, quarters
    /// and years from January of the year 0. A clock change ends a step of seconds, minutes or hours, and a repeated
    /// clock time is a step of its own. When clocks go back over midnight, the repeated time belongs to the new day.
    /// The times before and after the range of civil time are one step each.
    public func step(_ step: CalendarStep, holding instant: Double) -> (start: Double, end: Double) {
        let farthest = Double(Self.farthestInstant)
        guard instant >= -farthest else { return (instant, -farthest) }
        guard instant < farthest else { return (farthest, .infinity) }
        let whole = Self.wholeMilliseconds(instant)
        let bounds =
            switch step.unit {
            case .second, .minute, .hour: reading(of: Int(step.length), at: whole)
            case .day, .week, .month, .quarter, .year: days(of: step, at: whole)
            }
        return (Double(bounds.start), min(Double(bounds.end), farthest))
    }

    /// The period in which clocks show the same multiple of a length, without a clock change.
    private func reading(of length: Int, at instant: Int) -> (start: Int, end: Int) {
        let (offset, change) = offsets.period(at: instant)
        let local = instant + offset
        let start = local - local.flooredRemainder(by: length) - offset
        let end = min(start + length, change ?? .max)
        let earlier = offsets.period(at: start)
        guard earlier.offset != offset, let set = earlier.end, set <= instant else { return (start, end) }
        return (lastChange(from: set, to: instant), end)
    }

    /// The last clock change up to an instant, not before a given clock change.
    private func lastChange(from set: Int, to instant: Int) -> Int {
        var last = set
        while let next = offsets.period(at: last).end, next <= instant { last = next }
        return last
    }

    private func days(of step: CalendarStep, at instant: Int) -> (start: Int, end: Int) {
        var index = Self.index(of: step, dayNumber(instant))
        // Clocks that go back over midnight show the day before again, after the new day has begun.
        while startOfDay(Self.firstDay(of: step, index + 1)) <= instant { index += 1 }
        let end = startOfDay(Self.firstDay(of: step, index + 1))
        return (startOfDay(Self.firstDay(of: step, index)), end)
    }

    /// The index of the step that holds a day.
    private static func index(of step: CalendarStep, _ day: DayNumber) -> Int {
        let date = day.yearMonthDay
        let unit =
            switch step.unit {
            case .second, .minute, .hour, .day: day.days
            case .week: (day.days - firstDayOfWeeks(step.weekStart)).flooredQuotient(by: 7)
            case .month: 12 * date.year + date.month - 1
            case .quarter: 4 * date.year + (date.month - 1) / 3
            case .year: date.year
            }
        return unit.flooredQuotient(by: step.count)
    }

    private static func firstDay(of step: CalendarStep, _ index: Int) -> DayNumber {
        let unit = index * step.count
        return switch step.unit {
        case .second, .minute, .hour, .day: DayNumber(unit)
        case .week: DayNumber(7 * unit + firstDayOfWeeks(step.weekStart))
        case .month: DayNumber(year: 0, month: unit + 1, day: 1)
        case .quarter: DayNumber(year: 0, month: 3 * unit + 1, day: 1)
        case .year: DayNumber(year: unit, month: 1, day: 1)
        }
    }

    /// The first day of the week that holds 1970-01-01, a Thursday, in days since then.
    private static func firstDayOfWeeks(_ start: WeekStart) -> Int {
        switch start {
        case .monday: -3
        case .sunday: -4
        }
    }
}
