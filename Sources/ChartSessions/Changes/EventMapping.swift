import ChartEngine
import ChartWire
import Gestures

/// The events of a batch as the engine takes them.
extension EventBatchBody {
    /// The batch in the form that the session takes.
    ///
    /// - Parameters:
    ///   - digest: Identifies the batch.
    ///   - size: The plot area; a gesture without a location is at its centre.
    /// - Returns: The batch.
    /// - Throws: `body.invalid-value` for times and positions out of bounds.
    func batch(digest: BatchDigest?, size: ChartSize) throws(Problem) -> Batch {
        var inputs: [InputEvent] = []
        inputs.reserveCapacity(events.count)
        let size = frame.map(ChartSize.init) ?? size
        for (index, event) in events.enumerated() {
            inputs.append(try input(of: event, size: size, at: EventPlace(index: index)))
        }
        let number =
            if let client, let sequence { BatchNumber(client: client, sequence: sequence) } else { BatchNumber?.none }
        var batch = Batch(number: number, digest: digest, events: inputs, mostGestures: mostGestures)
        batch.frame = frame.map(ChartSize.init)
        batch.frames = frames.mapValues(ChartSize.init)
        return batch
    }

    private func input(of event: EventBody, size: ChartSize, at place: EventPlace) throws(Problem) -> InputEvent {
        switch event {
        case .touch(let body):
            .touch(
                TouchEvent(
                    phase: body.phase.phase, time: try place.timestamp(body.time),
                    contacts: try contacts(body.touches, at: place), modifiers: ModifierKeys(body.modifiers)))
        case .wheel(let body):
            .wheel(
                WheelEvent(
                    time: try place.timestamp(body.time), location: try place.point(body.x, body.y),
                    deltaX: body.deltaX, deltaY: body.deltaY, deltaMode: body.deltaMode.mode,
                    modifiers: ModifierKeys(body.modifiers)))
        case .hover(let body):
            .hover(
                HoverEvent(
                    phase: body.phase.phase, time: try place.timestamp(body.time),
                    location: try place.point(body.x, body.y)))
        case .gesture(let body):
            .gesture(try body.gesture(time: try place.timestamp(body.time), size: size, at: place))
        case .tick(let time):
            .tick(try place.timestamp(time))
        }
    }

    private func contacts(_ range: Range<Int>, at place: EventPlace) throws(Problem) -> [TouchEvent.Contact] {
        var contacts: [TouchEvent.Contact] = []
        contacts.reserveCapacity(range.count)
        for index in range {
            let touch = touches[index]
            contacts.append(
                TouchEvent.Contact(
                    id: touch.id,
                    location: try place.point(touch.x, touch.y, within: "touches", index - range.lowerBound),
                    kind: touch.kind?.kind ?? .touch, buttons: touch.buttons ?? 1, pressure: touch.pressure ?? 0.5))
        }
        return contacts
    }
}

/// The place of an event in a batch; it becomes a pointer only for a problem.
private struct EventPlace {
    let index: Int

    func timestamp(_ milliseconds: Double) throws(Problem) -> Timestamp {
        guard let time = Timestamp(milliseconds: milliseconds) else {
            throw Problem(
                .propertyInvalid, "A time lies within 285 years of its clock's zero.", at: pointer.appending("time"))
        }
        return time
    }

    /// A point within a million points of the plot area, so that squares of distances stay exact enough.
    func point(_ x: Double, _ y: Double, within member: String? = nil, _ element: Int? = nil) throws(Problem) -> Point {
        guard x.magnitude <= 1e6, y.magnitude <= 1e6 else {
            let tokens = [member, element.map { "\($0)" }, x.magnitude > 1e6 ? "x" : "y"].compactMap { $0 }
            throw Problem(
                .propertyInvalid, "A position lies within a million points.",
                at: tokens.reduce(pointer) { $0.appending($1) })
        }
        return Point(x: x, y: y)
    }

    private var pointer: JSONPointer { JSONPointer.root.appending("events").appending(index) }
}

extension GestureBody {
    fileprivate func gesture(time: Timestamp, size: ChartSize, at event: EventPlace) throws(Problem) -> Gesture {
        var place = Point(x: size.width / 2, y: size.height / 2)
        if let location {
            place = try event.point(location.x, location.y, within: "location")
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
    fileprivate init(_ keys: HeldKeys) {
        self = []
        if keys.contains(.ctrl) { insert(.control) }
        if keys.contains(.shift) { insert(.shift) }
        if keys.contains(.alt) { insert(.alt) }
        if keys.contains(.meta) { insert(.meta) }
    }
}

extension ChartSize {
    /// The size of a frame.
    init(_ frame: FrameBody) { self.init(width: frame.width, height: frame.height) }
}
