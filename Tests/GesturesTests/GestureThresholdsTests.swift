import CoreTestSupport
import Gestures
import Testing

/// Tests every threshold of every platform just under it, at it, and just over it.
struct GestureThresholdsTests {
    static let profiles = GestureProfile.allCases
    static let sides = Side.allCases

    /// The states that a lone recognizer goes through during a script.
    private func states(
        _ profile: GestureProfile, _ recognizer: some GestureRecognizer, _ script: String
    ) throws -> [GestureState] {
        var player = ArenaPlayer(profile: profile, [registration("it", recognizer)])
        return try player.transitions(TouchScript(script).events).map(\.gesture.state)
    }

    /// Whether the tap recognizer and the touch tracker both count two taps as a double tap.
    private func isDoubleTap(_ profile: GestureProfile, _ first: String, _ second: String) throws -> Bool {
        let down = "1↓\(second)"
        let tracked = try states(profile, DoubleTouchDownGestureRecognizer(), "\(first) \(down)").contains(.ended)
        let place = second.prefix { $0 != "@" }
        let tapped = try states(profile, TapGestureRecognizer(taps: 2), "\(first) \(down) 1↑\(place)").contains(.ended)
        #expect(tracked == tapped)
        return tapped
    }

    @Test(arguments: profiles) func `the numbers are the published ones`(_ profile: GestureProfile) {
        let (given, published) = (GestureThresholds(profile: profile), PublishedThresholds(profile))
        #expect(given.profile == profile)
        #expect(given.tapSlop == published.tapSlop)
        #expect(given.tapMaximumPress == published.maximumPress)
        #expect(given.multiTapGap == published.multiTapGap)
        #expect(given.multiTapDistance == published.multiTapDistance)
        #expect(given.multiTapMinimumGap == published.minimumGap)
        #expect(given.longPressDuration == published.longPress)
        #expect(given.longPressMovement == published.longPressMovement)
        #expect(given.panHysteresis == published.hysteresis)
        #expect(given.panHysteresisOneAxis == published.oneAxisHysteresis)
        #expect(given.pinchMinimumScaleDelta == published.pinchScale)
        #expect(given.pinchSpanSlop == published.pinchSpan)
        #expect(given.flingMinimumVelocity == published.flingMinimum)
        #expect(given.flingMaximumVelocity == published.flingMaximum)
    }

    @Test(arguments: profiles, sides) func `a tap fails beyond its slop`(
        _ profile: GestureProfile, _ side: Side
    ) throws {
        let distance = side.of(PublishedThresholds(profile).tapSlop)
        let expected: [GestureState] = side == .over ? [.failed] : [.ended]
        let recognizer = TapGestureRecognizer()
        #expect(try states(profile, recognizer, "1↓(0,0)@0 1→(\(distance),0)@5 1→(0,0)@7 1↑(0,0)@9") == expected)
        #expect(try states(profile, recognizer, "1↓(0,0)@0 1↑(0,-\(distance))@9") == expected)
    }

    @Test(arguments: profiles, sides) func `no second tap follows one that strayed beyond its slop`(
        _ profile: GestureProfile, _ side: Side
    ) throws {
        let distance = side.of(PublishedThresholds(profile).tapSlop)
        let first = "1↓(0,0)@0 1→(0,\(distance))@10 1→(0,0)@20 1↑(0,0)@30"
        var tracker = TouchTracker(thresholds: GestureThresholds(profile: profile))
        #expect(try tracker.tapCounts(TouchScript("\(first) 1↓(0,0)@80")) == [1, side == .over ? 1 : 2])
    }

    @Test(arguments: [(GestureProfile.uikit, 750.0), (.hammer, 250)], sides)
    func `a tap that is pressed too long fails`(_ limit: (profile: GestureProfile, press: Double), _ side: Side)
        throws
    {
        let press = side.of(limit.press)
        let expected: [GestureState] = side == .over ? [.failed] : [.ended]
        #expect(try states(limit.profile, TapGestureRecognizer(), "1↓(0,0)@0 1↑(0,0)@\(press)") == expected)
        #expect(
            try isDoubleTap(limit.profile, "1↓(0,0)@0 1↑(0,0)@\(press)", "(0,0)@\(press + 50)") == (side != .over))
    }

    @Test(arguments: [GestureProfile.android, .flutter])
    func `a tap may be pressed for a day on platforms without a longest press`(_ profile: GestureProfile) throws {
        #expect(try states(profile, TapGestureRecognizer(), "1↓(0,0)@0 1↑(0,0)@86400000") == [.ended])
        #expect(try isDoubleTap(profile, "1↓(0,0)@0 1↑(0,0)@86400000", "(0,0)@86400050"))
    }

    @Test(arguments: profiles, sides) func `a second tap comes within the gap`(
        _ profile: GestureProfile, _ side: Side
    ) throws {
        let time = 10 + side.of(PublishedThresholds(profile).multiTapGap)
        #expect(try isDoubleTap(profile, "1↓(0,0)@0 1↑(0,0)@10", "(0,0)@\(time)") == (side != .over))
    }

    @Test(arguments: profiles, sides) func `a second tap lies within the distance`(
        _ profile: GestureProfile, _ side: Side
    ) throws {
        let distance = side.of(PublishedThresholds(profile).multiTapDistance)
        #expect(try isDoubleTap(profile, "1↓(0,0)@0 1↑(1,1)@10", "(\(distance),0)@60") == (side != .over))
    }

    @Test(arguments: profiles, sides) func `a second tap comes no sooner than the least gap`(
        _ profile: GestureProfile, _ side: Side
    ) throws {
        let least = PublishedThresholds(profile).minimumGap
        guard least > 0 || side != .under else { return }
        let isInTime = try isDoubleTap(profile, "1↓(0,0)@0 1↑(0,0)@10", "(0,0)@\(10 + side.of(least))")
        #expect(isInTime == (side != .under))
    }

    @Test(arguments: profiles, sides) func `a long press begins exactly at its duration`(
        _ profile: GestureProfile, _ side: Side
    ) throws {
        let time = side.of(PublishedThresholds(profile).longPress)
        let held = LongPressGestureRecognizer()
        #expect(try states(profile, held, "1↓(0,0)@0 @\(time)") == (side == .under ? [] : [.began]))
        #expect(
            try states(profile, held, "1↓(0,0)@0 1↑(0,0)@\(time)") == (side == .under ? [.failed] : [.began, .ended]))
    }

    @Test(arguments: profiles, sides) func `a long press may move by its limit before it begins, and by more after`(
        _ profile: GestureProfile, _ side: Side
    ) throws {
        let distance = side.of(PublishedThresholds(profile).longPressMovement)
        let expected: [GestureState] = side == .over ? [.failed] : [.began, .changed]
        let script = "1↓(0,0)@0 1→(0,\(distance))@9 1→(900,0)@600"
        #expect(try states(profile, LongPressGestureRecognizer(), script) == expected)
    }

    @Test(arguments: profiles, sides) func `a pan or a marquee begins with its hysteresis`(
        _ profile: GestureProfile, _ side: Side
    ) throws {
        let published = PublishedThresholds(profile)
        let script = "1↓(0,0) 1→(-\(side.of(published.hysteresis)),0)"
        let begins = side == .over || side == .at && published.panBeginsAtHysteresis
        #expect(try states(profile, PanGestureRecognizer(), script) == (begins ? [.began] : []))
        #expect(try states(profile, MarqueeGestureRecognizer(), script) == (begins ? [.began] : []))
    }

    @Test(arguments: profiles, sides) func `a one-axis pan begins with the hysteresis along its axis`(
        _ profile: GestureProfile, _ side: Side
    ) throws {
        let published = PublishedThresholds(profile)
        let distance = side.of(published.oneAxisHysteresis)
        let begins = side == .over || side == .at && published.panBeginsAtHysteresis
        let (x, y) = ("1↓(0,0) 1→(\(distance),900)", "1↓(0,0) 1→(-900,-\(distance))")
        #expect(try states(profile, PanGestureRecognizer(axis: .x), x) == (begins ? [.began] : []))
        #expect(try states(profile, PanGestureRecognizer(axis: .y), y) == (begins ? [.began] : []))
    }

    /// The fingers start 100 points apart, so that a change of scale by 0.01 is one point.
    @Test(arguments: profiles, sides) func `a pinch begins with its change of scale and distance`(
        _ profile: GestureProfile, _ side: Side
    ) throws {
        let published = PublishedThresholds(profile)
        let least = max(100 * published.pinchScale, published.pinchSpan)
        let begins = side == .over || side == .at && published.pinchScale > 0
        for distance in [100 + side.of(least), 100 - side.of(least)] where least > 0 || side != .under {
            let script = "1↓(0,0)+2↓(100,0) 2→(\(distance),0)"
            #expect(try states(profile, PinchGestureRecognizer(), script) == (begins ? [.began] : []), "\(distance)")
        }
    }

    /// A Double holds a quarter exactly, but not a hundredth.
    @Test(arguments: [(124.999, false), (125, true), (75.001, false), (75, true)])
    func `a scale that just reaches its least change begins a pinch`(_ distance: Double, _ begins: Bool) throws {
        var thresholds = GestureThresholds(profile: .uikit)
        thresholds.pinchMinimumScaleDelta = 0.25
        var player = ArenaPlayer(thresholds: thresholds, [registration("pinch", PinchGestureRecognizer())])
        #expect(try player.play(TouchScript("1↓(0,0)+2↓(100,0) 2→(\(distance),0)")).isEmpty != begins)
    }

    /// Both limits apply, 0.01 for the scale and 16 points for the distance, and either can be the one not reached.
    @Test(arguments: [(50.0, 66.0, false), (50, 66.001, true), (2_000, 2_019.999, false), (2_000, 2_020, true)])
    func `a pinch with two limits must reach both`(_ from: Double, _ to: Double, _ begins: Bool) throws {
        var thresholds = GestureThresholds(profile: .uikit)
        thresholds.pinchSpanSlop = 16
        var player = ArenaPlayer(thresholds: thresholds, [registration("pinch", PinchGestureRecognizer())])
        #expect(try player.play(TouchScript("1↓(0,0)+2↓(\(from),0) 2→(\(to),0)")).isEmpty != begins)
    }

    /// A step of one point every 20 ms is 50 points a second.
    @Test(arguments: profiles, sides) func `a fling is at least as fast as the slowest`(
        _ profile: GestureProfile, _ side: Side
    ) throws {
        let step = side.of(PublishedThresholds(profile).flingMinimum / 50)
        let script = "1↓(0,0)@0 1→(\(step),0)@20 1→(\(2 * step),0)@40 1↑(\(2 * step),0)@40"
        #expect(try states(profile, FlingGestureRecognizer(), script) == (side == .under ? [.failed] : [.ended]))
    }
}
