import CoreTestSupport
import Gestures
import Testing

/// Ten thousand touch sequences in arenas with every recognizer, with five arenas for each platform.
struct TouchSequenceEndTests {
    private func arena(_ seed: UInt64) -> ArenaPlayer {
        ArenaPlayer.withEveryRecognizer(profile: GestureProfile.allCases[Int(seed % 4)])
    }

    /// The last state of each recognizer, by owner and role.
    private var states: [String: GestureState] = [:]

    @Test(arguments: seeds(UInt64(20)))
    mutating func `a finished touch sequence leaves nothing behind`(_ seed: UInt64) throws {
        var touches = SeededTouches(seed: seed)
        let fresh = arena(seed)
        var worn = fresh
        for _ in 0..<500 {
            let events = touches.sequence()
            var new = fresh
            var transitions: [GestureTransition] = []
            for event in events {
                for step in [.tick(event.time), event] {
                    let made = try worn.transitions([step])
                    take(made)
                    transitions += made
                    if !worn.arena.hasTouches { forgetTerminal() }
                }
            }
            #expect(worn.arena.isIdle)
            #expect(worn.arena.pendingRecognizers.isEmpty)
            #expect(worn.arena.activeGestures.isEmpty)
            #expect(worn.arena.failures.isEmpty)
            #expect(states.values.allSatisfy { $0 == .possible })
            let asNew = try new.transitions(events)
            try #require(transitions == asNew, "\(events)")
        }
    }

    @Test(arguments: UInt64(0)..<4)
    func `every number of every gesture is finite however far the fingers go`(_ seed: UInt64) throws {
        var touches = SeededTouches(seed: seed, reach: 10_000)
        var player = arena(seed)
        var count = 0
        for _ in 0..<500 {
            for transition in try player.transitions(touches.sequence()) {
                let numbers = transition.gesture.numbers
                count += numbers.count
                try #require(!numbers.contains { !$0.isFinite }, "\(transition)")
            }
        }
        #expect(count > 10_000)
    }

    private mutating func take(_ transitions: [GestureTransition]) {
        for transition in transitions {
            let name = "\(transition.owner)\(transition.role)"
            let (from, to) = (states[name] ?? .possible, transition.gesture.state)
            if !from.mayBecome(to, isDiscrete: transition.gesture.kind.isDiscrete) {
                Issue.record("\(name) \(from) → \(to)")
            }
            let isReset = to.isTerminal && (transition.gesture.kind == .wheel || transition.gesture.kind == .hover)
            states[name] = isReset ? .possible : to
        }
    }

    private mutating func forgetTerminal() {
        for name in states.keys where states[name]?.isTerminal == true { states[name] = .possible }
    }
}

extension GestureState {
    /// Whether the state machine allows the transition.
    fileprivate func mayBecome(_ next: GestureState, isDiscrete: Bool) -> Bool {
        switch (self, next) {
        case (.possible, .failed): true
        case (.possible, .ended): isDiscrete
        case (.possible, .began), (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended),
            (.began, .cancelled), (.changed, .cancelled):
            !isDiscrete
        case (.possible, _), (.began, _), (.changed, _), (.ended, _), (.cancelled, _), (.failed, _): false
        }
    }
}

extension GestureKind {
    fileprivate var isDiscrete: Bool {
        switch self {
        case .tap, .doubleTouchDown, .swipe: true
        case .longPress, .pan, .pinch, .rotation, .hover, .wheel, .marquee: false
        }
    }
}

extension Gesture {
    /// All numbers that the gesture measures.
    fileprivate var numbers: [Double] {
        let measured: [Double] =
            switch values {
            case .pan(let translation, let velocity): [translation.dx, translation.dy, velocity.dx, velocity.dy]
            case .pinch(let scale, _, let start): [scale, start.x, start.y]
            case .rotation(let radians): [radians]
            case .wheel(let deltaX, let deltaY, _): [deltaX, deltaY]
            case .marquee(let rect): [rect.x, rect.y, rect.width, rect.height]
            case .tap, .doubleTouchDown, .longPress, .swipe, .hover: []
            }
        return [location.x, location.y] + measured
    }
}
