import ChartStores
import StoreTestSupport
import Testing

/// The writer's view of its queue.
struct CommitQueueTests {
    private let queue = CommitQueue<Never>()

    private func append(_ revision: Int, isDue: Bool) -> Bool {
        queue.append(QueuedChange(change: .sample("a", revision), chain: ChangeChain()) { _ in }, isDue: isDue)
    }

    private func take() -> [StoreChange] { queue.take(patience: .zero).changes.map(\.change) }

    @Test func `the writer takes changes that are not due, in their order`() {
        #expect(append(1, isDue: false) && append(2, isDue: true) && append(3, isDue: false))
        #expect(take() == (1...3).map { .sample("a", $0) })
        #expect(take().isEmpty)
        #expect(append(4, isDue: false))
        #expect(take() == [.sample("a", 4)])
    }

    @Test func `a closed queue takes no changes, even while the writer finishes`() {
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
