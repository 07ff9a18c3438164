import ChartTestSupport
import Gestures
import Testing

struct BriefReadingTests {
    private static let registrations = [
        registration("pan", PanGestureRecognizer(maximumTouches: 2)), registration("pinch", PinchGestureRecognizer()),
        registration("tap", TapGestureRecognizer(taps: 2)),
    ]

    /// Recognizers of owners that look at no velocity while a gesture goes on.
    private static func hurried(profile: GestureProfile) -> ArenaPlayer {
        let hurried = registrations.map { one in
            var registration = one
            registration.needsVelocity = false
            return registration
        }
        var player = ArenaPlayer(profile: profile, hurried)
        player.owners.needsEveryVelocity = false
        return player
    }

    /// A sequence with a smooth drag in the long rest before its end.
    private static func withDrag(_ sequence: [InputEvent]) -> [InputEvent] {
        guard let end = sequence.last else { return [] }
        let drag = (0...7).map { step in
            let contact = TouchEvent.Contact(id: 9, location: Point(x: 10 + 15 * Double(step), y: 20))
            let phase: TouchPhase = step == 0 ? .began : step < 7 ? .moved : .ended
            let time = Timestamp(microseconds: end.time.microseconds - 5_000_000 + Int64(step) * 16_000)
            return InputEvent.touch(TouchEvent(phase: phase, time: time, contacts: [contact]))
        }
        return sequence.dropLast() + drag + [end]
    }

    private static func withoutVelocity(_ transition: GestureTransition) -> GestureTransition {
        guard transition.gesture.state == .changed, case .pan(let translation, _) = transition.gesture.values else {
            return transition
        }
        var brief = transition
        brief.gesture.values = .pan(translation: translation, velocity: .zero)
        return brief
    }

    @Test(arguments: [GestureProfile.uikit, .flutter], [1, 2, 3] as [UInt64])
    func `a velocity that was left out is there when somebody asks`(_ profile: GestureProfile, seed: UInt64) throws {
        var touches = SeededTouches(seed: seed)
        var unhurried = ArenaPlayer(profile: profile, Self.registrations)
        var hurried = Self.hurried(profile: profile)
        var velocitiesLeftOut = 0
        for count in 1...400 {
            for event in Self.withDrag(touches.sequence()) {
                let expected = try unhurried.transitions([event])
                #expect(try hurried.transitions([event]) == expected.map(Self.withoutVelocity))
                #expect(hurried.arena.activeGestures == unhurried.arena.activeGestures)
                velocitiesLeftOut += expected.count { Self.withoutVelocity($0) != $0 }
                if count.isMultiple(of: 7) {
                    unhurried.arena.setTranslation(.zero, owner: "pan", role: 0)
                    hurried.arena.setTranslation(.zero, owner: "pan", role: 0)
                    #expect(hurried.arena.activeGestures == unhurried.arena.activeGestures)
                }
            }
        }
        #expect(velocitiesLeftOut > 100)
    }

    @Test func `a delegate that needs every velocity gets it whatever the owners need`() throws {
        var player = Self.hurried(profile: .uikit)
        player.owners.needsEveryVelocity = true
        let gestures = try player.gestures("1↓(10,10) 1→(30,10) 1→(50,10) 1→(70,10)")
        #expect(gestures.last?.velocity != .zero)
    }
}
