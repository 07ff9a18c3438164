import Dispatch
import Synchronization

/// Lets callers that name the same key take turns; other keys do not wait.
///
/// A caller of all keys waits until no key has a turn, and later callers wait for it.
final class KeyedTurns: Sendable {
    private struct Waiter: Sendable {
        /// The key; `nil` for all keys.
        let key: String?
        let begin: @Sendable () -> Void
    }

    private struct State: Sendable {
        /// The keys that have a turn.
        var taken: Set<String> = []
        /// Whether a caller of all keys has its turn.
        var areAllTaken = false
        /// The callers that wait, in the order in which they came.
        var waiting: [Waiter] = []

        /// Takes the waiting callers whose turns begin.
        mutating func takeReady() -> [Waiter] {
            var (ready, stays): ([Waiter], [Waiter]) = ([], [])
            var blocked: Set<String> = []
            for waiter in waiting {
                let isReady: Bool
                if areAllTaken || stays.contains(where: { $0.key == nil }) {
                    isReady = false
                } else if let key = waiter.key {
                    isReady = !blocked.contains(key) && taken.insert(key).inserted
                    if !isReady { blocked.insert(key) }
                } else {
                    isReady = taken.isEmpty && stays.isEmpty
                    areAllTaken = isReady
                }
                if isReady { ready.append(waiter) } else { stays.append(waiter) }
            }
            waiting = stays
            return ready
        }
    }

    private let state = Mutex(State())

    /// The number of callers that wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs a body in the caller's turn, for which the task waits.
    func withTurn<Result, Failure: Error>(
        _ key: String, _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        await withCheckedContinuation { continuation in
            wait(for: key) { continuation.resume() }
        }
        defer { give(key) }
        return try await body()
    }

    /// Runs a body in the caller's turn, for which the thread waits.
    func withTurnOfThread<Result, Failure: Error>(
        _ key: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        waitOnThread(for: key)
        defer { give(key) }
        return try body()
    }

    /// Runs a body while no key has a turn; the thread waits for that.
    func withAllTurnsOfThread(_ body: () -> Void) {
        waitOnThread(for: nil)
        defer { give(nil) }
        body()
    }

    /// Runs a body in a turn of a key, unless the caller would have to wait for it.
    func withTurnIfFree(_ key: String, _ body: () -> Void) {
        let isFree = state.withLock { state in
            guard !state.areAllTaken, !state.waiting.contains(where: { $0.key == key }) else {
                return false
            }
            return state.taken.insert(key).inserted
        }
        guard isFree else { return }
        defer { give(key) }
        body()
    }

    private func waitOnThread(for key: String?) {
        let semaphore = DispatchSemaphore(value: 0)
        wait(for: key) { semaphore.signal() }
        semaphore.wait()
    }

    private func wait(for key: String?, _ begin: @escaping @Sendable () -> Void) {
        let ready = state.withLock { state in
            state.waiting.append(Waiter(key: key, begin: begin))
            return state.takeReady()
        }
        for waiter in ready { waiter.begin() }
    }

    private func give(_ key: String?) {
        let ready = state.withLock { state in
            if let key { state.taken.remove(key) } else { state.areAllTaken = false }
            return state.takeReady()
        }
        for waiter in ready { waiter.begin() }
    }
}
