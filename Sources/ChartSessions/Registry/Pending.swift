import ChartStores

/// A result that a caller may use after the commit of its change.
package struct Pending<Value> {
    /// The result.
    let value: Value
    let promise: CommitPromise?
    /// The cell of the changed session.
    var cell: SessionCell?
    /// Whether the result is that of a new revision.
    var isChange = true

    /// The result before the commit, which the caller must not publish.
    package var draft: Value { value }

    /// Waits for the commit, and returns the result.
    ///
    /// - Throws: ``SessionError/store(_:)``; the session has not changed then.
    package func committed() async throws(SessionError) -> Value {
        if case .failure(let error)? = await promise?.outcome() { throw .store(error) }
        if promise != nil { cell?.applyCommitted() }
        return value
    }
}

extension Pending {
    /// Waits for the commit with a time limit, and returns the result.
    ///
    /// - Parameters:
    ///   - patience: The time limit in milliseconds.
    ///   - scheduling: The scheduling of the task that waits for the time limit.
    ///   - chain: The chain of the change, which is broken after the time limit.
    ///   - error: The error of a change that is given up.
    /// - Returns: The result.
    /// - Throws: ``SessionError/store(_:)``.
    func committed(
        within patience: Double, _ scheduling: SessionScheduling, of chain: ChangeChain, orElse error: SessionStoreError
    ) async throws(SessionError) -> Value {
        _ = await promise?.outcome(within: patience, scheduling) { [promise] in
            promise?.settle(chain.break(with: error) > 0 ? .success(()) : .failure(error))
        }
        return try await committed()
    }
}

extension Pending where Value: Sendable {
    /// Calls a closure after the commit, on the caller's or the store's thread.
    ///
    /// The closure must not wait, since a lock of the session may be held.
    ///
    /// - Parameter tell: Takes a closure that returns the result or ``SessionError/store(_:)``. The caller calls it
    ///   once, on a thread that may wait.
    package func whenCommitted(
        _ tell: @escaping @Sendable (_ result: @escaping @Sendable () -> Result<Value, SessionError>) -> Void
    ) {
        guard let promise else { return tell { .success(value) } }
        promise.whenSettled { outcome in
            tell {
                if case .failure(let error) = outcome { return .failure(.store(error)) }
                cell?.applyCommitted()
                return .success(value)
            }
        }
    }
}

extension Pending: Sendable where Value: Sendable {}
