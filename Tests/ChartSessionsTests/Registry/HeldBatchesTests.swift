import ChartSeries
import Dispatch
import Testing

@testable import ChartSessions

/// Batches that are ahead wait within their bounds, and go on in their turn.
@Suite struct HeldBatchesTests {
    private static func number(_ sequence: Int, by client: String = "tab") -> BatchNumber {
        BatchNumber(client: client, sequence: sequence)
    }

    @Test func `bodies wait up to 256 KiB together, and leave room when they go`() throws {
        let held = HeldBatches()
        let first = try #require(held.enter(Self.number(2), bytes: 262_143))
        #expect(held.enter(Self.number(3), bytes: 2) == nil)
        #expect(held.enter(Self.number(3), bytes: 1) != nil)
        held.leave(first)
        #expect(held.enter(Self.number(4), bytes: 262_143) != nil && !held.isEmpty)
    }

    @Test func `an accepted batch lets the next one of its client go on, and a refused one refuses all behind it`()
        async throws
    {
        let held = HeldBatches()
        let next = try #require(held.enter(Self.number(3), bytes: 1))
        let later = try #require(held.enter(Self.number(5), bytes: 1))
        let other = try #require(held.enter(Self.number(3, by: "other"), bytes: 1))
        held.noteAccepted(Self.number(2))
        #expect(await held.turn(of: next, until: .now + .seconds(60)) == .next)
        held.noteRefused(Self.number(3))
        #expect(await held.turn(of: later, until: .now + .seconds(60)) == .refused(expected: 3))
        #expect(await held.turn(of: other, until: .now) == nil)
    }

    @Test func `the batch that has waited for longest looks for all, and its place passes on`() async throws {
        let held = HeldBatches()
        let first = try #require(held.enter(Self.number(2), bytes: 1))
        let second = try #require(held.enter(Self.number(4, by: "other"), bytes: 1))
        #expect(held.isFirst(first) && !held.isFirst(second))
        held.tellNext { $0 == "other" ? 4 : 1 }
        #expect(await held.turn(of: second, until: .now + .seconds(60)) == .next)
        held.leave(first)
        #expect(held.isFirst(second))
        #expect(await held.turn(of: second, until: .now + .seconds(60)) == .next)
    }

    @Test func `batches may be told to try while their callers give up`() async throws {
        let held = HeldBatches()
        for _ in 0..<5 {
            let places = try (0..<1_000).map { _ in try #require(held.enter(Self.number(2), bytes: 1)) }
            let callers = places.map { place in Task { await held.turn(of: place, until: .now + .seconds(60)) } }
            try await Task.sleep(for: .milliseconds(100))
            await withCheckedContinuation { both in
                let queue = DispatchQueue.global()
                queue.async {
                    let (group, begin) = (DispatchGroup(), DispatchSemaphore(value: 0))
                    queue.async(group: group) {
                        begin.wait()
                        for caller in callers { caller.cancel() }
                    }
                    queue.async(group: group) {
                        begin.signal()
                        held.noteAccepted(Self.number(1))
                    }
                    // Nothing else ends a test whose threads wait for each other.
                    precondition(
                        group.wait(timeout: .now() + 60) == .success, "who cancels and who tells wait for each other")
                    both.resume()
                }
            }
            for caller in callers { #expect([nil, .next].contains(await caller.value)) }
            for place in places { held.leave(place) }
        }
        #expect(held.isEmpty)
    }
}
