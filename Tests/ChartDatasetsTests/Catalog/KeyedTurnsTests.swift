import StoreTestSupport
import Synchronization
import Testing

@testable import ChartDatasets

@Suite(.timeLimit(.minutes(10)))
struct KeyedTurnsTests {
    private let turns = KeyedTurns()
    private let log = Log()

    /// What has happened, in order.
    private final class Log: Sendable {
        private let entries = Mutex<[String]>([])

        var all: [String] { entries.withLock(\.self) }

        func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    @Test func `callers of one key take turns, and those of another do not wait`() async throws {
        try await withThrowingTaskGroup { group in
            let (rings, bell) = AsyncStream<Void>.makeStream()
            group.addTask {
                await turns.withTurn("a") {
                    log.add("first")
                    for await _ in rings {}
                }
            }
            try await eventually { log.all == ["first"] }
            group.addTask { await turns.withTurn("a") { log.add("second") } }
            await turns.withTurn("b") { log.add("other") }
            turns.withTurnOfThread("c") { log.add("thread") }
            turns.withTurnIfFree("a") { log.add("not free") }
            turns.withTurnIfFree("b") { log.add("free") }
            #expect(log.all == ["first", "other", "thread", "free"])
            bell.finish()
            try await group.waitForAll()
        }
        #expect(log.all == ["first", "other", "thread", "free", "second"])
    }

    @Test func `a caller of all keys waits for every turn, and later callers wait for it`() async throws {
        try await withThrowingTaskGroup { group in
            let (rings, bell) = AsyncStream<Void>.makeStream()
            group.addTask {
                await turns.withTurn("a") {
                    log.add("first")
                    for await _ in rings {}
                }
            }
            try await eventually { log.all == ["first"] }
            group.addTask(executorPreference: OwnThreads()) { turns.withAllTurnsOfThread { log.add("all") } }
            try await eventually { turns.waitingCount == 1 }
            group.addTask { await turns.withTurn("b") { log.add("later") } }
            try await eventually { turns.waitingCount == 2 }
            #expect(log.all == ["first"])
            bell.finish()
            try await group.waitForAll()
        }
        #expect(log.all == ["first", "all", "later"])
    }
}
