import Dispatch
import Synchronization

/// The queue between the callers and the writer's thread.
///
/// A query asks the writer something that holds after all earlier changes.
package final class CommitQueue<Query: Sendable>: Sendable {
    /// The part of the queue that the writer takes at once.
    package struct Load: Sendable {
        package var changes: [QueuedChange] = []
        package var queries: [Query] = []
        /// The latest noted use of each session, in milliseconds of a clock of the store.
        package var uses: [String: Int64] = [:]
        /// Whether the writer has to stop after this load.
        package var isLast = false

        var isEmpty: Bool { changes.isEmpty && queries.isEmpty && !isLast }
    }

    fileprivate struct Content {
        var load = Load()
        /// Whether the writer has to start with the load.
        var isDue = false
        /// When the first use of the load was noted.
        var usesSince: ContinuousClock.Instant?
        var isWriterAsleep = false
        /// Whether the writer has other work.
        var isWriterWanted = false
        var hasStopped = false
        var whenStopped: [CheckedContinuation<Void, Never>] = []
    }

    /// The longest time for which the queue gathers uses.
    private let pauseOfUses: Duration
    private let content = Mutex(Content())
    private let bell = DispatchSemaphore(value: 0)

    /// Creates an empty queue.
    ///
    /// - Parameter pauseOfUses: The longest time for which it gathers uses.
    package init(pauseOfUses: Duration = .seconds(1)) {
        self.pauseOfUses = pauseOfUses
    }

    /// Appends a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - isDue: Whether the writer starts now; otherwise it waits for a due change or for ``flush()``.
    /// - Returns: Whether the queue has taken the change; a closed queue takes none.
    package func append(_ change: QueuedChange, isDue: Bool) -> Bool {
        let wakes: Bool? = content.withLock { content in
            guard !content.load.isLast, !content.hasStopped else { return nil }
            content.load.changes.append(change)
            return isDue && content.wakeWriterForLoad()
        }
        if wakes == true { bell.signal() }
        return wakes != nil
    }

    /// Makes the writer start with the queue.
    package func flush() {
        let wakes = content.withLock { content in !content.load.isEmpty && content.wakeWriterForLoad() }
        if wakes { bell.signal() }
    }

    /// Appends a query, which follows the queued changes.
    ///
    /// - Returns: Whether the queue has taken the query; a closed queue takes none.
    package func append(_ query: Query) -> Bool {
        let wakes: Bool? = content.withLock { content in
            guard !content.load.isLast, !content.hasStopped else { return nil }
            content.load.queries.append(query)
            return content.wakeWriterForLoad()
        }
        if wakes == true { bell.signal() }
        return wakes != nil
    }

    /// Notes uses, which the writer takes with its next load, or after a pause; a closed queue drops them.
    package func append(_ uses: [String: Int64]) {
        guard !uses.isEmpty else { return }
        let wakes = content.withLock { content in
            guard !content.load.isLast, !content.hasStopped else { return false }
            content.load.uses.merge(uses, uniquingKeysWith: max)
            guard content.usesSince == nil else { return false }
            content.usesSince = .now
            // The sleeping writer has to learn of its earlier deadline.
            return content.isWriterAsleep
        }
        if wakes { bell.signal() }
    }

    /// Wakes the writer, even with an empty queue.
    package func wake() {
        let wakes = content.withLock { content in
            content.isWriterWanted = true
            return content.wakeWriter()
        }
        if wakes { bell.signal() }
    }

    /// Closes the queue; the writer stops after the queued changes.
    package func close() {
        let wakes = content.withLock { content in
            guard !content.hasStopped else { return false }
            content.load.isLast = true
            return content.wakeWriterForLoad()
        }
        if wakes { bell.signal() }
    }

    /// Waits until the writer has stopped.
    package func waitUntilStopped() async {
        await withCheckedContinuation { continuation in
            let hasStopped = content.withLock { content in
                if !content.hasStopped { content.whenStopped.append(continuation) }
                return content.hasStopped
            }
            if hasStopped { continuation.resume() }
        }
    }

    /// Takes the whole queue; only the writer calls it.
    ///
    /// - Parameter patience: The longest wait; `nil` for no limit.
    /// - Returns: The queue as soon as it is due, after the longest wait, when it has gathered uses for long enough, or
    ///   when the writer has other work.
    package func take(patience: Duration?) -> Load {
        let end = patience.map { ContinuousClock.now + $0 }
        while true {
            let now = ContinuousClock.now
            var deadline = end
            let load: Load? = content.withLock { content in
                if let since = content.usesSince {
                    deadline = min(end ?? since + pauseOfUses, since + pauseOfUses)
                }
                let isLate = deadline.map { $0 <= now } ?? false
                content.isWriterAsleep = !content.isDue && !isLate && !content.isWriterWanted
                guard !content.isWriterAsleep else { return nil }
                defer {
                    content.load = Load(isLast: content.load.isLast)
                    (content.isDue, content.isWriterWanted, content.usesSince) = (false, false, nil)
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

    /// Marks the writer as stopped; only the writer calls it.
    package func stop() {
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
