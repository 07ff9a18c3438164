import Logging
import ServiceLifecycle
import Testing

@testable import ChartServer

struct DrainTests {
    private func shutDown(_ drain: Drain, while body: @Sendable @escaping () async -> Void) async throws {
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: drain, successTerminationBehavior: .ignore)],
                logger: Logger(label: "drain") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            await group.triggerGracefulShutdown()
            tasks.addTask { await body() }
            try await tasks.waitForAll()
        }
    }

    @Test func `nobody is let in once it drains`() {
        let drain = Drain(patience: .seconds(1))
        #expect(drain.enter())
        drain.begin()
        #expect(drain.isDraining)
        #expect(!drain.enter())
        drain.leave()
    }

    @Test(.timeLimit(.minutes(1))) func `an empty server shuts down at once, whatever its patience`() async throws {
        try await shutDown(Drain(patience: .seconds(3_600))) {}
    }

    @Test(.timeLimit(.minutes(1))) func `the shutdown waits for the last request inside`() async throws {
        let drain = Drain(patience: .seconds(3_600))
        #expect(drain.enter())
        #expect(drain.enter())
        try await shutDown(drain) {
            while !drain.isDraining { await Task.yield() }
            drain.leave()
            drain.leave()
        }
    }

    @Test(.timeLimit(.minutes(1))) func `the shutdown does not wait for ever`() async throws {
        let drain = Drain(patience: .milliseconds(1))
        #expect(drain.enter())
        try await shutDown(drain) {}
    }
}
