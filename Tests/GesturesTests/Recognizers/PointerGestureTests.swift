import ChartTestSupport
import Gestures
import Testing

struct PointerGestureTests {
    func wheel(_ ms: Int64, _ deltaY: Double) -> InputEvent {
        .wheel(
            WheelEvent(
                time: Timestamp(microseconds: ms * 1_000), location: Point(x: 4, y: 5), deltaX: 0, deltaY: deltaY,
                deltaMode: .line, modifiers: .control))
    }

    func hover(_ phase: HoverEvent.Phase, _ ms: Int64, x: Double = 0) -> InputEvent {
        .hover(HoverEvent(phase: phase, time: Timestamp(microseconds: ms * 1_000), location: Point(x: x, y: 0)))
    }

    func tick(_ microseconds: Int64) -> InputEvent { .tick(Timestamp(microseconds: microseconds)) }

    @Test func `the wheel begins, turns and ends after its rest, at the deadline`() throws {
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

    @Test func `a hover begins with enter or a move and ends with exit`() throws {
        var player = ArenaPlayer([registration("hover", HoverGestureRecognizer())])
        let lines = try player.transitions([
            hover(.exited, 0), hover(.entered, 1), hover(.moved, 2, x: 3), hover(.exited, 3), hover(.exited, 4),
            hover(.moved, 5), hover(.entered, 6),
        ])
        #expect(
            lines.map(\.line) == [
                "hover began@1", "hover changed@2", "hover ended@3", "hover began@5", "hover changed@6",
            ])
        #expect(lines[1].gesture.location == Point(x: 3, y: 0))
        #expect(lines[1].gesture.numberOfTouches == 0)
    }

    @Test func `a hover goes on while touches come and go`() throws {
        var player = ArenaPlayer([registration("hover", HoverGestureRecognizer())])
        _ = try player.transitions([hover(.entered, 0)])
        #expect(try player.play("1↓(0,0)@1 1→(90,0)@2 1↑(90,0)@3") == [])
        #expect(try player.transitions([hover(.moved, 4)]).map(\.line) == ["hover changed@4"])
    }
}
