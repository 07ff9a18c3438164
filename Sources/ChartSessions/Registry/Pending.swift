/// A result that may be told once what it rests on is committed.
public struct Pending<Value> {
    /// The result.
    let value: Value
    let promise: CommitPromise?
    /// The session that was changed.
    var cell: SessionCell?

    /// What the result is if it is committed; not to be told before.
    public var draft: Value { value }

    /// The result where it may be told at once; `nil` where somebody has to wait.
    public var known: Value? { promise == nil ? value : nil }

    /// The result, once it may be told.
    ///
    /// - Throws: ``SessionError/store(_:)``; the session is as it was before then.
    public func committed() async throws(SessionError) -> Value {
        if case .failure(let error)? = await promise?.outcome() { throw .store(error) }
        if promise != nil { cell?.takeOver() }
        return value
    }
}

extension Pending {
    /// The result, once it may be told, or an error after a while.
    ///
    /// - Parameters:
    ///   - patience: How many milliseconds to wait.
    ///   - chain: What the change was enqueued on; it is given up when the time is over.
    /// - Returns: The result.
    /// - Throws: ``SessionError/store(_:)``.
    func committed(within patience: Double, of chain: ChangeChain) async throws(SessionError) -> Value {
        _ = await promise?.outcome(within: patience) { [promise] in
            let error = SessionStoreError.stalled
            promise?.settle(chain.break(with: error) > 0 ? .success(()) : .failure(error))
        }
        return try await committed()
    }
}

extension Pending where Value: Sendable {
    /// Has somebody told once the result may be told: at once, or by the store, who must not be held up and may have the
    /// session locked.
    ///
    /// - Parameter tell: Takes what gives the result, or ``SessionError/store(_:)``, and is to be called once, by somebody
    ///   who may be held up.
    public func whenCommitted(
        _ tell: @escaping @Sendable (_ result: @escaping @Sendable () -> Result<Value, SessionError>) -> Void
    ) {
        guard let promise else { return tell { .success(value) } }
        promise.whenSettled { outcome in
            tell {
                if case .failure(let error) = outcome { return .failure(.store(error)) }
                cell?.takeOver()
                return .success(value)
            }
        }
    }
}

extension Pending: Sendable where Value: Sendable {}
