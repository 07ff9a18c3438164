import Synchronization

/// The wait for what a store answers.
final class StorePromise<Answer: Sendable>: Sendable {
    private typealias Outcome = Result<Answer, SessionStoreError>

    private enum State: Sendable {
        case waiting([@Sendable (Outcome) -> Void])
        case settled(Outcome)
    }

    private let state = Mutex(State.waiting([]))

    /// Tells everybody who waits how it went; only the first call counts.
    ///
    /// - Returns: Whether there was somebody to tell.
    @discardableResult
    func settle(_ result: Result<Answer, SessionStoreError>) -> Bool {
        let waiting = state.withLock { state -> [@Sendable (Outcome) -> Void] in
            guard case .waiting(let waiting) = state else { return [] }
            state = .settled(result)
            return waiting
        }
        for tell in waiting { tell(result) }
        return !waiting.isEmpty
    }

    /// Whether the answer is known, and none of a failure.
    var hasSucceeded: Bool {
        state.withLock { state in
            if case .settled(.success) = state { true } else { false }
        }
    }

    /// Has somebody told of the answer: at once when it is known, else by whoever settles it, perhaps under a lock.
    func whenSettled(_ tell: @escaping @Sendable (Result<Answer, SessionStoreError>) -> Void) {
        let known = state.withLock { state -> Outcome? in
            switch state {
            case .settled(let result): return result
            case .waiting(let waiting):
                state = .waiting(waiting + [tell])
                return nil
            }
        }
        if let known { tell(known) }
    }

    /// Waits for the answer.
    func outcome() async -> Result<Answer, SessionStoreError> {
        await withCheckedContinuation { continuation in whenSettled { continuation.resume(returning: $0) } }
    }
}

extension StorePromise {
    /// Waits for the answer, and settles the promise itself after a while.
    ///
    /// - Parameters:
    ///   - patience: How many milliseconds to wait.
    ///   - giveUp: Settles the promise when the time is over.
    /// - Returns: The answer.
    func outcome(
        within patience: Double, orElse giveUp: @escaping @Sendable () -> Void
    ) async -> Result<Answer, SessionStoreError> {
        let watch = Task {
            try await Task.sleep(for: .milliseconds(patience))
            giveUp()
        }
        defer { watch.cancel() }
        return await outcome()
    }

    /// What some work comes to, unless it takes too long or the task that waits is cancelled.
    ///
    /// The work is cancelled then, and nobody here hears of it.
    ///
    /// - Parameters:
    ///   - patience: How many milliseconds it may take.
    ///   - work: The work, which waits for a store.
    /// - Returns: What it comes to.
    /// - Throws: ``SessionStoreError/stalled`` after that time, ``SessionStoreError/unheard``, or what the work throws.
    static func answer(
        within patience: Double, of work: @escaping @Sendable () async throws(SessionStoreError) -> Answer
    ) async throws(SessionStoreError) -> Answer {
        let promise = StorePromise()
        let task = Task {
            do throws(SessionStoreError) {
                promise.settle(.success(try await work()))
            } catch {
                promise.settle(.failure(error))
            }
        }
        @Sendable func giveUp(_ reason: SessionStoreError) {
            promise.settle(.failure(reason))
            task.cancel()
        }
        return try await withTaskCancellationHandler {
            await promise.outcome(within: patience) { giveUp(.stalled) }
        } onCancel: {
            giveUp(.unheard)
        }.get()
    }
}

/// The wait for the commit of a change.
typealias CommitPromise = StorePromise<Void>
