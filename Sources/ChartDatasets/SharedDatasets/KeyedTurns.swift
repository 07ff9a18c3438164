import Synchronization

/// Lets callers that name the same key take turns; other keys do not wait.
final class KeyedTurns: Sendable {
    /// The waiting callers of each key that has a turn.
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

    /// Runs a body in the caller's turn.
    func withTurn<Result, Failure: Error>(
        _ key: String, _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        await take(key)
        defer { give(key) }
        return try await body()
    }

    private func take(_ key: String) async {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[key] != nil else {
                    waiting[key] = []
                    return true
                }
                waiting[key]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func give(_ key: String) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard waiting[key]?.isEmpty == false else {
                waiting[key] = nil
                return nil
            }
            return waiting[key]?.removeFirst()
        }
        next?.resume()
    }
}
