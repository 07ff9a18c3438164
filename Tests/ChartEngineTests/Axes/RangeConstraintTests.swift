import ChartEngine
import Testing

struct RangeConstraintTests {
    struct Clip: Sendable, CustomTestStringConvertible {
        var mode: ClipMode
        var wanted: (Double, Double)
        var shown: (Double, Double)
        var testDescription: String { "\(mode) \(wanted)" }
    }

    @Test(arguments: [
        Clip(mode: .none, wanted: (-10, 40), shown: (-10, 40)),
        Clip(mode: .none, wanted: (80, 130), shown: (80, 130)),
        Clip(mode: .clipAtExtents, wanted: (-10, 40), shown: (0, 50)),
        Clip(mode: .clipAtExtents, wanted: (80, 130), shown: (50, 100)),
        Clip(mode: .clipAtExtents, wanted: (20, 70), shown: (20, 70)),
        Clip(mode: .clipAtExtents, wanted: (-50, 150), shown: (0, 100)),
        Clip(mode: .clipAtExtents, wanted: (40, 240), shown: (0, 100)),
        Clip(mode: .stretchAtExtents, wanted: (-10, 40), shown: (0, 40)),
        Clip(mode: .stretchAtExtents, wanted: (80, 130), shown: (80, 100)),
        Clip(mode: .stretchAtExtents, wanted: (-50, 150), shown: (0, 100)),
        Clip(mode: .clipAtMin, wanted: (-10, 40), shown: (0, 50)),
        Clip(mode: .clipAtMin, wanted: (80, 130), shown: (80, 130)),
        Clip(mode: .clipAtMin, wanted: (-50, 150), shown: (0, 200)),
        Clip(mode: .clipAtMax, wanted: (80, 130), shown: (50, 100)),
        Clip(mode: .clipAtMax, wanted: (-10, 40), shown: (-10, 40)),
        Clip(mode: .clipAtMax, wanted: (-50, 150), shown: (-100, 100)),
    ])
    func `each clip mode brings a range back to 0…100 in its own way`(clip: Clip) throws {
        let constraint = RangeConstraint(clipMode: clip.mode, clipTarget: RangeLimit(min: 0, max: 100))
        let wanted = try #require(AxisRange(min: clip.wanted.0, max: clip.wanted.1))
        expect(constraint.applied(to: wanted, about: wanted.centre), clip.shown.0, clip.shown.1)
    }

    @Test(arguments: [(120.0, 150.0, 80.0, 100.0), (90, 120, 80, 100), (-50, -20, 0, 20), (-5, 25, 0, 25)])
    func `stretching ends at the smallest span`(min: Double, max: Double, low: Double, high: Double) throws {
        var constraint = RangeConstraint(clipMode: .stretchAtExtents, clipTarget: RangeLimit(min: 0, max: 100))
        let wanted = try #require(AxisRange(min: min, max: max))
        let ends = constraint.applied(to: wanted, about: wanted.centre)
        #expect(ends.span > 0 && ends.min >= 0 && ends.max <= 100)
        constraint.minimumSpan = 20
        expect(constraint.applied(to: wanted, about: wanted.centre), low, high)
    }

    @Test(arguments: [ClipMode.clipAtExtents, .stretchAtExtents])
    func `a target narrower than the smallest span stays in the middle of it`(mode: ClipMode) throws {
        var constraint = RangeConstraint(
            minimumSpan: 10, clipMode: mode, clipTarget: RangeLimit(min: 0, max: 2))
        let wanted = try #require(AxisRange(min: -40, max: 6))
        expect(constraint.applied(to: wanted, about: 0), -4, 6)
        constraint.hardLimit = RangeLimit(min: -1, max: 3)
        expect(constraint.applied(to: wanted, about: 0), -1, 3)
    }

    @Test func `an open end of the target clips nothing`() throws {
        let constraint = RangeConstraint(clipMode: .clipAtExtents, clipTarget: RangeLimit(min: 0))
        expect(constraint.applied(to: try #require(AxisRange(min: 80, max: 1e6)), about: 80), 80, 1e6)
        expect(constraint.applied(to: try #require(AxisRange(min: -10, max: 10)), about: 0), 0, 20)
    }

    @Test func `a span below the minimum becomes the minimum, about the anchor`() throws {
        let constraint = RangeConstraint(minimumSpan: 20)
        expect(constraint.applied(to: try #require(AxisRange(min: 10, max: 20)), about: 10), 10, 30)
        expect(constraint.applied(to: try #require(AxisRange(min: 10, max: 20)), about: 15), 5, 25)
        expect(constraint.applied(to: try #require(AxisRange(min: 10, max: 30)), about: 15), 10, 30)
    }

    @Test func `a span above the maximum becomes the maximum, about the anchor`() throws {
        let constraint = RangeConstraint(maximumSpan: 50)
        expect(constraint.applied(to: try #require(AxisRange(min: 0, max: 100)), about: 100), 50, 100)
        expect(constraint.applied(to: try #require(AxisRange(min: 0, max: 100)), about: 20), 10, 60)
        expect(constraint.applied(to: try #require(AxisRange(min: 0, max: 50)), about: 20), 0, 50)
    }

    @Test func `a hard limit shifts a range, and cuts a larger one`() throws {
        let constraint = RangeConstraint(hardLimit: RangeLimit(min: 0, max: 100))
        expect(constraint.applied(to: try #require(AxisRange(min: -30, max: 20)), about: 0), 0, 50)
        expect(constraint.applied(to: try #require(AxisRange(min: 90, max: 140)), about: 0), 50, 100)
        expect(constraint.applied(to: try #require(AxisRange(min: -30, max: 200)), about: 0), 0, 100)
    }

    @Test func `a hard limit with one end limits only that end`() throws {
        let constraint = RangeConstraint(hardLimit: RangeLimit(max: 100))
        expect(constraint.applied(to: try #require(AxisRange(min: 90, max: 140)), about: 0), 50, 100)
        expect(constraint.applied(to: try #require(AxisRange(min: -900, max: 40)), about: 0), -900, 40)
    }

    @Test func `the hard limit overrides the span limits and the clip`() throws {
        let constraint = RangeConstraint(
            minimumSpan: 500, clipMode: .clipAtMin, clipTarget: RangeLimit(min: 50, max: 60),
            hardLimit: RangeLimit(min: 0, max: 100))
        expect(constraint.applied(to: try #require(AxisRange(min: 10, max: 20)), about: 15), 0, 100)
    }
}
