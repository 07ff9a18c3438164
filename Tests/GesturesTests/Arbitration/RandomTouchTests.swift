import CoreTestSupport
import Gestures
import Testing

struct RandomTouchTests {
    static let seeds: [UInt64] = [1, 2, 3]

    func events(_ count: Int, seed: UInt64) -> [InputEvent] {
        var random = SeededCases(seed: seed)
        var time: Int64 = 0
        return (0..<count).map { _ in
            time += Int64(
                random.integer(in: 0...19) == 0 ? random.integer(in: 0...899_999) : random.integer(in: 0...29_999))
            let moment = Timestamp(microseconds: time)
            let place = Point(x: Double(random.integer(in: 0...159)), y: Double(random.integer(in: 0...59)))
            switch random.integer(in: 0...23) {
            case 0: return .wheel(WheelEvent(time: moment, location: place, deltaX: 0, deltaY: 1))
            case 1:
                return .hover(
                    HoverEvent(phase: random.integer(in: 0...1) == 0 ? .moved : .exited, time: moment, location: place))
            case 2: return .tick(moment)
            case let step:
                let phase: TouchPhase = step < 8 ? .began : step < 17 ? .moved : step < 23 ? .ended : .cancelled
                let first = random.integer(in: 0...3)
                let contacts = (0...random.integer(in: 0...1)).map {
                    TouchEvent.Contact(
                        id: (first + $0) % 4, location: Point(x: place.x + Double(30 * $0), y: place.y))
                }
                return .touch(TouchEvent(phase: phase, time: moment, contacts: contacts))
            }
        }
    }

    /// Whether an event ends the touch sequence and begins another one.
    func replacesEveryTouch(_ event: InputEvent, in arena: GestureArena) -> Bool {
        guard case .touch(let touchEvent) = event, touchEvent.phase == .began else { return false }
        return arena.touchesDown.allSatisfy { touch in touchEvent.contacts.contains { $0.id == touch.id } }
    }

    @Test(arguments: seeds) func `random touches cause only legal transitions, and every gesture`(_ seed: UInt64)
        throws
    {
        var player = ArenaPlayer.withEveryRecognizer()
        var states: [String: GestureState] = [:]
        var recognized: Set<String> = []
        for event in events(30_000, seed: seed) {
            let replacesAll = replacesEveryTouch(event, in: player.arena)
            for transition in try player.transitions([event]) {
                let name = "\(transition.owner)\(transition.role)"
                let from = states[name] ?? .possible
                let to = transition.gesture.state
                let wasReset =
                    from.isTerminal && (replacesAll || !transition.gesture.kind.isDecidedOncePerTouchSequence)
                switch (wasReset ? .possible : from, to) {
                case (.possible, .began), (.possible, .ended): recognized.insert(name)
                case (.possible, .failed), (.began, .changed), (.changed, .changed), (.began, .ended),
                    (.changed, .ended), (.began, .cancelled), (.changed, .cancelled):
                    break
                default: Issue.record("\(name) \(from) → \(to) at \(transition.gesture.time)")
                }
                #expect(transition.sendsAction == (to != .failed))
                #expect(transition.gesture.location.x.isFinite && transition.gesture.location.y.isFinite)
                states[name] = to
            }
            if replacesAll || !player.arena.hasTouches {
                for (name, state) in states where state.isTerminal { states[name] = nil }
            }
        }
        #expect(recognized.count >= 12, "\(recognized.sorted())")
    }

    @Test(arguments: seeds) func `a replay and a copy made midway give the same transitions`(_ seed: UInt64) throws {
        let events = events(4_000, seed: seed)
        var first = ArenaPlayer.withEveryRecognizer()
        var second = ArenaPlayer.withEveryRecognizer()
        let whole = try first.transitions(events)
        var split = try second.transitions(Array(events[..<1_777]))
        var copy = second
        let before = split
        split += try second.transitions(Array(events[1_777...]))
        #expect(split == whole)
        #expect(before + (try copy.transitions(Array(events[1_777...]))) == whole)
        #expect(whole.count > 1_000)
    }
}

extension GestureKind {
    /// Whether the gesture follows touches, so that its recognizer leaves possible at most once in a touch sequence.
    fileprivate var isDecidedOncePerTouchSequence: Bool { self != .wheel && self != .hover }
}
