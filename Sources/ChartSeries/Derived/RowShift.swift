import Synchronization

/// How far rows are moved along x.
public enum RowShift: Sendable, Hashable, Codable {
    /// By a number, or a length of time in milliseconds.
    case length(Double)
    /// By civil days, on the clocks of a zone.
    case days(Int)
    /// By civil months; the end of a month is cut to the month.
    case months(Int)

    /// Where something stands that stood at a place, on the clocks of a calendar.
    public func moved(_ x: Double, in calendar: CivilCalendar) -> Double {
        switch self {
        case .length(let length):
            return (x - length).nearestFinite
        case .days(let days):
            var civil = calendar.civil(x)
            let day = DayNumber(year: civil.year, month: civil.month, day: civil.day)
            (civil.year, civil.month, civil.day) = DayNumber(day.days - days).yearMonthDay
            return calendar.instant(civil)
        case .months(let months):
            var civil = calendar.civil(x)
            let month = 12 * civil.year + civil.month - 1 - months
            civil.year = month.flooredQuotient(by: 12)
            civil.month = month.flooredRemainder(by: 12) + 1
            let last = DayNumber(DayNumber(year: civil.year, month: civil.month + 1, day: 1).days - 1)
            civil.day = min(civil.day, last.yearMonthDay.day)
            return calendar.instant(civil)
        }
    }
}

extension Table {
    /// Returns the rows moved along x, so that what stood a length after a place stands at it.
    ///
    /// A row that would come before the one before it takes its x.
    ///
    /// - Parameters:
    ///   - shift: How far.
    ///   - calendar: The clocks on which civil days and months are counted.
    /// - Returns: The table, with the same columns.
    /// - Complexity: O(number of rows) for a shift that is new, else O(number of new rows).
    public func shifted(by shift: RowShift, in calendar: CivilCalendar) -> Table {
        ShiftedPlaces.shared.table(shift, calendar, of: self)
    }
}

/// The moved x of tables that the process keeps, each for a shift and the x that it was computed from.
private final class ShiftedPlaces: Sendable {
    static let shared = ShiftedPlaces()

    private struct Known {
        let key: ColumnValues.StorageKey
        weak var owner: AnyObject?
        let shift: RowShift
        let calendar: CivilCalendar
        let places: MovedPlaces
    }

    private struct State: @unchecked Sendable {
        /// The most shifts that are kept.
        static let most = 64

        // Weak references are read under the lock.
        var known: [Known] = []

        /// Removes what was not used for longest beyond a number of values.
        mutating func limit(to values: Int) {
            var count = known.reduce(0) { $0 + $1.places.count }
            while known.count > 1, known.count > Self.most || count > values {
                count -= known.removeFirst().places.count
            }
        }
    }

    private let state = Mutex(State())

    func table(_ shift: RowShift, _ calendar: CivilCalendar, of table: Table) -> Table {
        let (key, owner) = table.x.storage
        let places = state.withLock { state in
            let place = state.known.firstIndex {
                $0.key == key && $0.owner === owner && $0.shift == shift && $0.calendar == calendar
            }
            let known =
                place.map { state.known.remove(at: $0) }
                ?? Known(key: key, owner: owner, shift: shift, calendar: calendar, places: MovedPlaces(of: table))
            state.known.append(known)
            state.known.removeAll { $0.owner == nil && $0.key.isOfBuffer }
            state.limit(to: DerivedColumns.shared.limit)
            return known.places
        }
        let (moved, columns) = places.rows(of: table, movedBy: shift, in: calendar)
        let own = moved.rowCount > table.rowCount ? moved.prefix(rows: table.rowCount, version: 1) : moved
        return table.with(columns: columns, x: own)
    }
}

/// The moved places of rows, which go on as rows come, and what is known of columns there.
private final class MovedPlaces: Sendable {
    private struct State {
        var table: Table
        /// The sums of columns at the moved places, with those at their own.
        var sums: [ObjectIdentifier: (own: BlockSums, moved: BlockSums)] = [:]
    }

    /// The most columns of which sums are kept.
    private static let mostSums = 256

    private let state: Mutex<State>
    private let rows = Atomic(0)

    /// The number of places.
    var count: Int { rows.load(ordering: .relaxed) }

    init(of table: Table) { state = Mutex(State(table: table.with(columns: []).withoutRows)) }

    func rows(
        of table: Table, movedBy shift: RowShift, in calendar: CivilCalendar
    ) -> (places: Table, columns: [Column]) {
        state.withLock { state in
            state.table.stand(at: table.x, movedBy: shift, in: calendar)
            rows.store(state.table.rowCount, ordering: .relaxed)
            if state.sums.count > Self.mostSums { state.sums = [:] }
            let columns = table.columns.map { column in
                var column = column
                let known = state.sums[ObjectIdentifier(column.sums)] ?? (column.sums, BlockSums())
                state.sums[ObjectIdentifier(column.sums)] = known
                column.sums = known.moved
                return column
            }
            return (state.table, columns)
        }
    }
}

extension ColumnValues.StorageKey {
    fileprivate var isOfBuffer: Bool {
        switch self {
        case .buffer: true
        case .regular: false
        }
    }
}

extension Table {
    /// Adds the rows that are missing of others, moved; a table without columns.
    fileprivate mutating func stand(at x: ColumnValues, movedBy shift: RowShift, in calendar: CivilCalendar) {
        guard rowCount < x.count else { return }
        var last = self.x.last ?? -.infinity
        var added: [Double] = []
        added.reserveCapacity(x.count - rowCount)
        for row in rowCount..<x.count {
            last = max(last, shift.moved(x[row], in: calendar))
            added.append(last)
        }
        do throws(TableError) {
            try append(Table(xName: xName, xKind: xKind, x: added, columns: []))
        } catch {
            preconditionFailure("x never runs back")
        }
    }
}
