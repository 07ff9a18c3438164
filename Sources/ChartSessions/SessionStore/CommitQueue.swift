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
        /// Whether the writer has to stop after this load.
        package var isLast = false

        var isEmpty: Bool { changes.isEmpty && queries.isEmpty && !isLast }
    }

    fileprivate struct Content {
        var load = Load()
        /// Whether the writer has to start with the load.
        var isDue = false
        var isWriterAsleep = false
        /// Whether the writer has other work.
        var isWriterWanted = false
        var hasStopped = false
        var whenStopped: [CheckedContinuation<Void, Never>] = []
    }

    private let content = Mutex(Content())
    private let bell = DispatchSemaphore(value: 0)

    /// Creates an empty queue.
    package init() {}

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
    /// - Returns: The queue as soon as it is due, after the longest wait, or when the writer has other work.
    package func take(patience: Duration?) -> Load {
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
