import Synchronization

/// The ended spans that wait to be sent: as many as there is room for; further ones are dropped and counted.
final class SpanQueue: Sendable {
    private struct Content {
        var spans: [FinishedSpan] = []
        var isTold = false
        /// How many spans are to be sent even where they fill no batch.
        var due = 0
        var isClosed = false
    }

    /// An element comes when spans are to be sent.
    let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let content = Mutex(Content())
    private let capacity: Int
    private let batchSize: Int
    private let onDropped: @Sendable (Int) -> Void

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - capacity: The most spans that wait.
    ///   - batchSize: The most spans of a batch.
    ///   - onDropped: Called with the number of spans that are dropped; on the thread that has ended the span.
    init(capacity: Int, batchSize: Int, onDropped: @escaping @Sendable (Int) -> Void) {
        self.capacity = capacity
        self.batchSize = batchSize
        self.onDropped = onDropped
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Appends a span, or drops it.
    func append(_ span: FinishedSpan) {
        let (isTaken, isFull) = content.withLock { content in
            guard content.spans.count < capacity, !content.isClosed else { return (false, false) }
            content.spans.append(span)
            let isFull = content.spans.count >= batchSize && !content.isTold
            if isFull { content.isTold = true }
            return (true, isFull)
        }
        if !isTaken { onDropped(1) }
        if isFull { wake() }
    }

    /// Takes the next spans, at most a batch of them.
    func takeBatch() -> [FinishedSpan] { content.withLock { takeBatch(from: &$0) } }

    /// Takes the next batch that is full or due; none while spans that came since ``flush()`` fill no batch.
    func takeDueBatch() -> [FinishedSpan] {
        content.withLock { content in
            guard content.due > 0 || content.spans.count >= batchSize else {
                content.isTold = false
                return []
            }
            return takeBatch(from: &content)
        }
    }

    private func takeBatch(from content: inout Content) -> [FinishedSpan] {
        content.isTold = false
        let batch = Array(content.spans.prefix(batchSize))
        content.spans.removeFirst(batch.count)
        content.due = max(0, content.due - batch.count)
        return batch
    }

    /// Puts a batch that was not sent before all others, and drops what there is no room for.
    func giveBack(_ batch: [FinishedSpan]) {
        let kept = content.withLock { content in
            let kept = batch.prefix(capacity - content.spans.count)
            content.spans.insert(contentsOf: kept, at: 0)
            return kept.count
        }
        if kept < batch.count { onDropped(batch.count - kept) }
    }

    /// Drops all spans, and those that come later.
    ///
    /// - Returns: How many spans have waited.
    func close() -> Int {
        let count = content.withLock { content in
            defer { content.spans = [] }
            content.isClosed = true
            return content.spans.count
        }
        if count > 0 { onDropped(count) }
        return count
    }

    /// Lets the sender send all spans that wait now.
    func flush() {
        content.withLock { $0.due = $0.spans.count }
        wake()
    }

    private func wake() { waker.yield() }

    /// Counts spans that could not be sent.
    func drop(_ count: Int) { onDropped(count) }
}
