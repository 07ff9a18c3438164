import ChartTestSupport
import Testing

@testable import ChartSessions
@testable import ChartStorage

/// What the writer finds in its queue.
struct CommitQueueTests {
    private let queue = CommitQueue()

    private func append(_ revision: Int, isDue: Bool) -> Bool {
        queue.append(QueuedChange(change: .sample("a", revision), chain: ChangeChain()) { _ in }, isDue: isDue)
    }

    private func take() -> [StoreChange] { queue.take(patience: .zero).changes.map(\.change) }

    @Test func `what is not due is there when the writer comes, in its order`() {
        #expect(append(1, isDue: false) && append(2, isDue: true) && append(3, isDue: false))
        #expect(take() == (1...3).map { .sample("a", $0) })
        #expect(take().isEmpty)
        #expect(append(4, isDue: false))
        #expect(take() == [.sample("a", 4)])
    }

    @Test func `a queue that was closed takes nothing in, not even while the writer sees to its end`() {
        #expect(append(1, isDue: false))
        queue.close()
        #expect(!append(2, isDue: true))
        let last = queue.take(patience: nil)
        #expect(last.isLast && last.changes.map(\.change) == [.sample("a", 1)])
        #expect(!append(3, isDue: true))
        queue.stop()
        #expect(!append(4, isDue: true))
    }
}
