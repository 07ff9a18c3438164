import ChartStores
import Synchronization

/// A promise of a store's answer.
final class StorePromise<Answer: Sendable>: Sendable {
    private typealias Outcome = Result<Answer, SessionStoreError>

    private enum State: Sendable {
        case waiting([@Sendable (Outcome) -> Void])
        case settled(Outcome)
    }

    private let state = Mutex(State.waiting([]))

    /// Settles the promise and calls all waiting closures; only the first call counts.
    ///
    /// - Returns: Whether a closure was waiting.
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

    /// Whether the promise is settled with success.
    var hasSucceeded: Bool {
        state.withLock { state in
            if case .settled(.success) = state { true } else { false }
        }
    }

    /// Whether the answer is known.
    var isSettled: Bool {
        state.withLock { state in
            if case .settled = state { true } else { false }
        }
    }

    /// Calls a closure with the answer: at once if it is known, otherwise from ``settle(_:)``, where a lock may be
    /// held.
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
    /// Waits for the answer with a time limit.
    ///
    /// - Parameters:
    ///   - patience: The time limit in milliseconds.
    ///   - scheduling: The scheduling of the task that waits for the time limit.
    ///   - giveUp: Settles the promise after the time limit.
    /// - Returns: The answer.
    func outcome(
        within patience: Double, _ scheduling: SessionScheduling, orElse giveUp: @escaping @Sendable () -> Void
    ) async -> Result<Answer, SessionStoreError> {
        let watch = Task(executorPreference: scheduling.executor) {
            try await scheduling.sleep(patience)
            giveUp()
        }
        defer { watch.cancel() }
        return await outcome()
    }

    /// Runs a read of the store until it finishes, takes too long, or its caller is cancelled.
    ///
    /// The latter two cancel the read and drop its answer.
    ///
    /// - Parameters:
    ///   - patience: The time limit in milliseconds.
    ///   - scheduling: The scheduling of the read and of its time limit.
    ///   - work: The read.
    /// - Returns: The answer.
    /// - Throws: `SessionStoreError.stalled` after the time limit, `SessionStoreError.unheard` after a
    ///   cancellation, or the error of the read.
    static func answer(
        within patience: Double, _ scheduling: SessionScheduling,
        of work: @escaping @Sendable () async throws(SessionStoreError) -> Answer
    ) async throws(SessionStoreError) -> Answer {
        let promise = StorePromise()
        let task = Task(executorPreference: scheduling.executor) {
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
            await promise.outcome(within: patience, scheduling) { giveUp(.stalled) }
        } onCancel: {
            giveUp(.unheard)
        }.get()
    }
}

/// A promise of a change's commit.
typealias CommitPromise = StorePromise<Void>
