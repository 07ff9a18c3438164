package import ChartEngine
package import Gestures

/// Random but well-formed events of one client.
///
/// They are touches, wheel and hover events, recognized gestures, ticks, and a few contacts that are not down. Besides
/// random movements there are taps, holds, drags and pinches as people make them. Coordinates are multiples of ⅛ point.
package struct RandomTouches: Sendable {
    var cases: SeededCases
    let size: ChartSize
    /// How far outside the plot area locations may be, in points.
    let reach: Double
    var microseconds: Int64 = 1_000_000
    private var down: [Int: Point] = [:]
    private var pending: [InputEvent] = []

    /// Creates a generator.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - size: The plot area.
    ///   - reach: How far outside it locations may be, in points.
    package init(seed: UInt64, size: ChartSize, reach: Double = 50) {
        cases = SeededCases(seed: seed)
        self.size = size
        self.reach = reach
    }

    /// The next events.
    package mutating func events(_ count: Int) -> [InputEvent] { (0..<count).map { _ in next() } }

    /// The next event.
    package mutating func next() -> InputEvent {
        if pending.isEmpty, down.isEmpty, cases.isTrue(oneIn: 8) { pending = motif().reversed() }
        if let event = pending.popLast() { return event }
        advance(by: cases.isTrue(oneIn: 20) ? 600_000 : 20_000)
        switch cases.integer(in: 0...99) {
        case 0..<75: return touch()
        case 75..<83: return wheel()
        case 83..<88: return hover()
        case 88..<95: return gesture()
        default: return .tick(time)
        }
    }

    var time: Timestamp { Timestamp(microseconds: microseconds) }

    mutating func advance(by most: Int) { microseconds += Int64(cases.integer(in: 0...most)) }

    mutating func eighths(in range: ClosedRange<Double>) -> Double {
        (cases.number(in: range) * 8).rounded() / 8
    }

    mutating func place() -> Point {
        let far = cases.isTrue(oneIn: 50) ? reach * 20 : reach
        return Point(x: eighths(in: -far...(size.width + far)), y: eighths(in: -far...(size.height + far)))
    }

    func touch(_ phase: TouchPhase, _ contacts: [TouchEvent.Contact], keys: ModifierKeys = []) -> InputEvent {
        .touch(TouchEvent(phase: phase, time: time, contacts: contacts, modifiers: keys))
    }

    private mutating func touch() -> InputEvent {
        let id = cases.integer(in: 1...3)
        let keys: ModifierKeys = cases.isTrue(oneIn: 10) ? cases.element(of: [.control, .shift]) : []
        if down.isEmpty || cases.isTrue(oneIn: 12) {
            let location = place()
            down[id] = location
            let kind = cases.element(of: [TouchKind.touch, .touch, .touch, .mouse, .pen])
            return touch(.began, [TouchEvent.Contact(id: id, location: location, kind: kind)], keys: keys)
        }
        if cases.isTrue(oneIn: 6) {
            let contact = TouchEvent.Contact(id: id, location: down[id] ?? place())
            down[id] = nil
            return touch(cases.isTrue(oneIn: 5) ? .cancelled : .ended, [contact], keys: keys)
        }
        var contacts: [TouchEvent.Contact] = []
        for id in 1...3 {
            guard let old = down[id], id == 1 || cases.isTrue() else { continue }
            let step = reach / 2
            let location = Point(x: old.x + eighths(in: -step...step), y: old.y + eighths(in: -step...step))
            down[id] = location
            contacts.append(TouchEvent.Contact(id: id, location: location))
        }
        if contacts.isEmpty { contacts = [TouchEvent.Contact(id: 9, location: place())] }
        return touch(.moved, contacts, keys: keys)
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
        let phase = cases.element(of: [HoverEvent.Phase.entered, .moved, .moved, .exited])
        return .hover(HoverEvent(phase: phase, time: time, location: place()))
    }

    private mutating func gesture() -> InputEvent {
        let location = place()
        let states: [GestureState] = [.began, .changed, .changed, .ended, .cancelled, .possible, .failed]
        let values = gestureValues(cases.element(of: GestureKind.allCases), at: location)
        return .gesture(Gesture(state: cases.element(of: states), time: time, location: location, values: values))
    }

    private mutating func gestureValues(_ kind: GestureKind, at location: Point) -> GestureValues {
        switch kind {
        case .tap: return .tap(taps: cases.integer(in: 1...2))
        case .doubleTouchDown: return .doubleTouchDown
        case .longPress: return .longPress
        case .pan:
            let translation = Vector(dx: eighths(in: -reach...reach), dy: eighths(in: -reach...reach))
            let velocity = Vector(dx: eighths(in: -900...900), dy: eighths(in: -900...900))
            return .pan(translation: translation, velocity: cases.isTrue() ? velocity : .zero)
        case .pinch:
            let scale = cases.isTrue(oneIn: 8) ? cases.number(in: -1...3) : cases.number(in: 0.01...10)
            let anchor = Point(x: Double(cases.integer(in: 0...8)) / 8, y: Double(cases.integer(in: 0...8)) / 8)
            return .pinch(scale: scale, startAnchor: cases.isTrue() ? anchor : nil, startLocation: location)
        case .rotation: return .rotation(radians: cases.number(in: -3...3))
        case .swipe: return .swipe(direction: cases.element(of: [.left, .right, .up, .down]))
        case .hover: return .hover
        case .wheel:
            return .wheel(
                deltaX: cases.number(in: -reach...reach), deltaY: cases.number(in: -reach...reach), deltaMode: .pixel)
        case .marquee: return .marquee(selectionRect: Rect(corner: location, corner: place()))
        }
    }
}
