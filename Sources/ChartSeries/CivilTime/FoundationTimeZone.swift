import Foundation

/// The only code that asks Foundation: it reads the changes of offset of an IANA time zone.
enum FoundationTimeZone {
    /// Reads all offsets of a zone; nil if Foundation does not know the zone.
    static func offsets(identifier: String) -> ZoneOffsets? {
        guard let zone = TimeZone(identifier: identifier) else { return nil }
        let firstYear = Double(DayNumber(year: 1, month: 1, day: 1).localMidnight)
        var date = Date(timeIntervalSince1970: firstYear / 1000)
        let initial = zone.secondsFromGMT(for: date) * 1000
        var changes: [(instant: Int, offset: Int)] = []
        while let change = zone.nextDaylightSavingTimeTransition(after: date), change > date {
            let instant = Int((change.timeIntervalSince1970 * 1000).rounded())
            guard instant < ZoneOffsets.tableEnd else { break }
            changes.append((instant, zone.secondsFromGMT(for: change) * 1000))
            date = change
        }
        return ZoneOffsets(initial: initial, changes: changes)
    }
}
