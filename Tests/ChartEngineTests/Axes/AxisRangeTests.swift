import ChartEngine
import Testing

struct AxisRangeTests {
    @Test(arguments: [
        (Double.nan, 1.0), (0, .infinity), (-.infinity, 0), (1, 1), (2, 1), (-1e308, 1e308),
    ])
    func `a range needs finite, ordered ends and a finite span`(min: Double, max: Double) {
        #expect(AxisRange(min: min, max: max) == nil)
    }

    @Test func `growBy grows each end by its fraction of the span`() throws {
        let range = try #require(AxisRange(min: 0, max: 10))
        expect(range.grown(by: GrowBy(min: 0.1, max: 0.1)), -1, 11)
        expect(range.grown(by: GrowBy(min: 0.5, max: 0)), -5, 10)
    }

    @Test(arguments: [(10.0, 5.0, 15.0), (-10, -15, -5), (0, -1, 1), (0.5, 0.25, 0.75)])
    func `a single value gets half of itself on either side, and zero gets 1`(
        value: Double, min: Double, max: Double
    ) throws {
        expect(try #require(AxisRange.holding(value, value)), min, max)
    }

    @Test func `a single value whose half underflows has a range too`() throws {
        let range = try #require(AxisRange.holding(.leastNonzeroMagnitude, .leastNonzeroMagnitude))
        #expect(range.contains(.leastNonzeroMagnitude))
    }

    @Test func `two different values are the ends of their range`() throws {
        expect(try #require(AxisRange.holding(2, 3)), 2, 3)
        #expect(AxisRange.holding(3, 2) == nil)
        #expect(AxisRange.holding(.nan, 2) == nil)
    }

    @Test func `zooming by positive fractions zooms out, by negative ones in`() throws {
        let range = try #require(AxisRange(min: 0, max: 100))
        expect(range.zoomedByFraction(0.1, 0.2), -10, 120)
        expect(range.zoomedByFraction(-0.2, 0), 20, 100)
        expect(range.zoomedByFraction(0, -0.2), 0, 80)
    }

    @Test(arguments: [(-1.0, 0.0), (-0.5, -0.5), (-3, -1), (0, -1e9), (-1e300, -1e300)])
    func `fractions of minus one or less keep the span positive`(low: Double, high: Double) throws {
        let range = try #require(AxisRange(min: 0, max: 100))
        let zoomed = range.zoomedByFraction(low, high)
        #expect(zoomed.span > 0)
        #expect(zoomed.span < 100)
        #expect(zoomed.min >= 0 && zoomed.max <= 100)
    }

    @Test func `a zoom by a factor keeps the anchor in place`() throws {
        let range = try #require(AxisRange(min: 0, max: 100))
        expect(range.zoomed(by: 2, about: 25), 12.5, 62.5)
        expect(range.zoomed(by: 0.5, about: 25), -25, 175)
        expect(range.zoomed(by: 4, about: 0), 0, 25)
    }

    @Test(arguments: [-1, Double.nan])
    func `a negative or NaN factor leaves the range unchanged`(factor: Double) throws {
        let range = try #require(AxisRange(min: 0, max: 100))
        #expect(range.zoomed(by: factor, about: 50) == range)
    }

    @Test func `a zero factor gives the widest range, and an infinite one the narrowest`() throws {
        let range = try #require(AxisRange(min: 0, max: 100))
        #expect(range.zoomed(by: 0, about: 50).span >= 1e300)
        let narrowest = range.zoomed(by: .infinity, about: 50)
        #expect(narrowest.contains(50))
        #expect(narrowest.span < 1e-9)
    }

    @Test(arguments: [0.0, 1, 1e6, 1e12, -1e299])
    func `repeated zooming in stops while Doubles still tell a thousand positions apart`(centre: Double) throws {
        let width = Swift.max(abs(centre), 1)
        var range = try #require(AxisRange(min: centre - width, max: centre + width))
        for _ in 0..<3_000 { range = range.zoomed(by: 1e3, about: centre) }
        #expect(range.span >= 1_000 * centre.ulp)
        #expect(range.min < range.max && range.span.isFinite)
        #expect(range.zoomedByFraction(-0.9, 0) == range)
    }

    @Test func `repeated zooming out stops at the largest Double`() throws {
        var range = try #require(AxisRange(min: -1, max: 1))
        for _ in 0..<3_000 { range = range.zoomed(by: 1e-3, about: 0) }
        #expect(range.span.isFinite)
        #expect(range.span >= 0.9e300)
    }

    @Test func `a shift that is not finite leaves the range unchanged`() throws {
        let range = try #require(AxisRange(min: 0, max: 1))
        #expect(range.shifted(by: .infinity) == range)
        #expect(range.shifted(by: .nan) == range)
    }

    @Test func `a shift so far that rounding takes the span away leaves the range unchanged`() throws {
        let range = try #require(AxisRange(min: 0, max: 1))
        #expect(range.shifted(by: 1e17) == range)
        #expect(range.shifted(by: 1e15) == range)
        expect(range.shifted(by: 1e9), 1e9, 1e9 + 1)
    }
}
