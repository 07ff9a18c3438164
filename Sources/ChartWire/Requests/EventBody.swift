/// The body of `POST …/events`.
public struct EventBatchBody: Sendable {
    /// The client's own name; posts without one are one client.
    public var client: String?
    /// The number of the batch in the client's order, from 1.
    public var sequence: Int?
    /// The events, in the client's order.
    public var events: [EventBody]

    /// The longest name of a client, in bytes.
    public static let maximumClientLength = 128

    /// Reads a batch.
    ///
    /// - Parameters:
    ///   - json: The body.
    ///   - maximumEvents: The most events of a batch.
    /// - Throws: A problem that names the place.
    public init(_ json: JSONValue, maximumEvents: Int) throws(Problem) {
        var reader = try ObjectReader(json, at: .root)
        client = try reader.optionalText("client")
        sequence = try reader.optionalInteger("sequence")
        let list = try reader.list("events")
        try reader.finish(["client", "sequence", "events"])
        if let client, client.isEmpty || client.utf8.count > Self.maximumClientLength {
            throw Problem(
                .propertyInvalid, "The name of a client has 1 to \(Self.maximumClientLength) bytes.",
                pointer: "/client")
        }
        guard (client == nil) == (sequence == nil) else {
            throw Problem(
                .batchSequenceIncomplete, "\"client\" and \"sequence\" are given both or neither.",
                pointer: client == nil ? "/sequence" : "/client")
        }
        if let sequence, sequence < 1 {
            throw Problem(.propertyInvalid, "Sequence numbers start at 1.", pointer: "/sequence")
        }
        guard !list.isEmpty else { throw Problem(.batchEmpty, "A batch has at least one event.", pointer: "/events") }
        guard list.count <= maximumEvents else {
            throw Problem(
                .batchTooManyEvents, "A batch has at most \(maximumEvents) events; this one has \(list.count).",
                pointer: "/events")
        }
        events = []
        events.reserveCapacity(list.count)
        let place = JSONPointer.root.appending("events")
        for (index, one) in list.enumerated() { events.append(try EventBody(one, at: place.appending(index))) }
    }
}

/// One event as a client sends it.
public enum EventBody: Sendable {
    /// Touches that change.
    case touch(TouchBody)
    /// A turn of the wheel.
    case wheel(WheelBody)
    /// A hovering pointer.
    case hover(HoverBody)
    /// A gesture that the client's platform has recognized.
    case gesture(GestureBody)
    /// The passing of time.
    case tick(time: Double)

    private enum Kind: String, CaseIterable {
        case touch, wheel, hover, gesture, tick
    }

    init(_ json: JSONValue, at pointer: JSONPointer) throws(Problem) {
        var reader = try ObjectReader(json, at: pointer)
        switch try reader.word("type", of: Kind.allCases) {
        case .touch: self = .touch(try TouchBody(&reader))
        case .wheel: self = .wheel(try WheelBody(&reader))
        case .hover: self = .hover(try HoverBody(&reader))
        case .gesture: self = .gesture(try GestureBody(&reader))
        case .tick:
            self = .tick(time: try reader.number("time"))
            try reader.finish(["type", "time"])
        }
    }
}

/// Touches that change at one moment.
public struct TouchBody: Sendable {
    /// The phases of a touch.
    public enum Phase: String, Sendable, CaseIterable {
        /// Down.
        case began
        /// Moved.
        case moved
        /// Up.
        case ended
        /// Taken away.
        case cancelled
    }

    /// What a touch is made with.
    public enum Kind: String, Sendable, CaseIterable {
        /// A finger.
        case touch
        /// A mouse.
        case mouse
        /// A pen.
        case pen
    }

    /// One touch.
    public struct Contact: Sendable {
        /// The client's number.
        public var id: Int
        /// The position in points.
        public var x, y: Double
        /// What it is made with.
        public var kind: Kind?
        /// The pressed buttons.
        public var buttons: Int?
        /// The pressure.
        public var pressure: Double?

        init(_ json: JSONValue, at pointer: JSONPointer) throws(Problem) {
            var reader = try ObjectReader(json, at: pointer)
            id = try reader.integer("id")
            x = try reader.number("x")
            y = try reader.number("y")
            kind = try reader.optionalWord("kind", of: Kind.allCases)
            buttons = try reader.optionalInteger("buttons")
            pressure = try reader.optionalNumber("pressure")
            try reader.finish(["id", "x", "y", "kind", "buttons", "pressure"])
        }
    }

    /// What happens to the touches.
    public var phase: Phase
    /// Milliseconds of the client's clock.
    public var time: Double
    /// The touches that change.
    public var touches: [Contact]
    /// The held keys.
    public var modifiers: [KeyBody]

    init(_ reader: inout ObjectReader) throws(Problem) {
        phase = try reader.word("phase", of: Phase.allCases)
        time = try reader.number("time")
        let list = try reader.list("touches")
        modifiers = try KeyBody.read(from: &reader)
        try reader.finish(["type", "phase", "time", "touches", "modifiers"])
        let place = reader.pointer.appending("touches")
        guard !list.isEmpty else {
            throw Problem(
                .propertyInvalid, "A touch event lists at least one touch.", pointer: place.description)
        }
        touches = []
        touches.reserveCapacity(list.count)
        for (index, one) in list.enumerated() { touches.append(try Contact(one, at: place.appending(index))) }
    }
}

/// A key that is held during an event.
public enum KeyBody: String, Sendable, CaseIterable {
    /// Control.
    case ctrl
    /// Shift.
    case shift
    /// Alt or Option.
    case alt
    /// Command or Windows.
    case meta

    static func read(from reader: inout ObjectReader) throws(Problem) -> [KeyBody] {
        guard let list = try reader.optionalList("modifiers") else { return [] }
        var keys: [KeyBody] = []
        for (index, one) in list.enumerated() {
            guard case .string(let text) = one, let key = KeyBody(rawValue: text) else {
                throw Problem(
                    .propertyInvalid, "Expected one of \"ctrl\", \"shift\", \"alt\", \"meta\".",
                    pointer: reader.pointer.appending("modifiers").appending(index).description)
            }
            keys.append(key)
        }
        return keys
    }
}

/// A turn of the wheel.
public struct WheelBody: Sendable {
    /// The units of a turn.
    public enum DeltaMode: String, Sendable, CaseIterable {
        /// Points.
        case pixel
        /// Lines.
        case line
        /// Pages.
        case page
    }

    /// Milliseconds of the client's clock.
    public var time: Double
    /// The pointer's position.
    public var x, y: Double
    /// The turn.
    public var deltaX, deltaY: Double
    /// The unit of the turn.
    public var deltaMode: DeltaMode
    /// The held keys.
    public var modifiers: [KeyBody]

    init(_ reader: inout ObjectReader) throws(Problem) {
        time = try reader.number("time")
        x = try reader.number("x")
        y = try reader.number("y")
        deltaX = try reader.optionalNumber("deltaX") ?? 0
        deltaY = try reader.optionalNumber("deltaY") ?? 0
        deltaMode = try reader.optionalWord("deltaMode", of: DeltaMode.allCases) ?? .pixel
        modifiers = try KeyBody.read(from: &reader)
        try reader.finish(["type", "time", "x", "y", "deltaX", "deltaY", "deltaMode", "modifiers"])
    }
}

/// A hovering pointer.
public struct HoverBody: Sendable {
    /// The phases of hovering.
    public enum Phase: String, Sendable, CaseIterable {
        /// Came.
        case entered
        /// Moved.
        case moved
        /// Left.
        case exited
    }

    /// What the pointer did.
    public var phase: Phase
    /// Milliseconds of the client's clock.
    public var time: Double
    /// The pointer's position.
    public var x, y: Double

    init(_ reader: inout ObjectReader) throws(Problem) {
        phase = try reader.word("phase", of: Phase.allCases)
        time = try reader.number("time")
        x = try reader.number("x")
        y = try reader.number("y")
        try reader.finish(["type", "phase", "time", "x", "y"])
    }
}
