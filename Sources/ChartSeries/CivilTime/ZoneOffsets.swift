/// The offsets of one time zone for all time, as a sorted table of its changes of offset.
///
/// All times are whole milliseconds. The table reaches from the zone's first change to ``tableEnd``. The rules at its
/// end repeat with the calendar every 400 years, so the last full cycle answers for later times. A lookup is a binary
/// search and takes no lock.
package final class ZoneOffsets: Sendable {
    /// The start of the year 2502; the table holds every change before it.
    static let tableEnd = DayNumber(year: 2502, month: 1, day: 1).localMidnight

    private static let cycle = DayNumber.perFourCenturies * DayNumber.milliseconds
    private static let cycleEnd = DayNumber(year: 2501, month: 1, day: 1).localMidnight

    /// Larger than any offset and any change of an offset.
    private static let beyondOffsets = 26 * 3_600_000

    private let changes: [Int]
    private let offsets: [Int]

    /// A zone whose offset never changes.
    init(fixed offset: Int) {
        changes = []
        offsets = [offset]
    }

    /// A zone with an offset before its first change, and its changes in ascending order.
    init(initial: Int, changes: [(instant: Int, offset: Int)]) {
        var kept: [Int] = []
        var offsets = [initial]
        for change in changes where change.offset != offsets[offsets.count - 1] {
            kept.append(change.instant)
            offsets.append(change.offset)
        }
        self.changes = kept
        self.offsets = offsets
    }

    /// The offset at an instant.
    package func offset(at instant: Int) -> Int {
        changes.isEmpty ? offsets[0] : offsets[index(at: instant - Self.shift(of: instant))]
    }

    /// The offset at an instant and the end of its period, which is the next instant with another offset, if any.
    package func period(at instant: Int) -> (offset: Int, end: Int?) {
        let shift = Self.shift(of: instant)
        let index = index(at: instant - shift)
        return (offsets[index], index < changes.count ? changes[index] + shift : nil)
    }

    /// The instant at which clocks show a local time, the earlier of two; in a gap the offset before it applies.
    func instant(local: Int) -> Int {
        local - offsets[periodIndex(local: local - Self.shift(of: local))]
    }

    /// The first instant at which clocks show a local time or a later one; the end of the gap for a skipped time.
    func firstInstant(local: Int) -> Int {
        let shift = Self.shift(of: local)
        let index = periodIndex(local: local - shift)
        let instant = local - offsets[index]
        return index < changes.count ? min(instant, changes[index] + shift) : instant
    }

    /// The multiple of 400 years by which a time lies beyond the last full cycle of the table.
    private static func shift(of time: Int) -> Int {
        time < cycleEnd ? 0 : ((time - cycleEnd) / cycle + 1) * cycle
    }

    /// The number of changes at or before an instant.
    private func index(at instant: Int) -> Int {
        var low = 0
        var high = changes.count
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= instant {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The earliest period that shows a local time, or the period before the gap that skips it.
    private func periodIndex(local: Int) -> Int {
        var index = index(at: local - Self.beyondOffsets)
        while index < changes.count, local >= changes[index] + max(offsets[index], offsets[index + 1]) {
            index += 1
        }
        return index
    }
}
