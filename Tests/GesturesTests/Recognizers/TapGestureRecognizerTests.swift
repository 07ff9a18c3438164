import ChartTestSupport
import Gestures
import Testing

struct TapGestureRecognizerTests {
    func player(_ taps: Int, touches: Int = 1, profile: GestureProfile = .uikit) -> ArenaPlayer {
        ArenaPlayer(profile: profile, [registration("tap", TapGestureRecognizer(taps: taps, touches: touches))])
    }

    @Test func `a single tap is recognized at the up with its place`() throws {
        var player = player(1)
        let gestures = try player.gestures("1↓(10,10)@0 1↑(12,10)@50")
        #expect(
            gestures == [
                Gesture(
                    state: .ended, time: Timestamp(microseconds: 50_000), location: Point(x: 12, y: 10),
                    values: .tap(taps: 1), numberOfTouches: 0)
            ])
    }

    @Test func `a double tap is recognized at the second up`() throws {
        var player = player(2)
        #expect(try player.play("1↓(10,10)@0 1↑(10,10)@50 1↓(10,10)@300 1↑(10,10)@350") == ["tap ended@350"])
    }

    @Test func `a late third tap starts a fresh attempt`() throws {
        var player = player(3)
        let script: TouchScript = """
            1↓(0,0)@0 1↑(0,0)@50 1↓(0,0)@100 1↑(0,0)@150 1↓(0,0)@501 1↑(0,0)@550 1↓(0,0)@600 1↑(0,0)@650 \
            1↓(0,0)@700 1↑(0,0)@750
            """
        #expect(try player.play(script) == ["tap failed@500 timer", "tap ended@750"])
    }

    @Test func `a tap too far from the one before is the first of a fresh attempt`() throws {
        var player = player(2)
        let script: TouchScript = "1↓(0,0) 1↑(0,0) 1↓(60,0) 1↑(60,0) 1↓(60,0) 1↑(60,0)"
        #expect(try player.play(script) == ["tap ended@80"])
    }

    @Test(arguments: [
        (GestureProfile.uikit, 45.0), (.android, 8), (.flutter, 18), (.hammer, 9),
    ]) func `the slop is reached but not exceeded`(_ profile: GestureProfile, _ slop: Double) throws {
        for (distance, line) in [(slop - 0.001, "ended"), (slop, "ended"), (slop + 0.001, "failed")] {
            var moved = player(1, profile: profile)
            #expect(
                try moved.play(TouchScript("1↓(0,0)@0 1→(\(distance),0)@5 1↑(0,0)@9")).first?.contains(line) == true)
            var lifted = player(1, profile: profile)
            #expect(try lifted.play(TouchScript("1↓(0,0)@0 1↑(0,\(distance))@9")) == ["tap \(line)@9"])
        }
    }

    @Test(arguments: [(GestureProfile.uikit, 750.0), (.hammer, 250)])
    func `the longest press is reached but not exceeded`(_ profile: GestureProfile, _ press: Double) throws {
        var inTime = player(1, profile: profile)
        #expect(try inTime.play(TouchScript("1↓(0,0)@0 1↑(0,0)@\(press)")) == ["tap ended@\(Int(press))"])
        var late = player(1, profile: profile)
        #expect(try late.play(TouchScript("1↓(0,0)@0 1↑(0,0)@\(press + 0.001)")) == ["tap failed@\(Int(press)) timer"])
    }

    @Test(arguments: [GestureProfile.android, .flutter])
    func `some platforms know no longest press`(_ profile: GestureProfile) throws {
        var player = player(1, profile: profile)
        #expect(try player.play("1↓(0,0)@0 1↑(0,0)@9000") == ["tap ended@9000"])
    }

    @Test(arguments: [
        (GestureProfile.uikit, 350.0, 45.0), (.android, 300, 100), (.flutter, 300, 100), (.hammer, 300, 10),
    ]) func `gap and distance of two taps are reached but not exceeded`(
        _ profile: GestureProfile, _ gap: Double, _ distance: Double
    ) throws {
        func lines(_ gap: Double, _ distance: Double) throws -> [String] {
            var player = player(2, profile: profile)
            let (down, up) = (gap + 10, gap + 20)
            return try player.play(
                TouchScript("1↓(0,0)@0 1↑(0,0)@10 1↓(\(distance),0)@\(down) 1↑(\(distance),0)@\(up)"))
        }
        #expect(try lines(gap, distance) == ["tap ended@\(Int(gap) + 20)"])
        #expect(try lines(gap + 0.001, distance) == ["tap failed@\(Int(gap) + 10) timer"])
        #expect(try lines(gap, distance + 0.001) == [])
    }

    @Test(arguments: [(39.999, false), (40, true)])
    func `a second tap that comes too soon is the first of a fresh attempt`(_ gap: Double, _ isDouble: Bool) throws {
        var player = player(2, profile: .flutter)
        let lines = try player.play(TouchScript("1↓(0,0)@0 1↑(0,0)@10 1↓(0,0)@\(10 + gap) 1↑(0,0)@60"))
        #expect(lines == (isDouble ? ["tap ended@60"] : []))
    }

    @Test func `a two-finger tap needs both fingers and no third`() throws {
        var both = player(1, touches: 2)
        let gestures = try both.gestures("1↓(0,0) 2↓(10,0) 1↑(0,0) 2↑(10,0)")
        #expect(gestures.map(\.location) == [Point(x: 5, y: 0)])
        var one = player(1, touches: 2)
        #expect(try one.play("1↓(0,0) 1↑(0,0)") == ["tap failed@16"])
        var three = player(1, touches: 2)
        #expect(try three.play("1↓(0,0) 2↓(10,0) 3↓(20,0)") == ["tap failed@32"])
        var single = player(1)
        #expect(try single.play("1↓(0,0) 2↓(10,0)") == ["tap failed@16"])
    }

    @Test func `cancelled touches fail a tap`() throws {
        var player = player(1)
        #expect(try player.play("1↓(0,0) 1✕(0,0)") == ["tap failed@16 cancelled"])
    }
}
