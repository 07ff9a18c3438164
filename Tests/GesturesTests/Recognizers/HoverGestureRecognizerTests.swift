import CoreTestSupport
import Gestures
import Testing

struct HoverGestureRecognizerTests {
    func hover(_ phase: HoverEvent.Phase, _ ms: Int64, x: Double = 0) -> InputEvent {
        .hover(HoverEvent(phase: phase, time: Timestamp(microseconds: ms * 1_000), location: Point(x: x, y: 0)))
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

    @Test func `a hover continues while touches come and go`() throws {
        var player = ArenaPlayer([registration("hover", HoverGestureRecognizer())])
        _ = try player.transitions([hover(.entered, 0)])
        #expect(try player.play("1↓(0,0)@1 1→(90,0)@2 1↑(90,0)@3") == [])
        #expect(try player.transitions([hover(.moved, 4)]).map(\.line) == ["hover changed@4"])
    }

    @Test(arguments: [HoverEvent.Phase.entered, .moved])
    func `the pointer that enters, or moves without having entered, begins the hover`(
        _ phase: HoverEvent.Phase
    ) throws {
        var player = ArenaPlayer([registration("hover", HoverGestureRecognizer())])
        #expect(try player.transitions([hover(phase, 5)]).map(\.line) == ["hover began@5"])
    }

    @Test func `a pointer that leaves without having entered is ignored`() throws {
        var player = ArenaPlayer([registration("hover", HoverGestureRecognizer())])
        #expect(try player.transitions([hover(.exited, 5)]).isEmpty)
        #expect(try player.transitions([hover(.moved, 6)]).map(\.line) == ["hover began@6"])
    }

    @Test(arguments: [HoverEvent.Phase.entered, .moved])
    func `a hover follows every move of the pointer`(_ phase: HoverEvent.Phase) throws {
        var player = ArenaPlayer([registration("hover", HoverGestureRecognizer())])
        let transitions = try player.transitions([hover(.entered, 0), hover(phase, 1, x: 9)])
        #expect(transitions.map(\.line) == ["hover began@0", "hover changed@1"])
        #expect(transitions[1].gesture.location == Point(x: 9, y: 0))
    }

    @Test func `the pointer that leaves ends the hover`() throws {
        var player = ArenaPlayer([registration("hover", HoverGestureRecognizer())])
        let transitions = try player.transitions([hover(.moved, 0), hover(.exited, 1, x: 9)])
        #expect(transitions.map(\.line) == ["hover began@0", "hover ended@1"])
        #expect(transitions[1].gesture.location == Point(x: 9, y: 0))
    }

    @Test func `a pointer that leaves fails a hover that waits for another gesture`() throws {
        var waiting = registration("hover", HoverGestureRecognizer())
        waiting.requireFailureOf = ["tap"]
        var player = ArenaPlayer([waiting, registration("tap", TapGestureRecognizer())])
        #expect(try player.play("1↓(0,0)@0") == [])
        #expect(try player.transitions([hover(.moved, 1), hover(.exited, 2)]).map(\.line) == ["hover failed@2"])
        #expect(try player.play("1→(90,0)@3") == ["tap failed@3"])
        #expect(player.arena.activeGestures == [])
    }

    @Test func `a pointer that leaves unobserved cancels a begun and a waiting hover`() throws {
        var waiting = registration("late", HoverGestureRecognizer())
        waiting.requireFailureOf = ["tap"]
        var player = ArenaPlayer([
            registration("hover", HoverGestureRecognizer()), waiting, registration("tap", TapGestureRecognizer()),
        ])
        #expect(try player.play("1↓(0,0)@0") == [])
        #expect(try player.transitions([hover(.moved, 1)]).map(\.line) == ["hover began@1"])
        player.owners.blind = ["hover", "late"]
        #expect(try player.transitions([hover(.moved, 2)]).isEmpty)
        #expect(
            try player.transitions([hover(.exited, 3)]).map(\.line)
                == ["late failed@3 cancelled", "hover cancelled@3 cancelled"])
    }
}
