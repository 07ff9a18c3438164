import ChartEngine
import CoreTestSupport
import Testing

struct NumericTicksLawTests {
    @Test(arguments: [1, 2, 10, 37, Int.max], [0, 2, 5, 1000])
    func `ticks of any range are inside it, ascending, finite and few`(count: Int, parts: Int) {
        for range in TickLaws.degenerate + TickLaws.ranges(seed: UInt64(min(count, 1000)), count: 150) {
            let ticks = NumericTicks.axisTicks(from: range.from, to: range.to, count: count, minorsPerMajor: parts)
            TickLaws.expect(ticks, in: range)
            #expect(ticks.major == NumericTicks.ticks(from: range.from, to: range.to, count: count))
        }
    }

    @Test func `labels read back as the ticks`() throws {
        for range in TickLaws.degenerate + TickLaws.ranges(seed: 7, count: 3000) {
            let ticks = NumericTicks.axisTicks(from: range.from, to: range.to)
            for (label, tick) in zip(ticks.labels, ticks.major) {
                let read = try #require(Double(label))
                #expect(read == tick, "\(label) is not \(tick)")
                #expect(!label.hasPrefix("-0") || read != 0)
            }
        }
    }

    @Test func `an ordinary range has about as many ticks as the count`() {
        var generator = SeededCases(seed: 8)
        for _ in 0..<3000 {
            let from = Double.random(in: -1e6...1e6, using: &generator)
            let span = Double.random(in: 1e-3...1e6, using: &generator)
            let count = Int.random(in: 2...60, using: &generator)
            let ticks = NumericTicks.ticks(from: from, to: from + span, count: count)
            #expect(ticks.count > count / 2 - 1 && ticks.count <= count * 8 / 5 + 1)
        }
    }

    @Test func `ticks are the doubles nearest to decimal numbers`() throws {
        for exponent in -20...20 {
            let to = try #require(Double("10e\(exponent)"))
            let ticks = NumericTicks.ticks(from: 0, to: to, count: 10)
            #expect(ticks == (0...10).compactMap { Double("\($0)e\(exponent)") })
        }
    }
}
