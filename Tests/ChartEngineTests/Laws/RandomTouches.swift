import ChartEngine
import ChartTestSupport
import Gestures

/// Random but well-formed events of one client: fingers, wheel, hover, gestures, ticks, with a few stray contacts.
struct RandomTouches {
    var cases: SeededCases
    let size: ChartSize
    /// How far beyond the plot area locations may lie, in points.
    let reach: Double
    private(set) var microseconds: Int64 = 1_000_000
    private var down: [Int: Point] = [:]

    init(seed: UInt64, size: ChartSize, reach: Double = 50) {
        cases = SeededCases(seed: seed)
        self.size = size
        self.reach = reach
    }

    mutating func events(_ count: Int) -> [InputEvent] { (0..<count).map { _ in next() } }

    mutating func next() -> InputEvent {
        microseconds += Int64(cases.integer(in: 0...(cases.isTrue(oneIn: 20) ? 600_000 : 20_000)))
        switch cases.integer(in: 0...99) {
        case 0..<75: return touch()
        case 75..<83: return wheel()
        case 83..<88: return hover()
        case 88..<95: return gesture()
        default: return .tick(time)
        }
    }

    private var time: Timestamp { Timestamp(microseconds: microseconds) }

    private mutating func place() -> Point {
        if cases.isTrue(oneIn: 50) {
            let far = reach * 20
            return Point(x: cases.number(in: -far...far), y: cases.number(in: -far...far))
        }
        return Point(
            x: cases.number(in: -reach...(size.width + reach)), y: cases.number(in: -reach...(size.height + reach)))
    }

    private mutating func touch() -> InputEvent {
        let id = cases.integer(in: 1...3)
        let keys: ModifierKeys = cases.isTrue(oneIn: 10) ? [.control] : []
        var contacts: [TouchEvent.Contact]
        let phase: TouchPhase
        if down.isEmpty || cases.isTrue(oneIn: 12) {
            phase = .began
            contacts = [TouchEvent.Contact(id: id, location: place())]
            down[id] = contacts[0].location
        } else if cases.isTrue(oneIn: 6) {
            phase = cases.isTrue(oneIn: 5) ? .cancelled : .ended
            contacts = [TouchEvent.Contact(id: id, location: down[id] ?? place())]
            down[id] = nil
        } else {
            phase = .moved
            contacts = (1...3).compactMap { id in
                guard let old = down[id], id == 1 || cases.isTrue() else { return nil }
                let step = reach / 2
                let location = Point(
                    x: old.x + cases.number(in: -step...step), y: old.y + cases.number(in: -step...step))
                down[id] = location
                return TouchEvent.Contact(id: id, location: location)
            }
            if contacts.isEmpty { contacts = [TouchEvent.Contact(id: 9, location: place())] }
        }
        return .touch(TouchEvent(phase: phase, time: time, contacts: contacts, modifiers: keys))
    }

    private mutating func wheel() -> InputEvent {
        let mode = cases.element(of: [WheelEvent.DeltaMode.pixel, .line, .page])
        let delta = reach * 4
        return .wheel(
            WheelEvent(
                time: time, location: place(), deltaX: cases.number(in: -delta...delta),
                deltaY: cases.number(in: -delta...delta), deltaMode: mode,
                modifiers: cases.isTrue(oneIn: 4) ? [.control] : []))
    }

    private mutating func hover() -> InputEvent {
        .hover(
            HoverEvent(
                phase: cases.element(of: [HoverEvent.Phase.entered, .moved, .moved, .exited]), time: time,
                location: place()))
    }

    private mutating func gesture() -> InputEvent {
        let location = place()
        let values: GestureValues =
            switch cases.integer(in: 0...3) {
            case 0: .tap(taps: cases.integer(in: 1...2))
            case 1: .pinch(scale: cases.number(in: 0.01...10), startAnchor: nil, startLocation: location)
            case 2:
                .pinch(
                    scale: cases.number(in: -1...3),
                    startAnchor: Point(x: cases.number(in: 0...1), y: cases.number(in: 0...1)), startLocation: location)
            default:
                .pan(
                    translation: Vector(dx: cases.number(in: -reach...reach), dy: cases.number(in: -reach...reach)),
                    velocity: .zero)
            }
        let states: [GestureState] = [.began, .changed, .changed, .ended, .cancelled, .possible, .failed]
        return .gesture(
            Gesture(state: cases.element(of: states), time: time, location: location, values: values))
    }
}
