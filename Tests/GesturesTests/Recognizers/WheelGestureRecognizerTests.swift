import CoreTestSupport
import Gestures
import Testing

struct WheelGestureRecognizerTests {
    func wheel(_ ms: Int64, _ deltaY: Double) -> InputEvent {
        .wheel(
            WheelEvent(
                time: Timestamp(microseconds: ms * 1_000), location: Point(x: 4, y: 5), deltaX: 0, deltaY: deltaY,
                deltaMode: .line, modifiers: .control))
    }

    func tick(_ microseconds: Int64) -> InputEvent { .tick(Timestamp(microseconds: microseconds)) }

    @Test func `a rest ends the gesture at its deadline`() throws {
        var player = ArenaPlayer([registration("wheel", WheelGestureRecognizer())])
        let first = try player.transitions([wheel(0, 1), wheel(150, -2), tick(300_000)])
        #expect(first.map(\.line) == ["wheel began@0", "wheel changed@150"])
        #expect(first[1].gesture.values == .wheel(deltaX: 0, deltaY: -2, deltaMode: .line))
        #expect(player.arena.activeGestures == [first[1]])
        let end = try player.transitions([tick(300_001)])
        #expect(end.map(\.line) == ["wheel ended@300 timer"])
        #expect(end[0].gesture.values == .wheel(deltaX: 0, deltaY: 0, deltaMode: .line))
        #expect(end[0].gesture.modifiers == .control)
        #expect(player.arena.isIdle)
        #expect(try player.transitions([wheel(400, 1)]).map(\.line) == ["wheel began@400"])
    }

    @Test func `a turn just after the rest begins a new gesture`() throws {
        var player = ArenaPlayer([registration("wheel", WheelGestureRecognizer())])
        #expect(
            try player.transitions([wheel(0, 1), wheel(151, 1)]).map(\.line)
                == ["wheel began@0", "wheel ended@150 timer", "wheel began@151"])
    }

    @Test func `the wheel turns while a touch is down`() throws {
        var player = ArenaPlayer([
            registration("pan", PanGestureRecognizer()), registration("wheel", WheelGestureRecognizer()),
        ])
        _ = try player.play("1↓(0,0)@0 1→(50,0)@10")
        #expect(
            try player.transitions([wheel(20, 1), tick(200_000), wheel(210, 1)]).map(\.line)
                == ["wheel began@20", "wheel ended@170 timer", "wheel began@210"])
        #expect(try player.play("1→(60,0)@220") == ["pan changed@220"])
    }

    @Test func `the first turn begins the gesture`() throws {
        var player = ArenaPlayer([registration("wheel", WheelGestureRecognizer())])
        let transitions = try player.transitions([wheel(7, -3)])
        #expect(transitions.map(\.line) == ["wheel began@7"])
        #expect(transitions[0].gesture.values == .wheel(deltaX: 0, deltaY: -3, deltaMode: .line))
        #expect(transitions[0].gesture.location == Point(x: 4, y: 5))
    }

    @Test func `a further turn changes the gesture`() throws {
        var player = ArenaPlayer([registration("wheel", WheelGestureRecognizer())])
        let transitions = try player.transitions([wheel(0, 1), wheel(100, 2), wheel(250, 0)])
        #expect(transitions.map(\.gesture.state) == [.began, .changed, .changed])
        #expect(transitions[1].gesture.values == .wheel(deltaX: 0, deltaY: 2, deltaMode: .line))
    }

    @Test func `a rest fails a gesture that waits for another`() throws {
        var waiting = registration("wheel", WheelGestureRecognizer())
        waiting.requireFailureOf = ["tap"]
        var player = ArenaPlayer([waiting, registration("tap", TapGestureRecognizer())])
        _ = try player.play("1↓(0,0)@0")
        #expect(try player.transitions([wheel(10, 1), wheel(20, 1)]).isEmpty)
        #expect(try player.play("@171") == ["wheel failed@170 timer"])
    }

    @Test func `a wheel that is enabled again turns at once, even while a touch is down`() throws {
        var player = ArenaPlayer([registration("wheel", WheelGestureRecognizer())])
        _ = try player.play("1↓(0,0)@0")
        var transitions = try player.transitions([wheel(1, 1)])
        player.arena.setEnabled(false, owner: "wheel", into: &transitions)
        player.arena.setEnabled(true, owner: "wheel", into: &transitions)
        transitions += try player.transitions([wheel(2, 1)])
        #expect(transitions.map(\.line) == ["wheel began@1", "wheel cancelled@1 cancelled", "wheel began@2"])
    }
}
