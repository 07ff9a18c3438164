package import ChartSessions
import Synchronization

/// Notes the rows that a replay has asked for and that this process lacks.
package final class MissingRows: Sendable {
    private let last = Mutex<DatasetLookup?>(nil)

    /// Starts without rows.
    package init() {}

    /// The rows that were asked for last; `nil` for none.
    package var lookup: DatasetLookup? { last.withLock { $0 } }

    /// Notes rows.
    func note(_ lookup: DatasetLookup) { last.withLock { $0 = lookup } }
}
