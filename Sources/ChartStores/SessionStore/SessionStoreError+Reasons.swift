extension SessionStoreError {
    package static let closed = SessionStoreError.unavailable("the session store is closed")

    /// A write has started and not returned in time.
    package static let stalled = SessionStoreError.unavailable("the store does not answer")

    /// The reading task was cancelled.
    package static let unheard = SessionStoreError.unavailable("the wait for the store was cancelled")

    package static func missing(_ session: String) -> SessionStoreError {
        .damaged("the session \(session) is not in the store, or has ended there")
    }

    package static func present(_ session: String) -> SessionStoreError {
        .damaged("the session \(session) is in the store already")
    }

    package static func present(_ session: String, revision: Int) -> SessionStoreError {
        .damaged("the store has a revision \(revision) of the session \(session) already")
    }

    package static func gap(_ session: String, revision: Int) -> SessionStoreError {
        .damaged("the store has no revision \(revision - 1) of the session \(session)")
    }

    package static func inDoubt(_ session: String) -> SessionStoreError {
        .unavailable("a change of the session \(session) is not undone yet")
    }
}
