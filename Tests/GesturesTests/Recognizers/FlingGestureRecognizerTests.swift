import CoreTestSupport
import Gestures
import Testing

struct FlingGestureRecognizerTests {
    /// The proposal for a finger that moves by a step every 16 ms, four times, and lifts after a rest.
    private func proposal(
        step: Vector, rest: Double = 0, _ vary: (inout GestureThresholds) -> Void = { _ in }
    ) -> (state: GestureState?, values: GestureValues) {
        var thresholds = GestureThresholds()
        vary(&thresholds)
        var recognizer = FlingGestureRecognizer()
        recognizer.configure(thresholds)
        var touch = Touch(
            id: 1, arrival: 0, location: .zero, previousLocation: .zero, startLocation: .zero,
            startTime: Timestamp(microseconds: 0), tapCount: 1, kind: .touch, buttons: 0)
        func show(_ phase: TouchPhase, at milliseconds: Double) -> GestureState? {
            let time = Timestamp(microseconds: Int64(milliseconds * 1_000))
            let down = phase == .ended ? [] : [touch]
            return recognizer.handle(
                .touches(TouchChange(phase: phase, time: time, changed: [touch], down: down)), in: .possible)
        }
        #expect(show(.began, at: 0) == nil)
        for count in 1...4 {
            touch.location = touch.location + step
            #expect(show(.moved, at: Double(count) * 16) == nil)
        }
        let state = show(.ended, at: 64 + rest)
        return (state, recognizer.reading.values)
    }

    @Test(arguments: [
        (Vector(dx: 4, dy: 1), SwipeDirection.right), (Vector(dx: -4, dy: 1), .left), (Vector(dx: 1, dy: 4), .down),
        (Vector(dx: 1, dy: -4), .up),
    ])
    func `a finger that lifts while it is fast is recognized`(
        step: Vector, direction: SwipeDirection
    ) {
        let (state, values) = proposal(step: step)
        #expect(state == .ended)
        #expect(values == .swipe(direction: direction))
    }

    /// 0.8 points in 16 ms are 50 points a second.
    @Test(arguments: [(0.79, GestureState.failed), (0.81, .ended)])
    func `a finger that lifts slower than the slowest fling fails it`(step: Double, state: GestureState) {
        #expect(proposal(step: Vector(dx: step, dy: 0)).state == state)
    }

    @Test func `the profile sets the slowest fling`() {
        let step = Vector(dx: 4, dy: 0)
        #expect(proposal(step: step) { $0.flingMinimumVelocity = 300 }.state == .failed)
        #expect(proposal(step: step) { $0.flingMinimumVelocity = 240 }.state == .ended)
    }

    @Test(arguments: [(40.0, GestureState.ended), (41, .failed)])
    func `a finger that rested before it lifts is no fling`(rest: Double, state: GestureState) {
        #expect(proposal(step: Vector(dx: 4, dy: 0), rest: rest).state == state)
    }

    func play(_ script: TouchScript) throws -> [String] {
        var player = ArenaPlayer([registration("fling", FlingGestureRecognizer())])
        return try player.play(script)
    }

    @Test func `a finger that comes down starts the stroke`() throws {
        var player = ArenaPlayer([registration("fling", FlingGestureRecognizer())])
        #expect(try player.play("1↓(90,0)") == [])
        #expect(player.arena.pendingRecognizers.map(\.gesture.location) == [Point(x: 90, y: 0)])
    }

    @Test func `a second finger fails the fling`() throws {
        #expect(try play("1↓(0,0) 2↓(90,0) 1→(9,0) 1→(30,0) 1→(60,0) 1↑(60,0)") == ["fling failed@16"])
    }

    @Test func `a move is measured`() throws {
        #expect(try play("1↓(0,0) 1→(9,0) 1→(30,0) 1→(60,0)") == [])
        #expect(try play("1↓(0,0) 1→(9,0) 1→(30,0) 1→(60,0) 1↑(60,0)") == ["fling ended@64"])
        #expect(try play("1↓(0,0) 1↑(60,0)") == ["fling failed@16"])
    }

    @Test func `a cancelled touch fails the fling`() throws {
        #expect(try play("1↓(0,0) 1→(9,0) 1→(30,0) 1→(60,0) 1✕(60,0)") == ["fling failed@64 cancelled"])
    }

    @Test func `a failed fling discards the direction of the one before`() throws {
        var player = ArenaPlayer([registration("fling", FlingGestureRecognizer())])
        let strokes: TouchScript = "1↓(0,0) 1→(0,9) 1→(0,30) 1→(0,60) 1↑(0,60) 1↓(0,0)@900 1↑(0,0)"
        #expect(
            try player.transitions(strokes.events).map(\.gesture.values)
                == [.swipe(direction: .down), .swipe(direction: .right)])
    }
}
