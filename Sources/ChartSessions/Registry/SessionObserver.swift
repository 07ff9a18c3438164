/// Whom a registry tells how its sessions change; it is called within the lock of a session, and must be quick.
public struct SessionObserver: Sendable {
    /// A session has a new revision, which may not be committed yet.
    public var revised: @Sendable (ChangeRecord.Kind) -> Void
    /// A change was committed, so long after it went into the store's queue.
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
