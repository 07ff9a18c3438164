import ChartEngine
import Testing

struct NumericTicksTests {
    @Test(
        arguments: [
            (0.0, 1.0, 8...10, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]),
            (0, 1, 4...7, [0, 0.2, 0.4, 0.6, 0.8, 1]),
            (0, 1, 2...3, [0, 0.5, 1]),
            (0, 1, 1...1, [0, 1]),
            (0, 10, 8...10, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
            (0, 10, 4...7, [0, 2, 4, 6, 8, 10]),
            (0, 10, 2...3, [0, 5, 10]),
            (0, 10, 1...1, [0, 10]),
            (-10, 10, 7...10, [-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10]),
            (-10, 10, 3...6, [-10, -5, 0, 5, 10]),
            (-10, 10, 2...2, [-10, 0, 10]),
            (-10, 10, 1...1, [0]),
            (0.98, 1.14, 10...10, [0.98, 1, 1.02, 1.04, 1.06, 1.08, 1.1, 1.12, 1.14]),
            (1, 364, 1...1, [200]),
        ] as [(Double, Double, ClosedRange<Int>, [Double])])
    func `ticks equal those that d3 publishes`(from: Double, to: Double, counts: ClosedRange<Int>, expected: [Double]) {
        for count in counts {
            #expect(NumericTicks.ticks(from: from, to: to, count: count) == expected)
            #expect(NumericTicks.ticks(from: to, to: from, count: count) == expected)
        }
    }

    @Test(arguments: [1.0, 1e-150, 1e-300, 1e-300 / 1e10, 1e-300 / 1e15, 1e150, 1e300])
    func `a step is divided whatever its magnitude`(unit: Double) {
        let ticks = NumericTicks.axisTicks(from: 0, to: 10 * unit, count: 10)
        #expect((10...11).contains(ticks.major.count))
        #expect((39...40).contains(ticks.minor.count))
    }

    @Test func `a range of one value has one tick`() {
        #expect(NumericTicks.ticks(from: 5, to: 5, count: 10) == [5])
        #expect(NumericTicks.axisTicks(from: 0.3, to: 0.3) == AxisTicks(major: [0.3], minor: [], labels: ["0.3"]))
        #expect(NumericTicks.axisTicks(from: -0.0, to: -0.0).labels == ["0"])
        #expect(NumericTicks.ticks(from: -0.0, to: 0, count: 3).map(\.sign) == [.plus])
    }

    @Test(arguments: [(Double.nan, 1.0), (0, .nan), (-.infinity, 0), (0, .infinity)] as [(Double, Double)])
    func `a range that is not finite has no ticks`(from: Double, to: Double) {
        #expect(NumericTicks.ticks(from: from, to: to, count: 10) == [])
        #expect(NumericTicks.axisTicks(from: from, to: to) == AxisTicks(major: [], minor: [], labels: []))
    }

    @Test(arguments: [0, -1, .min] as [Int])
    func `a count below one has no ticks`(count: Int) {
        #expect(NumericTicks.ticks(from: 0, to: 1, count: count) == [])
        #expect(NumericTicks.axisTicks(from: 0, to: 1, count: count).major == [])
    }

    @Test(
        arguments: [
            (0.0, 1.0, 5, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
            (0, 1, 3, ["0.0", "0.5", "1.0"]),
            (-0.1, 0.1, 4, ["-0.10", "-0.05", "0.00", "0.05", "0.10"]),
            (0, 40_000, 4, ["0", "10000", "20000", "30000", "40000"]),
            (-1500, 0, 3, ["-1500", "-1000", "-500", "0"]),
            (1, 1.000_000_004, 4, ["1.000000000", "1.000000001", "1.000000002", "1.000000003", "1.000000004"]),
            (0, 1e15, 4, ["0", "2e+14", "4e+14", "6e+14", "8e+14", "1e+15"]),
            (0, 9e14, 2, ["0", "500000000000000"]),
            (1e20, 3e20, 4, ["1e+20", "1.5e+20", "2e+20", "2.5e+20", "3e+20"]),
            (-2e-7, 1e-7, 3, ["-2e-7", "-1e-7", "0", "1e-7"]),
            (0, 1e-6, 2, ["0.0000000", "0.0000005", "0.0000010"]),
        ] as [(Double, Double, Int, [String])])
    func `labels have the decimals that the step needs`(from: Double, to: Double, count: Int, labels: [String]) {
        #expect(NumericTicks.axisTicks(from: from, to: to, count: count).labels == labels)
    }

    @Test(
        arguments: [
            (0.0, 2.0, 2, 5, [0.2, 0.4, 0.6, 0.8, 1.2, 1.4, 1.6, 1.8]),
            (0, 2, 2, 2, [0.5, 1.5]),
            (-0.9, 1.7, 2, 4, [-0.75, -0.5, -0.25, 0.25, 0.5, 0.75, 1.25, 1.5]),
            (0, 0.3, 3, 5, [0.02, 0.04, 0.06, 0.08, 0.12, 0.14, 0.16, 0.18, 0.22, 0.24, 0.26, 0.28]),
            (0, 20, 2, 5, [2, 4, 6, 8, 12, 14, 16, 18]),
            (0, 2, 2, 1, []), (0, 2, 2, 0, []), (0, 2, 2, -5, []), (0, 2, 2, .max, []),
        ] as [(Double, Double, Int, Int, [Double])])
    func `minor ticks divide each step, before the first and after the last major tick too`(
        from: Double, to: Double, count: Int, parts: Int, minors: [Double]
    ) {
        #expect(NumericTicks.axisTicks(from: from, to: to, count: count, minorsPerMajor: parts).minor == minors)
    }
}
