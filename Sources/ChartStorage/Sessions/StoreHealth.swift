import ChartSessions
import Synchronization

/// What callers may know of the writer's state.
final class StoreHealth: Sendable {
    private struct Content {
        /// Why the last write failed; `nil` after one that went well.
        var error: SessionStoreError?
        /// Damage that a reader met, of which the writer does not know yet.
        var report: SessionStoreError?
        /// When the write began that is under way.
        var busySince: ContinuousClock.Instant?
    }

    private let patience: Duration
    private let content = Mutex(Content())

    /// - Parameter patience: How long a write may take before it counts as one that hangs.
    init(patience: Duration) {
        self.patience = patience
    }

    var condition: StoreCondition {
        let content = content.withLock { $0 }
        if let busySince = content.busySince, ContinuousClock.now - busySince > patience { return .stalled }
        if let error = content.error ?? content.report { return .failing(error) }
        return .ready
    }

    /// Tells that a write begins.
    func begin() {
        let now = ContinuousClock.now
        content.withLock { $0.busySince = now }
    }

    /// Tells that the write is over, and how the store is now.
    func end(_ error: SessionStoreError?) {
        content.withLock { content in
            content.busySince = nil
            content.error = error
        }
    }

    /// Tells of damage that a reader met.
    func report(_ error: SessionStoreError) {
        content.withLock { $0.report = error }
    }

    /// The damage that was reported since this was asked for the last time.
    func takeReport() -> SessionStoreError? {
        content.withLock { content in
            defer { content.report = nil }
            return content.report
        }
    }
}
