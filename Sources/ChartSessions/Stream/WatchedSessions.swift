import ChartSeries
import Synchronization

/// The sessions that somebody watches.
final class WatchedSessions: Sendable {
    private struct State: Sendable {
        var hubs: [ObjectIdentifier: SessionHub] = [:]
        var isClosed = false
    }

    let limits: StreamLimits
    private let state = Mutex(State())

    init(limits: StreamLimits) {
        self.limits = limits
    }

    /// How many viewers there are.
    var viewerCount: Int { state.withLock { Array($0.hubs.values) }.reduce(0) { $0 + $1.viewerCount } }

    /// Notes that a session has got its first viewer.
    ///
    /// - Returns: Whether there will be anything to see.
    func add(_ hub: SessionHub) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.hubs[ObjectIdentifier(hub)] = hub
            return true
        }
    }

    /// Notes that the last viewer of a session has left.
    func remove(_ hub: SessionHub) {
        state.withLock { _ = $0.hubs.removeValue(forKey: ObjectIdentifier(hub)) }
    }

    /// Tells the viewers of a dataset that it has more rows.
    func noteRows(_ table: Table, of dataset: String) {
        for hub in state.withLock({ Array($0.hubs.values) }) { hub.noteRows(table, of: dataset) }
    }

    /// Lets the viewers of a dataset go that is damaged.
    func noteDamage(of dataset: String) {
        for hub in state.withLock({ Array($0.hubs.values) }) { hub.noteDamage(of: dataset) }
    }

    /// Lets every viewer that waits be told that nothing has happened.
    func remindViewers() {
        for hub in state.withLock({ Array($0.hubs.values) }) { hub.remindViewers() }
    }

    /// Ends every stream, and those that begin from now on.
    func close() {
        let hubs = state.withLock { state in
            state.isClosed = true
            return Array(state.hubs.values)
        }
        for hub in hubs { hub.end(because: .shutdown) }
    }
}
