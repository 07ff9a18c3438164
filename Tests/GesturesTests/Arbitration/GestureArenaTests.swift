import CoreTestSupport
import Gestures
import Testing

struct GestureArenaTests {
    @Test func `of two pans the first one registered wins`() throws {
        var player = ArenaPlayer([
            registration("first", PanGestureRecognizer()), registration("second", PanGestureRecognizer()),
        ])
        #expect(
            try player.play("1↓(0,0) 1→(20,0) 1→(30,0) 1↑(30,0)") == [
                "first began@16", "second failed@16 prevented", "first changed@32", "first ended@48",
            ])
        #expect(try player.actions("1↓(0,0)@900 1→(20,0)") == ["first began@916"])
    }

    @Test func `attaching before another gives the priority`() throws {
        var player = ArenaPlayer([registration("old", PanGestureRecognizer())])
        player.arena.attach([registration("new", PanGestureRecognizer())], before: "old")
        #expect(player.arena.owners == ["new", "old"])
        #expect(try player.actions("1↓(0,0) 1→(20,0)") == ["new began@16"])
    }

    @Test func `failures of an event apply before its recognitions`() throws {
        var tap = registration("single", TapGestureRecognizer())
        tap.requireFailureOf = ["press"]
        var player = ArenaPlayer([tap, registration("press", LongPressGestureRecognizer())])
        #expect(try player.play("1↓(0,0) 1↑(0,0)") == ["press failed@16", "single ended@16"])
    }

    @Test func `pan, pinch and rotation go on together`() throws {
        var player = ArenaPlayer([
            registration("pan", PanGestureRecognizer()), registration("pinch", PinchGestureRecognizer()),
            registration("turn", RotationGestureRecognizer()),
        ])
        #expect(
            try player.play("1↓(0,0)+2↓(100,0) 2→(150,90) 1→(5,0) 1↑(5,0)+2↑(150,90)") == [
                "pan began@16", "pinch began@16", "turn began@16", "pan changed@32", "pinch changed@32",
                "turn changed@32", "pan ended@48", "pinch ended@48", "turn ended@48",
            ])
    }

    @Test(arguments: [
        ("marquee", "pan"), ("pan", "marquee"), ("pan", "press"), ("press", "pan"), ("pinch", "marquee"),
    ]) func `exclusive kinds prevent each other`(_ first: String, _ second: String) throws {
        let recognizers: [String: any GestureRecognizer] = [
            "marquee": MarqueeGestureRecognizer(), "pan": PanGestureRecognizer(), "press": LongPressGestureRecognizer(),
            "pinch": PinchGestureRecognizer(),
        ]
        var player = ArenaPlayer([
            registration(first, recognizers[first]!), registration(second, recognizers[second]!),
        ])
        let script: TouchScript =
            first == "press"
            ? "1↓(0,0)@0 @500 1→(50,0)@510" : "1↓(0,0)@0 2↓(0,50)@1 1→(9,0)@5 1→(50,0)@16 1→(60,0)@600"
        #expect(Set(try player.actions(script).map { $0.prefix(while: { $0 != " " }) }) == [Substring(first)])
    }

    @Test(arguments: [0, 1]) func `either side may allow both`(_ side: Int) throws {
        var registrations = [
            registration("first", PanGestureRecognizer()), registration("second", PanGestureRecognizer()),
        ]
        registrations[side].simultaneousWith = [side == 0 ? "second" : "first"]
        var player = ArenaPlayer(registrations)
        #expect(try player.play("1↓(0,0) 1→(20,0)") == ["first began@16", "second began@16"])
    }

    @Test func `a single tap never prevents a double tap`() throws {
        var player = ArenaPlayer([
            registration("single", TapGestureRecognizer()), registration("double", TapGestureRecognizer(taps: 2)),
        ])
        #expect(
            try player.actions("1↓(0,0) 1↑(0,0) 1↓(0,0) 1↑(0,0)") == [
                "single ended@16", "single ended@48", "double ended@48",
            ])
    }

    @Test func `a double tap prevents a single tap that comes after it in order`() throws {
        var player = ArenaPlayer([
            registration("double", TapGestureRecognizer(taps: 2)), registration("single", TapGestureRecognizer()),
        ])
        #expect(
            try player.play("1↓(0,0) 1↑(0,0) 1↓(0,0) 1↑(0,0)") == [
                "single ended@16", "double ended@48", "single failed@48 prevented",
            ])
    }

    @Test func `an arena knows its active gestures and whether it is idle`() throws {
        var player = ArenaPlayer([
            registration("pan", PanGestureRecognizer()), registration("double", TapGestureRecognizer(taps: 2)),
        ])
        #expect(player.arena.isIdle)
        _ = try player.play("1↓(0,0)@0 1↑(0,0)@10")
        #expect(!player.arena.isIdle)
        _ = try player.play("@360")
        #expect(!player.arena.isIdle)
        _ = try player.play("@360.001")
        #expect(player.arena.isIdle)
        _ = try player.play("1↓(0,0)@500 1→(50,0)@510 1→(60,0)@520")
        #expect(player.arena.activeGestures.map(\.line) == ["pan changed@520"])
    }

    @Test func `a terminal recognizer receives nothing until every touch is up`() throws {
        var player = ArenaPlayer([registration("tap", TapGestureRecognizer())])
        #expect(
            try player.play("1↓(0,0) 1→(90,0) 2↓(9,9) 1↑(90,0) 2↑(9,9) 1↓(0,0) 1↑(0,0)")
                == ["tap failed@16", "tap ended@96"])
    }

    @Test func `a touch that begins while it is down is cancelled first`() throws {
        var player = ArenaPlayer([registration("pan", PanGestureRecognizer())])
        #expect(
            try player.play("1↓(0,0) 1→(20,0) 1↓(50,50) 1→(80,50)") == [
                "pan began@16", "pan cancelled@32 cancelled", "pan began@48",
            ])
    }

    @Test func `due timers fire by deadline, then by registration`() throws {
        var player = ArenaPlayer([
            registration("double", TapGestureRecognizer(taps: 2)), registration("press", LongPressGestureRecognizer()),
            registration("twice", TapGestureRecognizer(taps: 2)), registration("swipe", SwipeGestureRecognizer()),
        ])
        #expect(
            try player.play("1↓(0,0)@0 @2000") == [
                "press began@500 timer", "double failed@500 prevented", "twice failed@500 prevented",
                "swipe failed@500 prevented",
            ])
        #expect(
            try player.play("1↑(0,0)@2100 1↓(0,0)@3000 1↑(0,0)@3010 @9000") == [
                "press ended@2100", "press failed@3010", "swipe failed@3010", "double failed@3360 timer",
                "twice failed@3360 timer",
            ])
    }
}
