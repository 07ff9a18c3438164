/// A change that waits for its commit.
package struct QueuedChange: Sendable {
    package let change: StoreChange
    package let chain: ChangeChain
    package let whenDone: @Sendable (Result<Void, SessionStoreError>) -> Void

    package init(
        change: StoreChange, chain: ChangeChain, whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) {
        self.change = change
        self.chain = chain
        self.whenDone = whenDone
    }

    /// Breaks the chain, and calls the completion with the chain's first error.
    package func fail(with error: SessionStoreError) {
        chain.break(with: error)
        whenDone(.failure(chain.error ?? error))
    }
}
