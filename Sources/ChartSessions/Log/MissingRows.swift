package import ChartSeries
package import ChartStores
import Synchronization

/// The rows that a replay has asked for.
package struct RowsForReplay: Sendable {
    /// The rows that a line has read, and perhaps later ones; the rows that are there now where those are gone.
    package var table: Table
    /// Whether an edit or a replacement has taken the rows that the line has read.
    package var areGone: Bool

    /// Creates an answer.
    package init(_ table: Table, areGone: Bool = false) {
        self.table = table
        self.areGone = areGone
    }
}

/// Notes the rows that a replay has asked for and that this process lacks.
package final class MissingRows: Sendable {
    private let last = Mutex<DatasetLookup?>(nil)
    private let nowhere = Mutex<Set<DatasetLookup>>([])

    /// Starts without rows.
    package init() {}

    /// The rows that were asked for last; `nil` for none.
    package var lookup: DatasetLookup? { last.withLock { $0 } }

    /// Notes rows.
    func note(_ lookup: DatasetLookup) { last.withLock { $0 = lookup } }

    /// Notes rows that no process has any more.
    package func noteNowhere(_ lookup: DatasetLookup) { nowhere.withLock { _ = $0.insert(lookup) } }

    /// Whether no process has some rows any more.
    func isNowhere(_ lookup: DatasetLookup) -> Bool { nowhere.withLock { $0.contains(lookup) } }
}
