extension SessionStoreError {
    static let closed = SessionStoreError.unavailable("the session store is closed")

    static func missing(_ session: String) -> SessionStoreError {
        .damaged("the session \(session) is not in the store, or has ended there")
    }

    static func present(_ session: String) -> SessionStoreError {
        .damaged("the session \(session) is in the store already")
    }

    static func present(_ session: String, revision: Int) -> SessionStoreError {
        .damaged("the store has a revision \(revision) of the session \(session) already")
    }
}
