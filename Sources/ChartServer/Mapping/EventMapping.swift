import ChartEngine
import ChartSessions
import ChartWire
import Gestures

extension EventBatchBody {
    /// The batch as the session takes it.
    ///
    /// - Parameters:
    ///   - digest: What identifies the batch.
    ///   - size: The plot area, for gestures without a location.
    /// - Returns: The batch.
    /// - Throws: `body.invalid-value` for times and positions out of bounds.
    func batch(digest: BatchDigest?, size: ChartSize) throws(Problem) -> Batch {
        var inputs: [InputEvent] = []
        inputs.reserveCapacity(events.count)
        for (index, event) in events.enumerated() {
            inputs.append(
                try event.input(size: size, at: JSONPointer.root.appending("events").appending(index)))
        }
        let number =
            if let client, let sequence { BatchNumber(client: client, sequence: sequence) } else { BatchNumber?.none }
        return Batch(number: number, digest: digest, events: inputs)
    }
}

extension EventBody {
    func input(size: ChartSize, at pointer: JSONPointer) throws(Problem) -> InputEvent {
        switch self {
        case .touch(let body):
            .touch(
                TouchEvent(
                    phase: body.phase.phase, time: try Self.timestamp(body.time, at: pointer),
                    contacts: try Self.contacts(body.touches, at: pointer.appending("touches")),
                    modifiers: ModifierKeys(body.modifiers)))
        case .wheel(let body):
            .wheel(
                WheelEvent(
                    time: try Self.timestamp(body.time, at: pointer),
                    location: try Self.point(body.x, body.y, at: pointer),
                    deltaX: body.deltaX, deltaY: body.deltaY, deltaMode: body.deltaMode.mode,
                    modifiers: ModifierKeys(body.modifiers)))
        case .hover(let body):
            .hover(
                HoverEvent(
                    phase: body.phase.phase, time: try Self.timestamp(body.time, at: pointer),
                    location: try Self.point(body.x, body.y, at: pointer)))
        case .gesture(let body):
            .gesture(
                try body.gesture(time: try Self.timestamp(body.time, at: pointer), size: size, at: pointer))
        case .tick(let time):
            .tick(try Self.timestamp(time, at: pointer))
        }
    }

    private static func timestamp(_ milliseconds: Double, at pointer: JSONPointer) throws(Problem) -> Timestamp {
        guard let time = Timestamp(milliseconds: milliseconds) else {
            throw Problem(
                .propertyInvalid, "A time lies within 285 years of its clock's zero.", at: pointer.appending("time"))
        }
        return time
    }

    private static func contacts(
        _ touches: [TouchBody.Contact], at pointer: JSONPointer
    ) throws(Problem) -> [TouchEvent.Contact] {
        var contacts: [TouchEvent.Contact] = []
        contacts.reserveCapacity(touches.count)
        for (index, touch) in touches.enumerated() {
            contacts.append(
                TouchEvent.Contact(
                    id: touch.id, location: try point(touch.x, touch.y, at: pointer.appending(index)),
                    kind: touch.kind?.kind ?? .touch, buttons: touch.buttons ?? 1,
                    pressure: touch.pressure ?? 0.5))
        }
        return contacts
    }

    /// A point of the screen, within a million points of the plot area so that squares of distances stay exact enough.
    static func point(_ x: Double, _ y: Double, at pointer: JSONPointer) throws(Problem) -> Point {
        for (name, coordinate) in [("x", x), ("y", y)] where coordinate.magnitude > 1e6 {
            throw Problem(
                .propertyInvalid, "A position lies within a million points.", at: pointer.appending(name))
        }
        return Point(x: x, y: y)
    }
}

extension GestureBody {
    fileprivate func gesture(time: Timestamp, size: ChartSize, at pointer: JSONPointer) throws(Problem) -> Gesture {
        var place = Point(x: size.width / 2, y: size.height / 2)
        if let location {
            place = try EventBody.point(location.x, location.y, at: pointer.appending("location"))
        }
        return Gesture(
            state: state.state, time: time, location: place,
            values: values(location: place, size: size), numberOfTouches: kind.numberOfTouches,
            modifiers: ModifierKeys(modifiers))
    }

    private func values(location: Point, size: ChartSize) -> GestureValues {
        switch kind {
        case .pan:
            .pan(translation: Self.vector(translation), velocity: Self.vector(velocity))
        case .pinch:
            .pinch(
                scale: scale ?? 1, startAnchor: startAnchor.map { Point(x: $0.x, y: $0.y) },
                startLocation: startAnchor.map { Point(x: $0.x * size.width, y: $0.y * size.height) } ?? location)
        case .tap: .tap(taps: taps ?? 1)
        case .longPress: .longPress
        case .swipe: .swipe(direction: direction?.direction ?? .left)
        case .rotation: .rotation(radians: rotation ?? 0)
        }
    }

    private static func vector(_ pair: Pair?) -> Vector { Vector(dx: pair?.x ?? 0, dy: pair?.y ?? 0) }
}

extension GestureBody.Kind {
    fileprivate var numberOfTouches: Int {
        switch self {
        case .pan, .tap, .longPress, .swipe: 1
        case .pinch, .rotation: 2
        }
    }
}

extension GestureBody.State {
    fileprivate var state: GestureState {
        switch self {
        case .began: .began
        case .changed: .changed
        case .ended, .recognized: .ended
        case .cancelled: .cancelled
        }
    }
}

extension GestureBody.Direction {
    fileprivate var direction: SwipeDirection {
        switch self {
        case .left: .left
        case .right: .right
        case .up: .up
        case .down: .down
        }
    }
}

extension TouchBody.Phase {
    fileprivate var phase: TouchPhase {
        switch self {
        case .began: .began
        case .moved: .moved
        case .ended: .ended
        case .cancelled: .cancelled
        }
    }
}

extension TouchBody.Kind {
    fileprivate var kind: TouchKind {
        switch self {
        case .touch: .touch
        case .mouse: .mouse
        case .pen: .pen
        }
    }
}

extension WheelBody.DeltaMode {
    fileprivate var mode: WheelEvent.DeltaMode {
        switch self {
        case .pixel: .pixel
        case .line: .line
        case .page: .page
        }
    }
}

extension HoverBody.Phase {
    fileprivate var phase: HoverEvent.Phase {
        switch self {
        case .entered: .entered
        case .moved: .moved
        case .exited: .exited
        }
    }
}

extension ModifierKeys {
    fileprivate init(_ keys: [KeyBody]) {
        self = []
        for key in keys {
            switch key {
            case .ctrl: insert(.control)
            case .shift: insert(.shift)
            case .alt: insert(.alt)
            case .meta: insert(.meta)
            }
        }
    }
}
