import CoreTestSupport
import Gestures
import Testing

struct VelocityOnDemandTests {
    private static let registrations = [
        registration("pan", PanGestureRecognizer(maximumTouches: 2)), registration("pinch", PinchGestureRecognizer()),
        registration("tap", TapGestureRecognizer(taps: 2)),
    ]

    /// An arena with owners that read no velocity of a gesture in progress.
    private static func playerWithoutVelocity(profile: GestureProfile) -> ArenaPlayer {
        let withoutVelocity = registrations.map { one in
            var registration = one
            registration.needsVelocity = false
            return registration
        }
        var player = ArenaPlayer(profile: profile, withoutVelocity)
        player.owners.needsEveryVelocity = false
        return player
    }

    /// The sequence with a smooth drag added in the long rest before its end.
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
        var reduced = transition
        reduced.gesture.values = .pan(translation: translation, velocity: .zero)
        return reduced
    }

    @Test(arguments: [GestureProfile.uikit, .flutter], [1, 2, 3] as [UInt64])
    func `an omitted velocity is available on demand`(_ profile: GestureProfile, seed: UInt64) throws {
        var touches = SeededTouches(seed: seed)
        var complete = ArenaPlayer(profile: profile, Self.registrations)
        var reduced = Self.playerWithoutVelocity(profile: profile)
        var velocitiesLeftOut = 0
        for count in 1...400 {
            for event in Self.withDrag(touches.sequence()) {
                let expected = try complete.transitions([event])
                #expect(try reduced.transitions([event]) == expected.map(Self.withoutVelocity))
                #expect(reduced.arena.activeGestures == complete.arena.activeGestures)
                velocitiesLeftOut += expected.count { Self.withoutVelocity($0) != $0 }
                if count.isMultiple(of: 7) {
                    complete.arena.setTranslation(.zero, owner: "pan", role: 0)
                    reduced.arena.setTranslation(.zero, owner: "pan", role: 0)
                    #expect(reduced.arena.activeGestures == complete.arena.activeGestures)
                }
            }
        }
        #expect(velocitiesLeftOut > 100)
    }

    @Test func `a delegate that needs every velocity gets it whatever the owners need`() throws {
        var player = Self.playerWithoutVelocity(profile: .uikit)
        player.owners.needsEveryVelocity = true
        let gestures = try player.gestures("1↓(10,10) 1→(30,10) 1→(50,10) 1→(70,10)")
        #expect(gestures.last?.velocity != .zero)
    }
}
