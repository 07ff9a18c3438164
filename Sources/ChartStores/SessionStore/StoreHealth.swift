import Synchronization

/// The state of the writer for other threads.
package final class StoreHealth: Sendable {
    private struct Content {
        /// The error of the last write; `nil` after a success.
        var error: SessionStoreError?
        /// Damage that a reader has found and the writer has not seen.
        var report: SessionStoreError?
        /// When the current write started.
        var busySince: ContinuousClock.Instant?
        var figures = StoreFigures()
    }

    private let patience: Duration
    private let content = Mutex(Content())

    /// - Parameter patience: The time after which a write counts as stalled.
    package init(patience: Duration) {
        self.patience = patience
    }

    package var condition: StoreCondition {
        let content = content.withLock { $0 }
        if let busySince = content.busySince, ContinuousClock.now - busySince > patience { return .stalled }
        if let error = content.error ?? content.report { return .failing(error) }
        return .ready
    }

    /// The groups that were written; without connections.
    package var figures: StoreFigures { content.withLock { $0.figures } }

    /// Marks the end of a write that has written a group, and counts it.
    package func endGroup(ofChanges count: Int) {
        content.withLock { content in
            content.busySince = nil
            content.error = nil
            content.figures.groups += 1
            content.figures.groupedChanges += count
        }
    }

    /// Counts a group whose fate is unknown.
    package func countDoubt() { content.withLock { $0.figures.groupsInDoubt += 1 } }

    /// Marks the start of a write.
    package func begin() {
        let now = ContinuousClock.now
        content.withLock { $0.busySince = now }
    }

    /// Marks the end of a write, with its error.
    package func end(_ error: SessionStoreError?) {
        content.withLock { content in
            content.busySince = nil
            content.error = error
        }
    }

    /// Notes why a write that has started is tried again and again, until ``end(_:)``.
    package func fail(_ error: SessionStoreError) {
        content.withLock { content in
            content.busySince = nil
            content.error = error
        }
    }

    /// Reports damage that a reader has found.
    package func report(_ error: SessionStoreError) {
        content.withLock { $0.report = error }
    }

    /// Takes the damage reported since the last call; it stays the store's error until the next ``end(_:)``.
    package func takeReport() -> SessionStoreError? {
        content.withLock { content in
            guard let report = content.report else { return nil }
            content.report = nil
            content.error = report
            return report
        }
    }
}
