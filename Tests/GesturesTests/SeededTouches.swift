import Gestures

/// Random touch sequences, possible and impossible for a hand: taps, holds, strokes, fingers that come and go.
///
/// Every sequence ends with all touches up, a hover exit and a late tick, after which no state should remain.
struct SeededTouches {
    private var random: SplitMix
    /// The factor by which all distances exceed those of a hand.
    private let reach: Double
    private var down: [TouchEvent.Contact] = []
    private var stroke = Vector.zero
    private var time: Int64 = 0

    init(seed: UInt64, reach: Double = 1) {
        random = SplitMix(state: seed)
        self.reach = reach
    }

    /// The next sequence; the first one starts at time 0, and each other one at the end of the one before.
    mutating func sequence() -> [InputEvent] {
        stroke = Vector(dx: random.one(of: [0, 14, -14, 60]), dy: random.one(of: [0, 0, 14, -14]))
        var events: [InputEvent] = []
        for _ in 0..<(4 + random.next(14)) {
            time += random.one(of: [
                0, 4_000, 16_000, 16_000, 16_000, 16_000, 45_000, 120_000, 260_000, 360_000, 760_000,
            ])
            events.append(event())
        }
        while !down.isEmpty {
            time += random.one(of: [0, 16_000])
            events.append(lift(.ended))
        }
        events.append(hover(.exited))
        time += 10_000_000
        events.append(.tick(moment))
        return events
    }

    private var moment: Timestamp { Timestamp(microseconds: time) }

    private mutating func event() -> InputEvent {
        switch random.next(20) {
        case 0: .tick(moment)
        case 1: hover(random.one(of: [.entered, .moved, .exited]))
        case 2: .wheel(WheelEvent(time: moment, location: place(), deltaX: 0, deltaY: 3))
        case 3..<8: bringDown()
        case 8..<14 where !down.isEmpty: move()
        case 14 where !down.isEmpty && random.next(3) == 0: lift(.cancelled)
        default: down.isEmpty ? bringDown() : lift(.ended)
        }
    }

    private mutating func place() -> Point {
        Point(x: 100 + reach * Double(random.next(20)), y: 100 + reach * Double(random.next(20)))
    }

    private func hover(_ phase: HoverEvent.Phase) -> InputEvent {
        .hover(HoverEvent(phase: phase, time: moment, location: Point(x: 1, y: 2)))
    }

    private mutating func bringDown() -> InputEvent {
        var contacts: [TouchEvent.Contact] = []
        for _ in 0...(random.next(4) == 0 ? 1 : 0) where down.count < 4 {
            let taken = down.map(\.id)
            guard let id = (0..<4).first(where: { !taken.contains($0) }) else { break }
            let near = Vector(dx: random.one(of: [0.25, 40, 90]), dy: random.one(of: [0.25, 0, 30]))
            let contact = TouchEvent.Contact(id: id, location: down.last.map { $0.location + near } ?? place())
            contacts.append(contact)
            down.append(contact)
        }
        guard !contacts.isEmpty else { return move() }
        return .touch(TouchEvent(phase: .began, time: moment, contacts: contacts))
    }

    private mutating func move() -> InputEvent {
        var moved: [TouchEvent.Contact] = []
        let isStroke = random.next(2) == 0
        let first = random.next(down.count)
        for position in down.indices where position == first || random.next(2) == 0 {
            let size = reach * random.one(of: [0, 0.4, 3, 12, 60])
            let jitter = Vector(dx: size * random.one(of: [-1, 0, 1]), dy: size * random.one(of: [-1, 0, 1]))
            down[position].location = down[position].location + (isStroke ? stroke : jitter)
            moved.append(down[position])
        }
        return .touch(TouchEvent(phase: .moved, time: moment, contacts: moved))
    }

    private mutating func lift(_ phase: TouchPhase) -> InputEvent {
        let count = random.next(3) == 0 ? down.count : 1
        var lifted: [TouchEvent.Contact] = []
        for _ in 0..<count {
            var contact = down.remove(at: random.next(down.count))
            if random.next(6) == 0 { contact.location = contact.location + Vector(dx: reach * 50, dy: 0) }
            lifted.append(contact)
        }
        return .touch(TouchEvent(phase: phase, time: moment, contacts: lifted))
    }
}
