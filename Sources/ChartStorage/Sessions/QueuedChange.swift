import ChartSessions

/// A change that waits for its commit.
struct QueuedChange: Sendable {
    let change: StoreChange
    let line: CommitLine
    let whenDone: @Sendable (Result<Void, SessionStoreError>) -> Void

    /// Breaks the line and tells the caller, with the error that broke it first.
    func fail(with error: SessionStoreError) {
        line.break(with: error)
        whenDone(.failure(line.error ?? error))
    }
}
