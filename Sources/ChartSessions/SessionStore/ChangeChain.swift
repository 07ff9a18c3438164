import Synchronization

/// Changes of one session that build on each other: once one of them has failed, those behind it fail too.
///
/// A session opens a chain, and puts its changes on it. When one fails, or the session will not wait any longer, the chain
/// is broken: the session goes back to the state of the last change that counts, and opens a new chain.
public final class ChangeChain: Sendable {
    /// The number of changes that count, times two, and 1 for a chain that is broken.
    private let state = Atomic<Int>(0)
    private let firstError = Mutex<SessionStoreError?>(nil)

    /// Opens a chain.
    public init() {}

    /// Whether a change has failed, or the session did not wait.
    public var isBroken: Bool { state.load(ordering: .acquiring) & 1 == 1 }

    /// Why the chain is broken; `nil` for one that is not.
    public var error: SessionStoreError? { isBroken ? firstError.withLock(\.self) : nil }

    /// Breaks the chain: what is enqueued on it and does not count yet never will.
    ///
    /// Breaking a broken chain changes nothing, the error included.
    ///
    /// - Parameter error: What the changes that do not count fail with.
    /// - Returns: How many changes of the chain count, from its first on: they are stored, even where their completion is
    ///   still to be called.
    @discardableResult
    public func `break`(with error: SessionStoreError) -> Int {
        firstError.withLock { first in
            if first == nil { first = error }
        }
        return state.bitwiseOr(1, ordering: .acquiringAndReleasing).newValue >> 1
    }

    /// Lets the next change of the chain count, which is stored.
    ///
    /// - Returns: Whether it counts: not on a chain that is broken, where it must be taken out of the store again.
    public func count() -> Bool {
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
