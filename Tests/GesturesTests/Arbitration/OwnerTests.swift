import CoreTestSupport
import Gestures
import Testing

struct OwnerTests {
    @Test func `a refused touch is not followed`() throws {
        var player = ArenaPlayer([
            registration("first", PanGestureRecognizer()), registration("second", PanGestureRecognizer()),
        ])
        player.owners.refusingTouches = ["first"]
        #expect(try player.play("1↓(0,0)@0 1→(20,0)@10") == ["second began@10"])
        player.owners.refusingTouches = []
        #expect(
            try player.play("1→(30,0)@20 2↓(90,0)@30 2→(140,0)@40") == [
                "second changed@20", "first failed@40 prevented", "second changed@40",
            ])
    }

    @Test func `recognizers without a common touch do not disturb each other`() throws {
        var player = ArenaPlayer([
            registration("left", PanGestureRecognizer()), registration("right", PanGestureRecognizer()),
        ])
        player.owners.refusingTouches = ["right"]
        _ = try player.play("1↓(0,0)@0")
        player.owners.refusingTouches = ["left"]
        _ = try player.play("2↓(500,0)@1")
        #expect(
            try player.play("1→(20,0)@2 2→(530,0)@3 1↑(20,0)@4 2↑(530,0)@5") == [
                "left began@2", "right began@3", "left ended@4", "right ended@5",
            ])
    }

    @Test func `a gesture that may not begin fails`() throws {
        var player = ArenaPlayer([
            registration("first", PanGestureRecognizer()), registration("second", PanGestureRecognizer()),
        ])
        player.owners.refusingGestures = ["first"]
        #expect(try player.play("1↓(0,0) 1→(20,0)") == ["first failed@16", "second began@16"])
    }

    @Test func `an owner that does not observe sees no move, and an up as cancelled`() throws {
        var player = ArenaPlayer([registration("pan", PanGestureRecognizer())])
        _ = try player.play("1↓(0,0)@0 1→(20,0)@10")
        player.owners.blind = ["pan"]
        #expect(try player.play("1→(30,0)@20") == [])
        #expect(try player.play("1↑(30,0)@30") == ["pan cancelled@30 cancelled"])
        #expect(try player.play("1↓(0,0)@40 1→(50,0)@50") == [])
        player.owners.blind = []
        #expect(try player.play("1→(90,0)@60 1↑(90,0)@70") == [])
        #expect(try player.play("1↓(0,0)@80 1→(50,0)@90") == ["pan began@90"])
    }

    @Test func `disabling cancels at the time of the last event, until the touches are up`() throws {
        var player = ArenaPlayer([registration("pan", PanGestureRecognizer())])
        _ = try player.play("1↓(0,0)@0 1→(20,0)@10")
        var transitions: [GestureTransition] = []
        player.arena.setEnabled(false, owner: "pan", into: &transitions)
        #expect(transitions.map(\.line) == ["pan cancelled@10 cancelled"])
        #expect(transitions.map(\.sendsAction) == [true])
        player.arena.setEnabled(true, owner: "pan", into: &transitions)
        #expect(try player.play("1→(50,0)@20 2↓(9,9)@25 2→(90,9)@26 2↑(90,9)@27 1↑(50,0)@30") == [])
        #expect(try player.play("1↓(0,0)@40 1→(20,0)@50") == ["pan began@50"])
    }

    @Test func `a disabled recognizer sees nothing`() throws {
        var disabled = registration("pan", PanGestureRecognizer())
        disabled.isEnabled = false
        var player = ArenaPlayer([disabled])
        #expect(try player.play("1↓(0,0)@0 1→(20,0)@10") == [])
        var transitions: [GestureTransition] = []
        player.arena.setEnabled(true, owner: "pan", into: &transitions)
        #expect(try player.play("1→(60,0)@20 1↑(60,0)@30") == [])
        #expect(transitions.isEmpty)
    }

    @Test func `removing cancels`() throws {
        var player = ArenaPlayer([
            registration("pan", PanGestureRecognizer()), registration("tap", TapGestureRecognizer()),
        ])
        _ = try player.play("1↓(0,0)@0")
        var transitions: [GestureTransition] = []
        player.arena.detach(owner: "tap", into: &transitions)
        #expect(transitions.map(\.line) == ["tap failed@0 cancelled"])
        #expect(transitions.allSatisfy { !$0.sendsAction })
        _ = try player.play("1→(20,0)@10")
        player.arena.detach(owner: "pan", into: &transitions)
        #expect(transitions.last?.line == "pan cancelled@10 cancelled")
        #expect(player.arena.owners.isEmpty)
    }

    @Test func `cancelling everything forgets touches, timers and taps`() throws {
        var player = ArenaPlayer([
            registration("pan", PanGestureRecognizer()), registration("double", TapGestureRecognizer(taps: 2)),
        ])
        _ = try player.play("1↓(0,0)@0 1↑(0,0)@10 1↓(0,0)@20")
        var transitions: [GestureTransition] = []
        player.arena.cancelAll(into: &transitions)
        #expect(transitions.map(\.line) == ["pan failed@20 cancelled", "double failed@20 cancelled"])
        #expect(player.arena.isIdle)
        #expect(try player.play("1→(50,0)@30 1↑(50,0)@40 1↓(0,0)@50 1↑(0,0)@60").filter { $0.contains("double") } == [])
    }

    @Test func `resolving the timers fires each of them whatever its deadline`() throws {
        var single = registration("single", TapGestureRecognizer())
        single.requireFailureOf = ["double"]
        var player = ArenaPlayer([
            single, registration("double", TapGestureRecognizer(taps: 2)),
            registration("wheel", WheelGestureRecognizer()),
        ])
        _ = try player.play("1↓(0,0)@0 1↑(0,0)@10")
        _ = try player.transitions([
            .wheel(WheelEvent(time: Timestamp(microseconds: 20_000), location: .zero, deltaX: 0, deltaY: 1))
        ])
        var transitions: [GestureTransition] = []
        player.arena.resolveTimers(delegate: player.owners, into: &transitions)
        #expect(
            transitions.map(\.line) == [
                "wheel ended@170 timer", "double failed@360 timer", "single ended@10 required released@360",
            ])
        #expect(player.arena.isIdle)
        #expect(try player.play("1↓(0,0)@0 1↑(0,0)@5").isEmpty)
    }
}
