import ServiceLifecycle
import Synchronization

/// Admits requests while the server runs, and ends it step by step when it is told to stop.
///
/// 1. For a delay it admits requests as before, tells the clients to close their connections, and is not ready. So a load
///    balancer sends its requests elsewhere before one is refused.
/// 2. The port takes no further clients, then it closes, and connections without a request with it.
/// 3. It refuses new requests and waits for those in progress.
///
/// Without a delay the port stays open until the requests in progress have ended: a load balancer that was told nothing
/// gets a 503 as an answer.
final class Drain: Sendable {
    /// How far the end has come.
    enum Phase {
        /// The server runs.
        case open
        /// The server takes requests, and clients are told to go elsewhere.
        case leaving
        /// The server refuses new requests.
        case refusing
    }

    fileprivate struct State {
        var phase = Phase.open
        var requestsInside = 0
        var whenEmpty: CheckedContinuation<Void, Never>?
    }

    /// How long clients are accepted whose connection was on its way, and then requests that were.
    private static let grace = Duration.milliseconds(200)

    private let state = Mutex(State())
    /// Whether the phase is `leaving`; every head of a request looks at it.
    private let leaving = Atomic(false)
    private let delay: Duration
    private let patience: Duration
    private let hurry: @Sendable () async -> Void
    private let whenLeaving: @Sendable () -> Void
    private let whenRefusing: @Sendable () -> Void

    /// Creates a drain.
    ///
    /// - Parameters:
    ///   - delay: How long requests are taken after the signal to stop.
    ///   - patience: The longest wait for the requests in progress after that.
    ///   - hurry: Returns when the delay is to end at once, or when its task is cancelled.
    ///   - whenLeaving: Tells open connections that the server leaves; called once, at the begin of a delay.
    ///   - whenRefusing: Ends work that does not end by itself; called once.
    init(
        delay: Duration = .zero, patience: Duration, hurry: @escaping @Sendable () async -> Void = Drain.never,
        whenLeaving: @escaping @Sendable () -> Void = {}, whenRefusing: @escaping @Sendable () -> Void = {}
    ) {
        self.delay = delay
        self.patience = patience
        self.hurry = hurry
        self.whenLeaving = whenLeaving
        self.whenRefusing = whenRefusing
    }

    /// Waits until its task is cancelled.
    @Sendable static func never() async {
        let (nothing, sender) = AsyncStream<Never>.makeStream()
        for await _ in nothing {}
        sender.finish()
    }

    /// Whether the server takes work that is to last.
    var isReady: Bool { state.withLock { $0.phase == .open } }

    /// Whether clients are told to close their connections.
    var isLeaving: Bool { leaving.load(ordering: .relaxed) }

    /// Whether new requests are refused.
    var isDraining: Bool { state.withLock { $0.phase == .refusing } }

    /// Whether no request is in progress.
    var isEmpty: Bool { state.withLock { $0.requestsInside == 0 } }

    /// Admits a request; false when the server refuses new ones.
    func enter() -> Bool {
        state.withLock { state in
            guard state.phase != .refusing else { return false }
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

    /// Tells clients from now on to go elsewhere.
    func beginLeaving() {
        state.withLock { $0.phase = .leaving }
        leaving.store(true, ordering: .relaxed)
        whenLeaving()
    }

    /// Refuses new requests from now on.
    func begin() {
        let isFirst = state.withLock { state in
            defer { state.phase = .refusing }
            return state.phase != .refusing
        }
        leaving.store(false, ordering: .relaxed)
        if isFirst { whenRefusing() }
    }

    /// Waits for the signal to stop, then goes through the steps.
    ///
    /// - Parameters:
    ///   - turnAway: Keeps further clients away from the port.
    ///   - closePort: Closes the port and the connections without a request; called at the end of a delay. Without a delay
    ///     the port closes after the return.
    /// - Throws: `CancellationError` when the task is cancelled before the signal.
    func run(
        turningAway turnAway: @Sendable () async -> Void = {}, closingPort closePort: @Sendable () async -> Void = {}
    ) async throws {
        try await gracefulShutdown()
        if delay > .zero {
            beginLeaving()
            await first(of: { try? await Task.sleep(for: self.delay) }, hurry)
            await turnAway()
            try? await Task.sleep(for: Self.grace)
            await closePort()
            try? await Task.sleep(for: Self.grace)
        }
        begin()
        await first(of: { await self.empty() }, { try? await Task.sleep(for: self.patience) })
        if delay == .zero {
            await turnAway()
            try? await Task.sleep(for: Self.grace)
        }
    }

    private func first(
        of one: @escaping @Sendable () async -> Void, _ other: @escaping @Sendable () async -> Void
    ) async {
        await withTaskGroup { group in
            group.addTask { await one() }
            group.addTask { await other() }
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

/// The place of one request that the shutdown waits for, until it is left or freed.
final class DrainPlace: Sendable {
    private let drain: Drain
    private let isHeld = Atomic(true)

    /// Takes a place; nil when the server is shutting down.
    init?(in drain: Drain) {
        guard drain.enter() else { return nil }
        self.drain = drain
    }

    deinit { leave() }

    /// Gives the place back; further calls do nothing.
    func leave() {
        if isHeld.exchange(false, ordering: .relaxed) { drain.leave() }
    }
}
