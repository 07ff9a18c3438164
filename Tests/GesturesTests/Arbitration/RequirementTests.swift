import CoreTestSupport
import Gestures
import Testing

struct RequirementTests {
    func requiring(_ owner: String, _ recognizer: any GestureRecognizer, _ others: String...)
        -> GestureArena.Registration
    {
        GestureArena.Registration(owner: owner, recognizer: recognizer, requireFailureOf: others)
    }

    func singleAfterDouble() -> ArenaPlayer {
        ArenaPlayer([
            requiring("single", TapGestureRecognizer(), "double"),
            registration("double", TapGestureRecognizer(taps: 2)),
        ])
    }

    @Test func `a single tap waits for the double tap to fail and keeps its own time`() throws {
        var player = singleAfterDouble()
        #expect(try player.play("1↓(0,0)@0 1↑(0,0)@50 @400") == [])
        #expect(
            try player.play("@401") == ["double failed@400 timer", "single ended@50 required released@400"])
        #expect(player.arena.isIdle)
    }

    @Test func `a double tap fails the single tap that waits`() throws {
        var player = singleAfterDouble()
        #expect(
            try player.play("1↓(0,0)@0 1↑(0,0)@50 1↓(0,0)@100 1↑(0,0)@150")
                == ["double ended@150", "single failed@150 required"])
    }

    @Test func `a second touch that moves away releases the single tap`() throws {
        var player = singleAfterDouble()
        #expect(
            try player.play("1↓(0,0)@0 1↑(0,0)@50 1↓(0,0)@100 1→(90,0)@120 1↑(90,0)@130")
                == ["double failed@120", "single ended@50 required released@120"])
        #expect(player.arena.isIdle)
    }

    @Test func `a waiting pan keeps its newest gesture and begins with it when released`() throws {
        var player = ArenaPlayer([
            requiring("pan", PanGestureRecognizer(), "swipe"), registration("swipe", SwipeGestureRecognizer()),
        ])
        #expect(try player.play("1↓(0,0)@0 1→(20,20)@100 1→(30,20)@200 1→(40,20)@300") == [])
        let released = try player.transitions(TouchScript("1→(41,20)@501").events)
        #expect(
            released.map(\.line) == [
                "swipe failed@500 timer", "pan began@300 required released@500", "pan changed@501",
            ])
        #expect(released[1].gesture.translation == Vector(dx: 40, dy: 20))
    }

    @Test func `a pan that an event releases begins with that event`() throws {
        var player = ArenaPlayer([
            requiring("pan", PanGestureRecognizer(), "swipe"), registration("swipe", SwipeGestureRecognizer()),
        ])
        #expect(try player.play("1↓(0,0)@0 1→(20,20)@100") == [])
        let released = try player.transitions(TouchScript("1→(20,60)@110 1→(55,60)@120").events)
        #expect(released.map(\.line) == ["swipe ended@110", "pan failed@110 required"])
        var other = ArenaPlayer([
            requiring("pan", PanGestureRecognizer(), "tap"), registration("tap", TapGestureRecognizer()),
        ])
        #expect(
            try other.play("1↓(0,0)@0 1→(20,0)@100 1→(50,0)@110")
                == ["tap failed@110", "pan began@110 required released@110"])
    }

    @Test func `a pan that still waits when its touches are up fails`() throws {
        var player = ArenaPlayer([
            requiring("pan", PanGestureRecognizer(), "double"),
            registration("double", TapGestureRecognizer(taps: 2)),
        ])
        #expect(try player.play("1↓(0,0)@0 1→(20,0)@10 1↑(20,0)@20") == ["pan failed@20"])
    }

    @Test func `a recognizer that requires an active or recognized one to fail fails itself`() throws {
        var player = ArenaPlayer([
            registration("marquee", MarqueeGestureRecognizer(minimumDistance: 5)),
            GestureArena.Registration(
                owner: "pan", recognizer: PanGestureRecognizer(), requireFailureOf: ["marquee"],
                simultaneousWith: ["marquee"]),
        ])
        #expect(
            try player.play("1↓(0,0) 1→(6,0) 1→(20,0)")
                == ["marquee began@16", "marquee changed@32", "pan failed@32 required"])
    }

    @Test func `a recognizer without a touch delays no other`() throws {
        var player = singleAfterDouble()
        player.owners.refusingTouches = ["double"]
        #expect(try player.play("1↓(0,0) 1↑(0,0)") == ["single ended@16"])
    }

    @Test func `a disabled recognizer delays no other`() throws {
        var player = singleAfterDouble()
        var transitions: [GestureTransition] = []
        player.arena.setEnabled(false, owner: "double", into: &transitions)
        #expect(try player.play("1↓(0,0) 1↑(0,0)") == ["single ended@16"])
    }

    @Test(arguments: [true, false]) func `disabling or removing a recognizer releases those that wait for it`(
        _ removes: Bool
    ) throws {
        var player = singleAfterDouble()
        _ = try player.play("1↓(0,0)@0 1↑(0,0)@50")
        var transitions: [GestureTransition] = []
        if removes {
            player.arena.detach(owner: "double", into: &transitions)
        } else {
            player.arena.setEnabled(false, owner: "double", into: &transitions)
        }
        #expect(transitions.map(\.line) == ["double failed@50 cancelled"])
        #expect(try player.play("@60") == ["single ended@50 required released@50"])
    }

    @Test func `a chain of requirements is released one by one`() throws {
        var player = ArenaPlayer([
            requiring("one", TapGestureRecognizer(), "two"),
            requiring("two", TapGestureRecognizer(taps: 2), "three"),
            registration("three", TapGestureRecognizer(taps: 3)),
        ])
        #expect(
            try player.play("1↓(0,0)@0 1↑(0,0)@10 1↓(0,0)@20 1↑(0,0)@30 @381") == [
                "three failed@380 timer", "two ended@30 required released@380", "one failed@380 required",
            ])
    }

    @Test func `recognizers that require each other fail when the touches are up`() throws {
        var player = ArenaPlayer([
            requiring("a", PanGestureRecognizer(), "b"), requiring("b", MarqueeGestureRecognizer(), "a"),
        ])
        #expect(try player.play("1↓(0,0) 1→(20,0) 1→(30,0)") == [])
        #expect(try player.play("1↑(30,0)@90") == ["a failed@90", "b failed@90"])
        #expect(try player.play("1↓(0,0)@900 1→(20,0)") == [])
        var transitions: [GestureTransition] = []
        player.arena.cancelAll(into: &transitions)
        #expect(transitions.map(\.line) == ["a failed@916 cancelled", "b failed@916 cancelled"])
        #expect(player.arena.isIdle)
    }
}
