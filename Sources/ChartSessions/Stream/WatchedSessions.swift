import ChartSeries
import ChartStores
import Synchronization

/// The sessions with viewers.
final class WatchedSessions: Sendable {
    private struct State: Sendable {
        var hubs: [ObjectIdentifier: SessionHub] = [:]
        /// The number of hubs of each session: more than one while viewers of an evicted session leave.
        var sessions: [String: Int] = [:]
        var isClosed = false
    }

    let limits: StreamLimits
    /// The hints of the store, which tell of the sessions with viewers; `nil` for a store without hints.
    let hints: (any SessionHints)?
    private let state = Mutex(State())

    init(limits: StreamLimits, hints: (any SessionHints)?) {
        self.limits = limits
        self.hints = hints
    }

    /// The number of viewers.
    var viewerCount: Int { state.withLock { Array($0.hubs.values) }.reduce(0) { $0 + $1.viewerCount } }

    /// Adds a session with its first viewer.
    ///
    /// - Returns: Whether the registry is open; a closed one adds none.
    func add(_ hub: SessionHub) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.hubs[ObjectIdentifier(hub)] = hub
            let count = state.sessions[hub.session, default: 0] + 1
            state.sessions[hub.session] = count
            if count == 1 { hints?.watch(hub.session) }
            return true
        }
    }

    /// Removes a session without viewers.
    func remove(_ hub: SessionHub) {
        state.withLock { state in
            guard state.hubs.removeValue(forKey: ObjectIdentifier(hub)) != nil else { return }
            let count = state.sessions[hub.session, default: 1] - 1
            state.sessions[hub.session] = count > 0 ? count : nil
            if count == 0 { hints?.unwatch(hub.session) }
        }
    }

    /// Sends the new rows of a dataset to its viewers.
    func noteRows(_ table: Table, of dataset: String) {
        for hub in state.withLock({ Array($0.hubs.values) }) { hub.noteRows(table, of: dataset) }
    }

    /// Closes the viewers of a damaged dataset.
    func noteDamage(of dataset: String) {
        for hub in state.withLock({ Array($0.hubs.values) }) { hub.noteDamage(of: dataset) }
    }

    /// Ends the streams whose credentials no longer hold.
    func endInvalidStreams() async {
        for hub in state.withLock({ Array($0.hubs.values) }) { await hub.endInvalidStreams() }
    }

    /// Sends a keep-alive to every waiting viewer.
    func remindViewers() {
        for hub in state.withLock({ Array($0.hubs.values) }) { hub.remindViewers() }
    }

    /// Ends every stream, and all later ones.
    func close() {
        let hubs = state.withLock { state in
            state.isClosed = true
            return Array(state.hubs.values)
        }
        for hub in hubs { hub.end(because: .shutdown) }
    }
}
