/// The body of `POST …/events`.
public struct EventBatchBody: Sendable, Hashable {
    /// The client's name; all batches without a name belong to one client.
    public var client: String?
    /// The sequence number of the batch for this client, from 1.
    public var sequence: Int?
    /// The size of the plot where the events were made; nil where the batch does not say it.
    public var frame: FrameBody?
    /// The sizes of other surfaces on the client's page, by their ids.
    public var frames: [String: FrameBody]
    /// The events, in the client's order.
    public var events: [EventBody]
    /// The touches of all events, in the order of the events.
    public var touches: [TouchBody.Contact]

    /// The most other surfaces of which a batch says a size.
    public static let mostFrames = 64
    /// The longest name of a client, in bytes.
    public static let maximumClientLength = 128

    /// The most gestures that the events end: those of lifted fingers, those that the client has recognized, and a tap
    /// that an earlier batch has left waiting for a second one.
    public var mostGestures: Int {
        1
            + events.count { event in
                switch event {
                case .touch(let touch): touch.phase == .ended
                case .gesture(let gesture): gesture.state == .ended || gesture.state == .recognized
                case .wheel, .hover, .tick: false
                }
            }
    }
}

/// The size of a plot, in points.
public struct FrameBody: Sendable, Hashable {
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double
}

/// One event as a client sends it.
public enum EventBody: Sendable, Hashable {
    /// Touches that change.
    case touch(TouchBody)
    /// A turn of the wheel.
    case wheel(WheelBody)
    /// A hovering pointer.
    case hover(HoverBody)
    /// A gesture that the client's platform has recognized.
    indirect case gesture(GestureBody)
    /// The passing of time.
    case tick(time: Double)
}

/// Touches that change at one moment.
public struct TouchBody: Sendable, Hashable {
    /// The phases of a touch.
    public enum Phase: ShortWord, Sendable, CaseIterable {
        /// Down.
        case began = "began"
        /// Moved.
        case moved = "moved"
        /// Up.
        case ended = "ended"
        /// Cancelled by the platform.
        case cancelled = "cancelled"
    }

    /// The device that makes a touch.
    public enum Kind: ShortWord, Sendable, CaseIterable {
        /// A finger.
        case touch = "touch"
        /// A mouse.
        case mouse = "mouse"
        /// A pen.
        case pen = "pen"
    }

    /// One touch.
    public struct Contact: Sendable, Hashable {
        /// The client's number.
        public var id: Int
        /// The position in points.
        public var x, y: Double
        /// The device that makes the touch.
        public var kind: Kind?
        /// The pressed buttons.
        public var buttons: Int?
        /// The pressure.
        public var pressure: Double?
    }

    /// What happens to the touches.
    public var phase: Phase
    /// Milliseconds of the client's clock.
    public var time: Double
    /// The range of the touches that change, at least one, in those of the batch.
    public var touches: Range<Int>
    /// The held keys.
    public var modifiers: HeldKeys
}

/// The keys that are held during an event.
public struct HeldKeys: OptionSet, Sendable, Hashable {
    /// The bits of the keys.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Control.
    public static let ctrl = HeldKeys(rawValue: 1)
    /// Shift.
    public static let shift = HeldKeys(rawValue: 2)
    /// Alt or Option.
    public static let alt = HeldKeys(rawValue: 4)
    /// Command or Windows.
    public static let meta = HeldKeys(rawValue: 8)
}

/// A turn of the wheel.
public struct WheelBody: Sendable, Hashable {
    /// The units of a turn.
    public enum DeltaMode: ShortWord, Sendable, CaseIterable {
        /// Points.
        case pixel = "pixel"
        /// Lines.
        case line = "line"
        /// Pages.
        case page = "page"
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
    public var modifiers: HeldKeys
}

/// A hovering pointer.
public struct HoverBody: Sendable, Hashable {
    /// The phases of hovering.
    public enum Phase: ShortWord, Sendable, CaseIterable {
        /// Entered the surface.
        case entered = "entered"
        /// Moved.
        case moved = "moved"
        /// Left the surface.
        case exited = "exited"
    }

    /// What the pointer did.
    public var phase: Phase
    /// Milliseconds of the client's clock.
    public var time: Double
    /// The pointer's position.
    public var x, y: Double
}

extension EventBatchBody {
    /// Reads a batch from its tree, and finds the first problem of a wrong one.
    ///
    /// - Parameters:
    ///   - json: The body.
    ///   - maximumEvents: The largest number of events in a batch.
    /// - Throws: A problem with its place in the body.
    public init(_ json: JSONValue, maximumEvents: Int) throws(Problem) {
        var reader = try ObjectReader(json, at: .root)
        client = try reader.optionalText(.client)
        sequence = try reader.optionalInteger(.sequence)
        frame = try reader.optionalJSON(.frame).map { json throws(Problem) in
            try FrameBody(json, at: JSONPointer.root.appending("frame"))
        }
        frames = [:]
        if let json = reader.optionalJSON(.frames) {
            let pointer = JSONPointer.root.appending("frames")
            let members = try JSONCoding.decode(JSONObject.self, from: json, at: pointer).members
            guard members.count <= Self.mostFrames else {
                throw Problem(.propertyInvalid, "Expected at most \(Self.mostFrames) frames.", at: pointer)
            }
            for (id, json) in members { frames[id] = try FrameBody(json, at: pointer.appending(id)) }
        }
        let list = try reader.list(.events)
        try reader.finish([.client, .sequence, .frame, .frames, .events])
        (events, touches) = ([], [])
        if let flaw { throw flaw }
        guard !list.isEmpty else { throw Problem(.batchEmpty, "A batch has at least one event.", pointer: "/events") }
        guard list.count <= maximumEvents else {
            throw Problem(
                .batchTooManyEvents, "A batch has at most \(maximumEvents) events; this one has \(list.count).",
                pointer: "/events")
        }
        events.reserveCapacity(list.count)
        let place = JSONPointer.root.appending("events")
        for (index, one) in list.enumerated() {
            events.append(try EventBody(one, at: place.appending(index), touches: &touches))
        }
    }

    /// The problem with the frame, the client's name or the sequence number; nil if there is none.
    var flaw: Problem? {
        if let flaw = frame?.flaw(at: JSONPointer.root.appending("frame")) { return flaw }
        if let client, client.isEmpty || client.utf8.count > Self.maximumClientLength {
            return Problem(
                .propertyInvalid, "The name of a client has 1 to \(Self.maximumClientLength) bytes.",
                pointer: "/client")
        }
        guard (client == nil) == (sequence == nil) else {
            return Problem(
                .batchSequenceIncomplete, "\"client\" and \"sequence\" are given both or neither.",
                pointer: client == nil ? "/sequence" : "/client")
        }
        if let sequence, sequence < 1 {
            return Problem(.propertyInvalid, "Sequence numbers start at 1.", pointer: "/sequence")
        }
        return nil
    }
}

extension FrameBody {
    /// The longest side of a plot, in points.
    static let longestSide = 100_000.0

    fileprivate init(_ json: JSONValue, at pointer: JSONPointer) throws(Problem) {
        var reader = try ObjectReader(json, at: pointer)
        self.init(width: try reader.number(.width), height: try reader.number(.height))
        try reader.finish([.width, .height])
        if let flaw = flaw(at: pointer) { throw flaw }
    }

    /// The problem with a side; nil if there is none.
    func flaw(at pointer: JSONPointer) -> Problem? {
        let sides = 1...Self.longestSide
        guard !sides.contains(width) || !sides.contains(height) else { return nil }
        return Problem(
            .propertyInvalid, "Expected 1 to \(Int(Self.longestSide)).",
            at: pointer.appending(sides.contains(width) ? "height" : "width"))
    }
}

extension EventBody {
    /// The types of events.
    enum Kind: ShortWord, CaseIterable {
        case touch = "touch", wheel = "wheel", hover = "hover", gesture = "gesture", tick = "tick"
    }

    fileprivate init(
        _ json: JSONValue, at pointer: JSONPointer, touches: inout [TouchBody.Contact]
    ) throws(Problem) {
        var reader = try ObjectReader(json, at: pointer)
        switch try reader.word(.type, of: Kind.allCases) {
        case .touch: self = .touch(try TouchBody(&reader, touches: &touches))
        case .wheel: self = .wheel(try WheelBody(&reader))
        case .hover: self = .hover(try HoverBody(&reader))
        case .gesture: self = .gesture(try GestureBody(&reader))
        case .tick:
            self = .tick(time: try reader.number(.time))
            try reader.finish([.type, .time])
        }
    }
}

extension TouchBody {
    fileprivate init(_ reader: inout ObjectReader, touches all: inout [Contact]) throws(Problem) {
        phase = try reader.word(.phase, of: Phase.allCases)
        time = try reader.number(.time)
        let list = try reader.list(.touches)
        modifiers = try HeldKeys(&reader)
        try reader.finish([.type, .phase, .time, .touches, .modifiers])
        let place = reader.pointer.appending("touches")
        guard !list.isEmpty else {
            throw Problem(
                .propertyInvalid, "A touch event lists at least one touch.", pointer: place.description)
        }
        touches = all.count..<all.count + list.count
        all.reserveCapacity(touches.upperBound)
        for (index, one) in list.enumerated() { all.append(try Contact(one, at: place.appending(index))) }
    }
}

extension TouchBody.Contact {
    fileprivate init(_ json: JSONValue, at pointer: JSONPointer) throws(Problem) {
        var reader = try ObjectReader(json, at: pointer)
        id = try reader.integer(.id)
        x = try reader.number(.x)
        y = try reader.number(.y)
        kind = try reader.optionalWord(.kind, of: TouchBody.Kind.allCases)
        buttons = try reader.optionalInteger(.buttons)
        pressure = try reader.optionalNumber(.pressure)
        try reader.finish([.id, .x, .y, .kind, .buttons, .pressure])
    }
}

extension HeldKeys {
    /// The keys by their words.
    enum Key: ShortWord {
        case ctrl = "ctrl", shift = "shift", alt = "alt", meta = "meta"

        /// The set of this key alone.
        var set: HeldKeys {
            switch self {
            case .ctrl: .ctrl
            case .shift: .shift
            case .alt: .alt
            case .meta: .meta
            }
        }
    }

    init(_ reader: inout ObjectReader) throws(Problem) {
        self = []
        for (index, one) in (try reader.optionalList(.modifiers) ?? []).enumerated() {
            guard case .string(let text) = one, let word = ShortWord(text), let key = Key(rawValue: word) else {
                throw Problem(
                    .propertyInvalid, "Expected one of \"ctrl\", \"shift\", \"alt\", \"meta\".",
                    pointer: reader.pointer.appending("modifiers").appending(index).description)
            }
            insert(key.set)
        }
    }
}

extension WheelBody {
    fileprivate init(_ reader: inout ObjectReader) throws(Problem) {
        time = try reader.number(.time)
        x = try reader.number(.x)
        y = try reader.number(.y)
        deltaX = try reader.optionalNumber(.deltaX) ?? 0
        deltaY = try reader.optionalNumber(.deltaY) ?? 0
        deltaMode = try reader.optionalWord(.deltaMode, of: DeltaMode.allCases) ?? .pixel
        modifiers = try HeldKeys(&reader)
        try reader.finish([.type, .time, .x, .y, .deltaX, .deltaY, .deltaMode, .modifiers])
    }
}

extension HoverBody {
    fileprivate init(_ reader: inout ObjectReader) throws(Problem) {
        phase = try reader.word(.phase, of: Phase.allCases)
        time = try reader.number(.time)
        x = try reader.number(.x)
        y = try reader.number(.y)
        try reader.finish([.type, .phase, .time, .x, .y])
    }
}
