import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import ChartServer

struct DrainTests {
    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    private struct Draining: ServiceLifecycle.Service {
        let drain: Drain
        let closePort: @Sendable () async -> Void

        func run() async throws { try await drain.run(closingPort: closePort) }
    }

    /// Shuts a drain down while a body runs, which can ask whether the shutdown is over.
    private func shutDown(
        _ drain: Drain, closingPort closePort: @escaping @Sendable () async -> Void = {},
        while body: @Sendable @escaping (_ isOver: @Sendable () -> Bool) async -> Void
    ) async throws {
        let over = Flag()
        let group = ServiceGroup(
            configuration: .init(
                services: [
                    .init(
                        service: Draining(drain: drain, closePort: closePort), successTerminationBehavior: .ignore)
                ],
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
        let drain = Drain(patience: .seconds(1), whenRefusing: { flag.isSet.logicalXor(true, ordering: .relaxed) })
        for _ in 1...2 {
            drain.begin()
            let isSet = flag.isSet.load(ordering: .relaxed)
            #expect(isSet)
        }
    }

    /// The steps that a shutdown has taken.
    private final class Steps: Sendable {
        private let steps = Mutex<[String]>([])

        var all: [String] { steps.withLock { $0 } }

        func add(_ step: String) { steps.withLock { $0.append(step) } }
    }

    /// A drain with a long delay, which the returned continuation ends.
    private static func leaving(
        delay: Duration = .seconds(3_600), _ steps: Steps
    ) -> (drain: Drain, hurry: AsyncStream<Void>.Continuation) {
        let (signals, hurry) = AsyncStream<Void>.makeStream()
        let drain = Drain(
            delay: delay, patience: .seconds(3_600), hurry: { for await _ in signals { return } },
            whenLeaving: { steps.add("leaving") }, whenRefusing: { steps.add("refusing") })
        return (drain, hurry)
    }

    @Test(.timeLimit(.minutes(10))) func `for its delay a server takes requests, and is not ready`() async throws {
        let steps = Steps()
        let (drain, hurry) = Self.leaving(steps)
        #expect(drain.isReady && !drain.isLeaving)
        let closePort = { @Sendable in steps.add("port closed") }
        try await shutDown(drain, closingPort: closePort) { isOver in
            // It is told just after it begins to leave, or to refuse.
            while !drain.isLeaving || steps.all.isEmpty { await Task.yield() }
            #expect(!drain.isReady && !drain.isDraining && steps.all == ["leaving"])
            #expect(drain.enter())
            for _ in 0..<20 { await Task.yield() }
            #expect(!drain.isDraining && !isOver())
            hurry.yield()
            while !drain.isDraining || steps.all.count < 3 { await Task.yield() }
            #expect(!drain.isReady && !drain.isLeaving && !drain.enter())
            #expect(steps.all == ["leaving", "port closed", "refusing"])
            for _ in 0..<20 { await Task.yield() }
            #expect(!isOver())
            drain.leave()
        }
    }

    @Test(.timeLimit(.minutes(10))) func `a delay ends by itself`() async throws {
        let steps = Steps()
        try await shutDown(Self.leaving(delay: .milliseconds(1), steps).drain) { _ in }
        #expect(steps.all == ["leaving", "refusing"])
    }

    @Test(.timeLimit(.minutes(10))) func `without a delay the port stays open and nobody is told to leave`()
        async throws
    {
        let steps = Steps()
        let (drain, hurry) = Self.leaving(delay: .zero, steps)
        let closePort = { @Sendable in steps.add("port closed") }
        try await shutDown(drain, closingPort: closePort) { _ in }
        #expect(steps.all == ["refusing"] && !drain.isLeaving && !drain.isReady)
        hurry.finish()
    }

    @Test(.timeLimit(.minutes(10))) func `a server without requests shuts down at once`() async throws {
        try await shutDown(Drain(patience: .seconds(3_600))) { _ in }
    }

    @Test(.timeLimit(.minutes(10))) func `the shutdown waits for the last request in progress`() async throws {
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

    @Test(.timeLimit(.minutes(10))) func `the shutdown waits no longer than its patience`() async throws {
        let drain = Drain(patience: .milliseconds(1))
        #expect(drain.enter())
        try await shutDown(drain) { _ in }
    }
}
