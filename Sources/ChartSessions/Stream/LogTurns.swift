import Synchronization

/// Lets a few viewers at a time find their place in a log.
///
/// To find it, a viewer restores the session at its revision, which may read and apply a thousand lines. Many viewers come
/// together when a server has stopped and they return to another one.
final class LogTurns: Sendable {
    private struct State {
        var taken = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The number of viewers that read at a time.
    private static let atOnce = 4
    /// The number of viewers that wait; a later one gets the newest state instead, which costs less.
    private static let longestQueue = 256

    private let state = Mutex(State())

    /// The number of viewers that wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Waits for a turn.
    ///
    /// - Returns: Whether the caller has a turn, and gives it back; `false` where too many wait.
    func take() async -> Bool {
        let isFull = state.withLock { state in
            state.taken >= Self.atOnce && state.waiting.count >= Self.longestQueue
        }
        guard !isFull else { return false }
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.taken >= Self.atOnce else {
                    state.taken += 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        return true
    }

    /// Gives a turn to the next viewer.
    func give() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.taken -= 1
            return nil
        }
        next?.resume()
    }
}
