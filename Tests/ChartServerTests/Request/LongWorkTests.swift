import ChartWire
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing

@testable import ChartServer

struct LongWorkTests {
    /// Holds the threads that it is entered on, until it is opened.
    private final class Barrier: Sendable {
        private let isOpen = Atomic(false)
        private let entered = Atomic(0)

        var count: Int { entered.load(ordering: .relaxed) }

        func open() { isOpen.store(true, ordering: .relaxed) }

        /// Waits without giving the thread away.
        ///
        /// - Returns: Whether it was opened in time.
        func hold() -> Bool {
            entered.add(1, ordering: .relaxed)
            for _ in 0..<10_000 where !isOpen.load(ordering: .relaxed) { usleep(1_000) }
            return isOpen.load(ordering: .relaxed)
        }
    }

    /// More than there are threads for requests.
    private static let manyHolders = System.coreCount * 2

    @Test(.timeLimit(.minutes(1)))
    func `routes that hold their threads do not hold the others`() async throws {
        let barrier = Barrier()
        let routes = [
            Route(method: .get, pattern: "/long", operationID: "long", takesLong: true) { _ in
                .json(Array("\(barrier.hold())".utf8))
            },
            Route(method: .get, pattern: "/quick", operationID: "quick") { _ in .noContent() },
        ]
        try await TestServer().test(routes: routes) { client in
            try await withThrowingTaskGroup { group in
                for _ in 0..<Self.manyHolders {
                    group.addTask {
                        try await client.execute(uri: "/long", method: .get) { String(buffer: $0.body) }
                    }
                }
                while barrier.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
                for _ in 0..<Self.manyHolders {
                    try await client.execute(uri: "/quick", method: .get) { #expect($0.status == .noContent) }
                }
                barrier.open()
                for try await answer in group { #expect(answer == "true") }
            }
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func `work has threads of its own, also after it has waited`(waits: Bool) async throws {
        let barrier = Barrier()
        try await withThrowingTaskGroup { group in
            for _ in 0..<Self.manyHolders {
                group.addTask {
                    await LongWork.run {
                        if waits { await Task.yield() }
                        return barrier.hold()
                    }
                }
            }
            // Would get no turn if they held the threads of requests.
            while barrier.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
            try await Task.sleep(for: .milliseconds(1))
            barrier.open()
            for try await isOpened in group { #expect(isOpened) }
        }
    }

    @Test func `what the work throws is thrown`() async {
        await #expect(throws: Problem.draining) {
            try await LongWork.run { throw Problem.draining }
        }
    }
}
