import Synchronization

/// Changes of one session that build on each other.
///
/// Once a change fails, all later changes of the chain fail. A failure or a timeout breaks the chain. The session then
/// returns to its last stored state and opens a new chain.
package final class ChangeChain: Sendable {
    /// Twice the number of stored changes, plus 1 once the chain is broken.
    private let state = Atomic<Int>(0)
    private let firstError = Mutex<SessionStoreError?>(nil)
    /// The history of the state that the first change builds on; `nil` for changes that build on none.
    package let history: StoreHistory?

    /// Opens a chain.
    package init(history: StoreHistory? = nil) { self.history = history }

    /// Whether a change has failed, or the session has given up.
    package var isBroken: Bool { state.load(ordering: .acquiring) & 1 == 1 }

    /// The error that broke the chain; `nil` for an intact one.
    package var error: SessionStoreError? { isBroken ? firstError.withLock(\.self) : nil }

    /// Breaks the chain: changes that are not stored yet never will be.
    ///
    /// A broken chain keeps its first error.
    ///
    /// - Parameter error: The error of the changes that are not stored.
    /// - Returns: The number of stored changes, the first ones of the chain. Some completions may still be pending.
    @discardableResult
    package func `break`(with error: SessionStoreError) -> Int {
        firstError.withLock { first in
            if first == nil { first = error }
        }
        return state.bitwiseOr(1, ordering: .acquiringAndReleasing).newValue >> 1
    }

    /// Counts the next change of the chain, which the store has just written.
    ///
    /// - Returns: Whether it counts. If the chain is broken, the store must undo the change.
    package func count() -> Bool {
        var seen = state.load(ordering: .acquiring)
        while seen & 1 == 0 {
            let exchange = state.compareExchange(
                expected: seen, desired: seen + 2, ordering: .acquiringAndReleasing)
            if exchange.exchanged { return true }
            seen = exchange.original
        }
        return false
    }
}
