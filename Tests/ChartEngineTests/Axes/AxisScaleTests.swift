import CoreTestSupport
import Testing

@testable import ChartEngine

struct AxisScaleTests {
    @Test func `on a linear scale positions are the values`() throws {
        let range = try #require(AxisRange(min: -0.1, max: 0.3))
        for axisValue in [-1e308, -0.1, 0, .leastNonzeroMagnitude, 1e308] {
            #expect(AxisScale.linear.position(of: axisValue) == axisValue)
            #expect(AxisScale.linear.value(at: axisValue) == axisValue)
            #expect(AxisScale.linear.contains(axisValue))
        }
        #expect(AxisScale.linear.positions(of: range) == range)
        #expect(AxisScale.linear.values(of: range, landmarks: [0.1]) == range)
    }

    @Test func `powers of ten and whole positions convert both ways`() throws {
        for exponent in -300...300 {
            let power = try #require(Double("1e\(exponent)"))
            #expect(AxisScale.logarithmic.position(of: power) == Double(exponent))
            #expect(AxisScale.logarithmic.value(at: Double(exponent)) == power)
        }
    }

    @Test(arguments: seeds(1_000))
    func `a value converts to its position and back, and positions keep the order`(seed: Int) {
        var cases = SeededCases(seed: UInt64(seed))
        let axisValue = AxisScale.logarithmic.value(at: cases.number(in: -300...300))
        let position = AxisScale.logarithmic.position(of: axisValue)
        let rounding = 1e-15 + 3 * position.ulp
        #expect(abs(AxisScale.logarithmic.value(at: position) - axisValue) <= 3 * rounding * axisValue)
        #expect(AxisScale.logarithmic.position(of: axisValue.nextUp) >= position)
        #expect(AxisScale.logarithmic.position(of: axisValue.nextDown) <= position)
    }

    @Test func `a value outside the scale has the position of the nearest end`() {
        for axisValue in [-.infinity, -1, 0, .leastNonzeroMagnitude] as [Double] {
            #expect(AxisScale.logarithmic.position(of: axisValue) == -300)
            #expect(!AxisScale.logarithmic.contains(axisValue))
        }
        #expect(AxisScale.logarithmic.position(of: .infinity) == 300)
        #expect(AxisScale.logarithmic.value(at: 1e300) == 1e300)
        #expect(AxisScale.logarithmic.value(at: -1e300) == 1e-300)
        #expect(!AxisScale.logarithmic.contains(1.1e300) && !AxisScale.logarithmic.contains(Double.nan))
    }

    @Test func `the position of a landmark gives exactly that landmark, and rounding never passes it`() throws {
        let scale = AxisScale.logarithmic
        let landmark = 0.1 + 0.2
        let position = scale.position(of: landmark)
        let at = try #require(AxisRange(min: position, max: position + 1))
        #expect(scale.values(of: at, landmarks: [landmark])?.min == landmark)
        let above = try #require(AxisRange(min: position.nextUp, max: position + 1))
        #expect(try #require(scale.values(of: above, landmarks: [landmark])).min >= landmark)
        let below = try #require(AxisRange(min: position - 1, max: position.nextDown))
        #expect(try #require(scale.values(of: below, landmarks: [landmark])).max <= landmark)
    }

    @Test(arguments: [(0.0, 1.0), (-1, 5), (1e-301, 1), (1, 1.0000000001), (-7, -6)])
    func `a logarithmic scale refuses a range that is not positive or too narrow`(low: Double, high: Double) throws {
        #expect(!AxisScale.logarithmic.admits(try #require(AxisRange(min: low, max: high))))
        #expect(AxisScale.linear.admits(try #require(AxisRange(min: low, max: high))))
    }

    @Test func `a range whose ends round to one position still has positions`() throws {
        let range = try #require(AxisRange(min: 1e200, max: 1e200.nextUp))
        #expect(try #require(AxisScale.logarithmic.positions(of: range)).contains(200))
    }

    @Test(arguments: [(100.0, 10.0, 1_000.0), (1, 0.1, 10), (0.01, 0.001, 0.1), (1e-300, 1e-300, 1e-150)])
    func `data of one value is widened by half its logarithm, or by a decade at 1`(
        only: Double, low: Double, high: Double
    ) {
        #expect(AxisScale.logarithmic.holding(only, only) == AxisRange(min: low, max: high))
    }
}
