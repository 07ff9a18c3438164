import ChartEngine
import CoreTestSupport
import Testing

struct AxisViewportTests {
    @Test func `a horizontal axis has its minimum at the left`() throws {
        let viewport = AxisViewport(range: try #require(AxisRange(min: 10, max: 20)), length: 400, isReversed: false)
        #expect(viewport.apply(10) == 0)
        #expect(viewport.apply(12.5) == 100)
        #expect(viewport.invert(400) == 20)
        #expect(viewport.shift(forPoints: 40) == -1)
    }

    @Test func `a reversed axis has its minimum at the far end`() throws {
        let viewport = AxisViewport(range: try #require(AxisRange(min: 10, max: 20)), length: 200, isReversed: true)
        #expect(viewport.apply(10) == 200)
        #expect(viewport.invert(0) == 20)
        #expect(viewport.shift(forPoints: 40) == 2)
    }

    @Test(arguments: seeds(500))
    func `invert undoes apply, and apply undoes invert`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        let low = cases.number(in: -1e6...1e6)
        let range = try #require(AxisRange(min: low, max: low + cases.number(in: 1e-3...1e6)))
        let viewport = AxisViewport(range: range, length: cases.number(in: 1...4_000), isReversed: cases.isTrue())
        let value = cases.number(in: low - range.span...low + 2 * range.span)
        let point = cases.number(in: -1e4...1e4)
        let tolerance = 1e-9 * viewport.length / range.span * Swift.max(abs(low), range.span)
        #expect(abs(viewport.invert(viewport.apply(value)) - value) <= 1e-9 * Swift.max(abs(low), range.span))
        #expect(abs(viewport.apply(viewport.invert(point)) - point) <= 1e-9 * abs(point) + tolerance)
    }

    @Test(arguments: seeds(200))
    func `a shift moves what is drawn at a point by those points`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        let low = cases.number(in: -1e3...1e3)
        let range = try #require(AxisRange(min: low, max: low + cases.number(in: 1...1e3)))
        let length = cases.number(in: 10...1_000)
        let isReversed = cases.isTrue()
        let viewport = AxisViewport(range: range, length: length, isReversed: isReversed)
        let (value, points) = (viewport.invert(100), cases.number(in: -500...500))
        let moved = AxisViewport(
            range: range.shifted(by: viewport.shift(forPoints: points)), length: length, isReversed: isReversed)
        #expect(abs(moved.apply(value) - (100 + points)) <= 1e-6)
    }
}
