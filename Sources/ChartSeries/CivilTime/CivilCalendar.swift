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
    static func wholeMilliseconds(_ milliseconds: Double) -> Int {
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
