import Dispatch
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartServer
@testable import ServerTestSupport

/// An output that takes what the test lets it take, by a clock of the test.
final class HeldOutput: Sendable {
    private let taken = Mutex<[UInt8]>([])
    private let isOpen = Mutex(false)
    private let opens = DispatchSemaphore(value: 0)
    private let pauses = Count()
    private let origin = ContinuousClock.now
    let clock = ManualClock()

    /// The text that it took.
    var text: String { String(decoding: taken.withLock { $0 }, as: UTF8.self) }

    /// How often a write was tried again.
    var pauseCount: Int { pauses.value }

    /// Makes a queue to this output.
    ///
    /// - Parameter most: How many bytes a write takes; nil for one that takes none. Without it, a write takes all.
    /// - Returns: The queue.
    func queue(taking most: @escaping @Sendable (Int) -> Int? = { $0 }) -> LineQueue {
        LineQueue(
            to: LineQueue.Output(
                write: { bytes in
                    self.waitUntilOpen()
                    guard let count = most(bytes.count) else { return nil }
                    self.taken.withLock { $0 += bytes.prefix(count) }
                    return count
                },
                pause: { _ = self.pauses.add() },
                now: { self.origin + .milliseconds(self.clock.now) }))
    }

    /// Takes what is written from now on.
    func open() {
        isOpen.withLock { $0 = true }
        opens.signal()
    }

    private func waitUntilOpen() {
        if !isOpen.withLock({ $0 }) { opens.wait() }
    }
}

struct LineQueueTests {
    private let output = HeldOutput()

    private static func line(_ number: Int) -> [UInt8] { Array("line \(number)\n".utf8) }

    @Test(.timeLimit(.minutes(10)))
    func `an output that takes nothing holds up no caller, and a line tells what was dropped`() async throws {
        let queue = output.queue()
        queue.tellOfGaps { Array("dropped \($0)\n".utf8) }
        let long = [UInt8](repeating: UInt8(ascii: "."), count: 65_535) + [UInt8(ascii: "\n")]
        for _ in 0..<20 { queue.append(long) }
        queue.keep(Self.line(1))
        #expect(queue.dropped == 4)
        #expect(output.text.isEmpty)
        output.open()
        try await eventually { output.text.hasSuffix("dropped 4\n") }
        #expect(output.text.split(separator: "\n").count == 18)
        #expect(output.text.contains("\nline 1\n") || output.text.hasPrefix("line 1\n"))
    }

    @Test(.timeLimit(.minutes(10)))
    func `bytes that are taken a few at a time, or not at once, stay in order`() async throws {
        let tries = Count()
        let queue = output.queue { _ in
            let number = tries.add()
            return number % 3 == 0 ? nil : 1 + number % 5
        }
        output.open()
        for number in 0..<200 { queue.append(Self.line(number)) }
        let text = (0..<200).map { "line \($0)\n" }.joined()
        try await eventually { output.text.utf8.count >= text.utf8.count }
        #expect(output.text == text)
        #expect(output.pauseCount > 100)
    }

    @Test(.timeLimit(.minutes(10)))
    func `a writer goes on once its line is written, and not before`() async throws {
        let queue = output.queue()
        let done = Count()
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await queue.keepAndWait(Self.line(1))
                done.add()
            }
            try await eventually {
                output.clock.advance(byMilliseconds: 2_000)
                return queue.isBlocked
            }
            #expect(done.value == 0)
            output.open()
            try await group.waitForAll()
        }
        #expect(output.text == "line 1\n")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a cancelled writer goes on, and its line is still written`() async throws {
        let queue = output.queue()
        await withTaskGroup { group in
            group.addTask {
                await #expect(throws: CancellationError.self) { try await queue.keepAndWait(Self.line(1)) }
            }
            group.cancelAll()
        }
        output.open()
        queue.flush(within: .seconds(60))
        #expect(output.text == "line 1\n")
    }

    @Test(.timeLimit(.minutes(10)))
    func `changes are blocked while a kept line waits for more than a second`() async throws {
        let queue = output.queue()
        queue.append(Self.line(1))
        output.clock.advance(byMilliseconds: 5_000)
        #expect(!queue.isBlocked)
        queue.keep(Self.line(2))
        output.clock.advance(byMilliseconds: 1_000)
        #expect(!queue.isBlocked)
        output.clock.advance(byMilliseconds: 1)
        #expect(queue.isBlocked)
        output.open()
        try await eventually { !queue.isBlocked }
        queue.flush(within: .seconds(60))
        #expect(["line 1\nline 2\n", "line 2\nline 1\n"].contains(output.text))
    }

    @Test(.timeLimit(.minutes(10)))
    func `a flush ends once all is written, and gives up on an output that takes nothing`() {
        let queue = output.queue()
        queue.flush()
        for number in 0..<1_000 { queue.append(Self.line(number)) }
        queue.flush(within: .milliseconds(1))
        #expect(output.text.isEmpty)
        output.open()
        queue.flush(within: .seconds(60))
        #expect(output.text.hasSuffix("line 999\n"))
    }
}
