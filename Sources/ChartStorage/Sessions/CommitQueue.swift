import ChartSessions
import Dispatch
import Synchronization

/// What waits for the writer: the one place where callers and the writer's thread meet.
final class CommitQueue: Sendable {
    /// What the writer takes at once.
    struct Load {
        var changes: [QueuedChange] = []
        var queries: [LogTailQuery] = []
        /// Whether the writer was told to stop; nothing comes after this load then.
        var isLast = false

        var isEmpty: Bool { changes.isEmpty && queries.isEmpty && !isLast }
    }

    fileprivate struct Content {
        var load = Load()
        /// Whether the writer is to begin with what waits.
        var isDue = false
        var isWriterAsleep = false
        /// Whether the writer is wanted for something else than what waits.
        var isWriterWanted = false
        var hasStopped = false
        var whenStopped: [CheckedContinuation<Void, Never>] = []
    }

    private let content = Mutex(Content())
    private let bell = DispatchSemaphore(value: 0)

    /// Puts a change behind those that wait.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - isDue: Whether the writer is to begin with it; else it waits for the next that is due, or for ``flush()``.
    /// - Returns: Whether it waits; not in a queue that was closed.
    func append(_ change: QueuedChange, isDue: Bool) -> Bool {
        let wakes: Bool? = content.withLock { content in
            guard !content.load.isLast, !content.hasStopped else { return nil }
            content.load.changes.append(change)
            return isDue && content.wakeWriterForLoad()
        }
        if wakes == true { bell.signal() }
        return wakes != nil
    }

    /// Has the writer begin with what waits.
    func flush() {
        let wakes = content.withLock { content in !content.load.isEmpty && content.wakeWriterForLoad() }
        if wakes { bell.signal() }
    }

    /// Puts a query behind the changes that wait; a closed queue answers at once.
    func append(_ query: LogTailQuery) {
        let wakes: Bool? = content.withLock { content in
            guard !content.load.isLast, !content.hasStopped else { return nil }
            content.load.queries.append(query)
            return content.wakeWriterForLoad()
        }
        if wakes == true { bell.signal() }
        if wakes == nil { query.answer(.failure(.closed)) }
    }

    /// Lets the writer come back from its wait, with nothing if need be.
    func wake() {
        let wakes = content.withLock { content in
            content.isWriterWanted = true
            return content.wakeWriter()
        }
        if wakes { bell.signal() }
    }

    /// Takes nothing more in; the writer stops behind what waits.
    func close() {
        let wakes = content.withLock { content in
            guard !content.hasStopped else { return false }
            content.load.isLast = true
            return content.wakeWriterForLoad()
        }
        if wakes { bell.signal() }
    }

    /// Waits until the writer has stopped.
    func waitUntilStopped() async {
        await withCheckedContinuation { continuation in
            let hasStopped = content.withLock { content in
                if !content.hasStopped { content.whenStopped.append(continuation) }
                return content.hasStopped
            }
            if hasStopped { continuation.resume() }
        }
    }

    /// Takes all that waits; called by the writer alone.
    ///
    /// - Parameter patience: How long to wait for something; `nil` for without end.
    /// - Returns: What waited once some of it was due; else, when the patience is at an end or the writer is wanted for
    ///   something else, what waits by then.
    func take(patience: Duration?) -> Load {
        let deadline = patience.map { ContinuousClock.now + $0 }
        while true {
            let now = ContinuousClock.now
            let isLate = deadline.map { $0 <= now } ?? false
            let load: Load? = content.withLock { content in
                content.isWriterAsleep = !content.isDue && !isLate && !content.isWriterWanted
                guard !content.isWriterAsleep else { return nil }
                defer {
                    content.load = Load(isLast: content.load.isLast)
                    (content.isDue, content.isWriterWanted) = (false, false)
                }
                return content.load
            }
            if let load { return load }
            if let deadline {
                let left = (deadline - now) / .nanoseconds(1)
                _ = bell.wait(timeout: .now() + .nanoseconds(Int(left) + 1))
            } else {
                bell.wait()
            }
        }
    }

    /// Tells that the writer has stopped; called by the writer alone.
    func stop() {
        let waiting = content.withLock { content in
            content.hasStopped = true
            defer { content.whenStopped = [] }
            return content.whenStopped
        }
        for continuation in waiting { continuation.resume() }
    }
}

extension CommitQueue.Content {
    fileprivate mutating func wakeWriterForLoad() -> Bool {
        isDue = true
        return wakeWriter()
    }

    fileprivate mutating func wakeWriter() -> Bool {
        defer { isWriterAsleep = false }
        return isWriterAsleep
    }
}
