import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import ChartServer

struct DrainTests {
    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    /// Shuts a drain down while a body runs, which can ask whether the shutdown is over.
    private func shutDown(
        _ drain: Drain, while body: @Sendable @escaping (_ isOver: @Sendable () -> Bool) async -> Void
    ) async throws {
        let over = Flag()
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: drain, successTerminationBehavior: .ignore)],
                logger: Logger(label: "drain") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup { tasks in
            tasks.addTask {
                try await group.run()
                over.isSet.store(true, ordering: .relaxed)
            }
            await group.triggerGracefulShutdown()
            tasks.addTask { await body { over.isSet.load(ordering: .relaxed) } }
            try await tasks.waitForAll()
        }
    }

    @Test func `a drain that has begun admits no request`() {
        let drain = Drain(patience: .seconds(1))
        #expect(drain.enter())
        drain.begin()
        #expect(drain.isDraining)
        #expect(!drain.enter())
        drain.leave()
    }

    @Test func `the closure for the beginning runs once`() {
        let flag = Flag()
        let drain = Drain(patience: .seconds(1)) { flag.isSet.logicalXor(true, ordering: .relaxed) }
        for _ in 1...2 {
            drain.begin()
            let isSet = flag.isSet.load(ordering: .relaxed)
            #expect(isSet)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `a server without requests shuts down at once`() async throws {
        try await shutDown(Drain(patience: .seconds(3_600))) { _ in }
    }

    @Test(.timeLimit(.minutes(5))) func `the shutdown waits for the last request in progress`() async throws {
        let drain = Drain(patience: .seconds(3_600))
        #expect(drain.enter())
        #expect(drain.enter())
        try await shutDown(drain) { isOver in
            while !drain.isDraining { await Task.yield() }
            for _ in 0..<20 { await Task.yield() }
            drain.leave()
            for _ in 0..<20 { await Task.yield() }
            #expect(!isOver())
            drain.leave()
        }
    }

    @Test(.timeLimit(.minutes(5))) func `the shutdown waits no longer than its patience`() async throws {
        let drain = Drain(patience: .milliseconds(1))
        #expect(drain.enter())
        try await shutDown(drain) { _ in }
    }
}
