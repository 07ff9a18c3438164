package import Gestures

extension RandomTouches {
    /// A gesture of one or two fingers as a person makes it, and the time until all motion ends.
    ///
    /// - Returns: The events, and the number of touch sequences among them.
    package mutating func wholeMotif() -> (events: [InputEvent], sequences: Int) {
        let events = motif()
        var (down, sequences) = (0, 0)
        for case .touch(let touch) in events {
            switch touch.phase {
            case .began:
                if down == 0 { sequences += 1 }
                down += touch.contacts.count
            case .ended, .cancelled: down -= touch.contacts.count
            case .moved: break
            }
        }
        return (events + rest(), sequences)
    }

    /// One to four turns of the wheel, and the time until all motion ends.
    package mutating func wheelTurns() -> [InputEvent] {
        let location = place()
        return (0..<cases.integer(in: 1...4)).map { _ in
            advance(by: 50_000)
            return .wheel(
                WheelEvent(
                    time: time, location: location, deltaX: 0, deltaY: eighths(in: -200...200), deltaMode: .pixel,
                    modifiers: []))
        } + rest()
    }

    /// A pinch or a drag that the client has recognized, and the time until all motion ends.
    package mutating func clientGesture() -> [InputEvent] {
        let location = place()
        let isPinch = cases.isTrue()
        let states: [GestureState] = [.began, .changed, .changed, .ended]
        return states.map { state in
            advance(by: 20_000)
            let pan = GestureValues.pan(
                translation: Vector(dx: eighths(in: -40...40), dy: eighths(in: -40...40)), velocity: .zero)
            let values =
                isPinch ? .pinch(scale: cases.number(in: 0.5...2), startAnchor: nil, startLocation: location) : pan
            return .gesture(Gesture(state: state, time: time, location: location, values: values))
        } + rest()
    }

    /// Ticks over 20 seconds, after which no inertia and no timer is left.
    private mutating func rest() -> [InputEvent] {
        (0..<4).map { _ in
            microseconds += 5_000_000
            return .tick(time)
        }
    }

    /// A gesture of one or two fingers as a person makes it, from down to up.
    mutating func motif() -> [InputEvent] {
        advance(by: 400_000)
        switch cases.integer(in: 0...4) {
        case 0: return taps()
        case 1: return hold()
        case 2: return drag(from: place(), pause: 8_000)
        case 3: return tapAndDrag()
        default: return pinch()
        }
    }

    private mutating func step(
        _ phase: TouchPhase, _ fingers: [Point], after most: Int = 20_000
    ) -> InputEvent {
        advance(by: most)
        return touch(phase, fingers.enumerated().map { TouchEvent.Contact(id: $0 + 4, location: $1) })
    }

    private mutating func tap(at location: Point) -> [InputEvent] {
        [step(.began, [location], after: 150_000), step(.ended, [location], after: 200_000)]
    }

    private mutating func taps() -> [InputEvent] {
        let location = place()
        var events: [InputEvent] = []
        for _ in 0..<cases.integer(in: 1...3) { events += tap(at: location) }
        return events
    }

    private mutating func hold() -> [InputEvent] {
        let location = place()
        var events = [step(.began, [location])]
        microseconds += 700_000
        events.append(.tick(time))
        events.append(step(.moved, [location + Vector(dx: eighths(in: -40...40), dy: eighths(in: -40...40))]))
        return events + [step(.ended, [location])]
    }

    private mutating func drag(from start: Point, pause: Int) -> [InputEvent] {
        var location = start
        var events = [step(.began, [location])]
        let pace = Vector(dx: eighths(in: -30...30), dy: eighths(in: -30...30))
        for _ in 0..<cases.integer(in: 2...8) {
            location = location + pace
            events.append(step(.moved, [location], after: pause))
        }
        return events + [step(.ended, [location], after: pause)]
    }

    private mutating func tapAndDrag() -> [InputEvent] {
        let location = place()
        let events = tap(at: location)
        advance(by: 100_000)
        return events + drag(from: location, pause: 16_000)
    }

    private mutating func pinch() -> [InputEvent] {
        var fingers = [place(), place()]
        var events =
            cases.isTrue()
            ? [step(.began, fingers)]
            : [step(.began, [fingers[0]]), touch(.began, [TouchEvent.Contact(id: 5, location: fingers[1])])]
        for _ in 0..<cases.integer(in: 1...6) {
            for index in fingers.indices {
                fingers[index] =
                    fingers[index] + Vector(dx: eighths(in: -25...25), dy: eighths(in: -25...25))
            }
            events.append(step(.moved, fingers))
        }
        return events + [step(.ended, fingers)]
    }
}
