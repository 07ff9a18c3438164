import CoreTestSupport
import Gestures
import Testing

struct TapGestureRecognizerTests {
    func player(_ taps: Int, touches: Int = 1, profile: GestureProfile = .uikit) -> ArenaPlayer {
        ArenaPlayer(profile: profile, [registration("tap", TapGestureRecognizer(taps: taps, touches: touches))])
    }

    @Test func `the last up of the last tap is recognized`() throws {
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

    @Test(arguments: [GestureProfile.uikit, .android, .flutter, .hammer])
    func `a tap that comes too soon or too far away starts a fresh attempt`(_ profile: GestureProfile) throws {
        var far = player(2, profile: profile)
        let place = "(\(profile == .hammer ? 11 : 101),0)"
        let script = "1↓(0,0)@0 1↑(0,0)@50 1↓\(place)@100 1↑\(place)@150 1↓\(place)@200 1↑\(place)@250"
        #expect(try far.play(TouchScript(script)) == ["tap ended@250"])
        var soon = player(2, profile: profile)
        let hasLeastGap = profile == .android || profile == .flutter
        #expect(
            try soon.play("1↓(0,0)@0 1↑(0,0)@50 1↓(0,0)@89 1↑(0,0)@139 1↓(0,0)@200 1↑(0,0)@250").first
                == (hasLeastGap ? "tap ended@250" : "tap ended@139"))
    }

    @Test func `the location of a two-finger tap is between its fingers`() throws {
        var both = player(1, touches: 2)
        let gestures = try both.gestures("1↓(0,0) 2↓(10,0) 1↑(0,0) 2↑(10,0)")
        #expect(gestures.map(\.location) == [Point(x: 5, y: 0)])
    }

    @Test func `a cancelled touch fails the tap`() throws {
        var player = player(1)
        #expect(try player.play("1↓(0,0) 1✕(0,0)") == ["tap failed@16 cancelled"])
    }

    @Test func `a finger that comes down joins the tap`() throws {
        var player = player(1, touches: 2)
        #expect(try player.play("1↓(0,0) 2↓(30,0)") == [])
        #expect(player.arena.pendingRecognizers.map(\.gesture.location) == [Point(x: 15, y: 0)])
    }

    @Test func `a finger too many fails the tap`() throws {
        var three = player(1, touches: 2)
        #expect(try three.play("1↓(0,0) 2↓(10,0) 3↓(20,0)") == ["tap failed@32"])
        var single = player(1)
        #expect(try single.play("1↓(0,0) 2↓(10,0)") == ["tap failed@16"])
        var again = player(1, touches: 2)
        #expect(try again.play("1↓(0,0) 2↓(10,0) 1↑(0,0) 1↓(0,0)") == ["tap failed@48"])
    }

    @Test func `a finger may move within the slop`() throws {
        var player = player(1)
        #expect(try player.play("1↓(0,0) 1→(30,30)") == [])
        #expect(try player.play("1→(-45,0)@32 1↑(0,45)") == ["tap ended@48"])
    }

    @Test func `a finger that moves beyond the slop fails the tap`() throws {
        var player = player(1)
        #expect(try player.play("1↓(0,0) 1→(30,34) 1→(0,0) 1↑(0,0)") == ["tap failed@16"])
    }

    @Test func `a finger that lifts before the others waits for them`() throws {
        var player = player(1, touches: 2)
        #expect(try player.play("1↓(0,0)+2↓(30,0) 1↑(0,0)") == [])
        #expect(try player.play("2↑(30,0)@32") == ["tap ended@32"])
    }

    @Test func `a tap before the last one waits for the next`() throws {
        var player = player(2)
        #expect(try player.play("1↓(0,0)@0 1↑(0,0)@50 @400") == [])
        #expect(!player.arena.isIdle)
        #expect(try player.play("1↓(0,0)@400 1↑(0,0)@410") == ["tap ended@410"])
    }

    @Test func `a finger that lifts beyond the slop fails the tap`() throws {
        var player = player(1)
        #expect(try player.play("1↓(0,0) 1↑(0,46)") == ["tap failed@16"])
    }

    @Test func `a finger that lifts before all fingers are down fails the tap`() throws {
        var player = player(1, touches: 2)
        #expect(try player.play("1↓(0,0) 1↑(0,0)") == ["tap failed@16"])
    }

    @Test func `a press that lasts too long fails the tap`() throws {
        var player = player(1)
        #expect(try player.play("1↓(0,0)@0 @750") == [])
        #expect(try player.play("@751 1↑(0,0)@760") == ["tap failed@750 timer"])
        var second = self.player(2)
        #expect(try second.play("1↓(0,0)@0 1↑(0,0)@50 1↓(0,0)@100 1↑(0,0)@851") == ["tap failed@850 timer"])
    }

    @Test func `a gap that is too long fails the tap`() throws {
        var player = player(2)
        #expect(try player.play("1↓(0,0)@0 1↑(0,0)@50 @401") == ["tap failed@400 timer"])
        #expect(player.arena.isIdle)
    }
}
