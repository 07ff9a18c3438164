import ChartWire
package import Gestures

/// Writes input events as the events of a batch; the event mapping reads them back.
package enum InputEventWriter {
    /// The body of a batch.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - number: The client's name and the number of the batch; send a batch without them at most once.
    /// - Returns: JSON text.
    package static func batch(_ events: some Sequence<InputEvent>, number: (client: String, sequence: Int)? = nil)
        -> [UInt8]
    {
        var writer = JSONWriter(reservingCapacity: 1_024)
        writer.object { writer in
            if let number {
                writer.member("client", number.client)
                writer.member("sequence", number.sequence)
            }
            writer.member("events", list: events, write)
        }
        return writer.bytes
    }

    private static func write(_ event: InputEvent, into writer: inout JSONWriter) {
        writer.object { writer in
            switch event {
            case .touch(let touch): write(touch, into: &writer)
            case .wheel(let wheel): write(wheel, into: &writer)
            case .hover(let hover):
                writer.member("type", "hover")
                writer.member("phase", hover.phase.rawValue)
                writer.member("time", hover.time.milliseconds)
                writer.members(of: hover.location)
            case .gesture(let gesture): write(gesture, into: &writer)
            case .tick(let time):
                writer.member("type", "tick")
                writer.member("time", time.milliseconds)
            }
        }
    }

    private static func write(_ touch: TouchEvent, into writer: inout JSONWriter) {
        writer.member("type", "touch")
        writer.member("phase", touch.phase.rawValue)
        writer.member("time", touch.time.milliseconds)
        writer.member("touches", list: touch.contacts) { contact, writer in
            writer.object { writer in
                writer.member("id", contact.id)
                writer.members(of: contact.location)
                if contact.kind != .touch { writer.member("kind", contact.kind.rawValue) }
                if contact.buttons != 1 { writer.member("buttons", contact.buttons) }
                if contact.pressure != 0.5 { writer.member("pressure", contact.pressure) }
            }
        }
        writer.member(keys: touch.modifiers)
    }

    private static func write(_ wheel: WheelEvent, into writer: inout JSONWriter) {
        writer.member("type", "wheel")
        writer.member("time", wheel.time.milliseconds)
        writer.members(of: wheel.location)
        writer.member("deltaX", wheel.deltaX)
        writer.member("deltaY", wheel.deltaY)
        writer.member("deltaMode", wheel.deltaMode.rawValue)
        writer.member(keys: wheel.modifiers)
    }

    private static func write(_ gesture: Gesture, into writer: inout JSONWriter) {
        writer.member("type", "gesture")
        writer.member("gesture", gesture.kind.rawValue)
        writer.member("state", gesture.state.rawValue)
        writer.member("time", gesture.time.milliseconds)
        writer.member("location") { $0.members(of: gesture.location) }
        switch gesture.values {
        case .pan(let translation, let velocity):
            writer.member("translation") { $0.members(of: Point(x: translation.dx, y: translation.dy)) }
            writer.member("velocity") { $0.members(of: Point(x: velocity.dx, y: velocity.dy)) }
        case .pinch(let scale, let startAnchor, _):
            writer.member("scale", scale)
            if let startAnchor { writer.member("startAnchor") { $0.members(of: startAnchor) } }
        case .tap(let taps): writer.member("taps", taps)
        case .swipe(let direction): writer.member("direction", direction.rawValue)
        case .rotation(let radians): writer.member("rotation", radians)
        case .longPress, .doubleTouchDown, .hover, .wheel, .marquee: break
        }
        writer.member(keys: gesture.modifiers)
    }
}

extension JSONWriter {
    fileprivate mutating func members(of point: Point) {
        member("x", point.x)
        member("y", point.y)
    }

    fileprivate mutating func member(keys: ModifierKeys) {
        guard !keys.isEmpty else { return }
        let words: [(String, ModifierKeys)] = [
            ("ctrl", .control), ("shift", .shift), ("alt", .alt), ("meta", .meta),
        ]
        member("modifiers", list: words.filter { keys.contains($0.1) }) { $1.value($0.0) }
    }
}
