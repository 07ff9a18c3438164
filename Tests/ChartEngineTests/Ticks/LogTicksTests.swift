import ChartEngine
import CoreTestSupport
import Testing

struct LogTicksTests {
    @Test func `powers are major ticks, and their multiples by 2 to 9 are minor ticks`() {
        let ticks = LogTicks.axisTicks(from: 1, to: 100)
        #expect(ticks.major == [1, 10, 100])
        #expect(ticks.labels == ["1", "10", "100"])
        #expect(ticks.minor == [2, 3, 4, 5, 6, 7, 8, 9, 20, 30, 40, 50, 60, 70, 80, 90])
    }

    @Test func `fractions are the nearest doubles`() {
        let ticks = LogTicks.axisTicks(from: 0.001, to: 0.1)
        #expect(ticks.major == [0.001, 0.01, 0.1])
        #expect(ticks.labels == ["0.001", "0.01", "0.1"])
        #expect(ticks.minor.contains(0.003) && ticks.minor.contains(0.07))
    }

    @Test func `a decade with ends between powers has one major tick`() {
        let ticks = LogTicks.axisTicks(from: 3, to: 40)
        #expect(ticks.labels == ["10"])
        #expect(ticks.minor == [3, 4, 5, 6, 7, 8, 9, 20, 30, 40])
    }

    @Test func `less than a decade has the ticks of a number axis`() {
        #expect(LogTicks.axisTicks(from: 2, to: 3) == NumericTicks.axisTicks(from: 2, to: 3))
        #expect(LogTicks.axisTicks(from: 2, to: 3).labels.first == "2.0")
        #expect(LogTicks.axisTicks(from: 1, to: 10).labels == ["1", "10"])
        #expect(LogTicks.axisTicks(from: 1, to: 10.0.nextDown).major.count > 5)
    }

    @Test func `many decades show every second, fifth or tenth power`() {
        let ticks = LogTicks.axisTicks(from: 1, to: 1e12, count: 10)
        #expect(ticks.major == [1, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12])
        #expect(ticks.minor == [1e1, 1e3, 1e5, 1e7, 1e9, 1e11])
        #expect(LogTicks.axisTicks(from: 1e-300, to: 1e300, count: 10).major.count == 7)
        #expect(LogTicks.axisTicks(from: 1.5e6, to: 2e9, count: 1).labels == ["10000000"])
    }

    @Test func `large and small powers have labels with exponents`() {
        #expect(LogTicks.axisTicks(from: 1e14, to: 1e16).labels == ["100000000000000", "1e+15", "1e+16"])
        #expect(LogTicks.axisTicks(from: 1e-8, to: 1e-5).labels == ["1e-8", "1e-7", "0.000001", "0.00001"])
    }

    @Test func `one part per major step gives no minor ticks`() {
        #expect(LogTicks.axisTicks(from: 1, to: 100, minorsPerMajor: 1).minor.isEmpty)
    }

    @Test(arguments: [(0.0, 10.0), (-1, 1), (.nan, 1), (1, .infinity), (-2, -1)])
    func `a range that is not positive and finite has no ticks`(from: Double, to: Double) {
        #expect(LogTicks.axisTicks(from: from, to: to).major.isEmpty)
    }

    @Test(arguments: seeds(1_000))
    func `ticks lie in the range, are few, and have labels`(seed: Int) {
        var cases = SeededCases(seed: UInt64(seed))
        let low = cases.number(in: -300...299)
        let span = cases.isTrue() ? cases.number(in: 0...3) : cases.number(in: 0...(300 - low))
        let ends = (
            AxisScale.logarithmic.value(at: low), AxisScale.logarithmic.value(at: min(300, low + span))
        )
        let count = cases.integer(in: 1...100)
        let ticks = LogTicks.axisTicks(from: ends.0, to: ends.1, count: count)
        TickLaws.expect(ticks, in: ends)
        if ends.1 / ends.0 >= 10 { #expect((1...count).contains(ticks.major.count), "\(ends) \(count)") }
    }
}
