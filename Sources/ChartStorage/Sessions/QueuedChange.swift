import ChartSessions

/// A change that waits for its commit.
struct QueuedChange: Sendable {
    let change: StoreChange
    let chain: ChangeChain
    let whenDone: @Sendable (Result<Void, SessionStoreError>) -> Void

    /// Breaks the chain, and calls the completion with the chain's first error.
    func fail(with error: SessionStoreError) {
        chain.break(with: error)
        whenDone(.failure(chain.error ?? error))
    }
}
