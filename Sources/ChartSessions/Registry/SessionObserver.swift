/// Observes a registry's changes, within the lock of a session, so it must be fast.
public struct SessionObserver: Sendable {
    /// Called with a new revision, before its commit.
    public var revised: @Sendable (ChangeRecord.Kind) -> Void
    /// Called after a commit, with the time since the change was enqueued.
    public var committed: @Sendable (Duration) -> Void

    /// Creates an observer.
    public init(
        revised: @escaping @Sendable (ChangeRecord.Kind) -> Void = { _ in },
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.revised = revised
        self.committed = committed
    }
}
