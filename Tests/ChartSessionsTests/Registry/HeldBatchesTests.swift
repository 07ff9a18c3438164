import ChartSeries
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
}
