import ServiceLifecycle
import Synchronization

/// Admits requests while the server runs, and waits for those in progress when it shuts down.
///
/// It shuts down before the socket closes. While the last requests finish, a load balancer sees `/health/ready` fail,
/// and clients get a 503.
final class Drain: Service {
    fileprivate struct State {
        var isDraining = false
        var requestsInside = 0
        var whenEmpty: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let patience: Duration
    private let whenBegun: @Sendable () -> Void

    /// Creates a drain.
    ///
    /// - Parameters:
    ///   - patience: The longest wait for the requests in progress.
    ///   - whenBegun: Ends work that does not end by itself; called once.
    init(patience: Duration, whenBegun: @escaping @Sendable () -> Void = {}) {
        self.patience = patience
        self.whenBegun = whenBegun
    }

    /// Whether the server is shutting down.
    var isDraining: Bool {
        state.withLock { $0.isDraining }
    }

    /// Whether no request is in progress.
    var isEmpty: Bool {
        state.withLock { $0.requestsInside == 0 }
    }

    /// Admits a request; false when the server is shutting down.
    func enter() -> Bool {
        state.withLock { state in
            guard !state.isDraining else { return false }
            state.requestsInside += 1
            return true
        }
    }

    /// Ends an admitted request.
    func leave() {
        let continuation = state.withLock { state in
            state.requestsInside -= 1
            return state.requestsInside == 0 ? state.takeContinuation() : nil
        }
        continuation?.resume()
    }

    /// Refuses new requests from now on.
    func begin() {
        let isFirst = state.withLock { state in
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if isFirst { whenBegun() }
    }

    /// Waits for the shutdown, then for the requests in progress.
    func run() async throws {
        try await gracefulShutdown()
        begin()
        await withTaskGroup { group in
            group.addTask { await self.empty() }
            group.addTask { try? await Task.sleep(for: self.patience) }
            await group.next()
            group.cancelAll()
        }
    }

    private func empty() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.requestsInside == 0 || Task.isCancelled { return true }
                    state.whenEmpty = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.takeContinuation() }?.resume()
        }
    }
}

extension Drain.State {
    fileprivate mutating func takeContinuation() -> CheckedContinuation<Void, Never>? {
        defer { whenEmpty = nil }
        return whenEmpty
    }
}
