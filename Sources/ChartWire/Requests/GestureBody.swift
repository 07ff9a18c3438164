/// A gesture that the client's platform has recognized.
public struct GestureBody: Sendable, Hashable {
    /// The gestures that a client may report.
    public enum Kind: ShortWord, Sendable, CaseIterable {
        /// A drag.
        case pan = "pan"
        /// Two fingers that spread or close.
        case pinch = "pinch"
        /// One or more taps.
        case tap = "tap"
        /// A touch held in place.
        case longPress = "longPress"
        /// A quick stroke.
        case swipe = "swipe"
        /// Two fingers that turn.
        case rotation = "rotation"

        /// Whether the gesture has only its final state.
        public var isDiscrete: Bool { self == .tap || self == .swipe }
    }

    /// The states that a client may report; `recognized` means the same as `ended`.
    public enum State: ShortWord, Sendable, CaseIterable {
        /// The gesture starts.
        case began = "began"
        /// The gesture changes.
        case changed = "changed"
        /// The gesture is complete.
        case ended = "ended"
        /// The gesture is complete.
        case recognized = "recognized"
        /// The platform cancelled the gesture.
        case cancelled = "cancelled"
    }

    /// The directions of a stroke.
    public enum Direction: ShortWord, Sendable, CaseIterable {
        /// To the left.
        case left = "left"
        /// To the right.
        case right = "right"
        /// To the top.
        case up = "up"
        /// To the bottom.
        case down = "down"
    }

    /// A pair of coordinates.
    public struct Pair: Sendable, Hashable {
        /// The horizontal coordinate.
        public var x: Double
        /// The vertical coordinate.
        public var y: Double
    }

    /// The kind of the gesture.
    public var kind: Kind
    /// The state of the gesture.
    public var state: State
    /// Milliseconds of the client's clock.
    public var time: Double
    /// The location, in points.
    public var location: Pair?
    /// The displacement of a pan since its start, in points.
    public var translation: Pair?
    /// The velocity of a pan, in points per second.
    public var velocity: Pair?
    /// The scale of a pinch since its start, positive.
    public var scale: Double?
    /// The start of a pinch, in unit space.
    public var startAnchor: Pair?
    /// The number of taps.
    public var taps: Int?
    /// The direction of a swipe.
    public var direction: Direction?
    /// The angle of a rotation since its start, in radians.
    public var rotation: Double?
    /// The held keys.
    public var modifiers: HeldKeys
}

extension GestureBody {
    init(_ reader: inout ObjectReader) throws(Problem) {
        kind = try reader.word(.gesture, of: Kind.allCases)
        state = try reader.word(.state, of: State.allCases)
        time = try reader.number(.time)
        location = try Self.pair(.location, &reader)
        modifiers = try HeldKeys(&reader)
        var known: [EventMember] = [.type, .gesture, .state, .time, .location, .modifiers]
        switch kind {
        case .pan:
            translation = try Self.pair(.translation, &reader)
            velocity = try Self.pair(.velocity, &reader)
            known += [.translation, .velocity]
        case .pinch:
            scale = try reader.optionalNumber(.scale)
            startAnchor = try Self.pair(.startAnchor, &reader)
            known += [.scale, .startAnchor]
        case .tap:
            taps = try reader.optionalInteger(.taps)
            known += [.taps]
        case .swipe:
            direction = try reader.word(.direction, of: Direction.allCases)
            known += [.direction]
        case .rotation:
            rotation = try reader.optionalNumber(.rotation)
            known += [.rotation]
        case .longPress:
            break
        }
        try reader.finish(known)
        if let flaw {
            throw Problem(.propertyInvalid, flaw.detail, at: reader.pointer.appending(flaw.member))
        }
    }

    /// The limits of a scale, between which the ratio of any two scales is finite.
    private static let leastScale = 1e-100
    private static let mostScale = 1e100

    /// The first member with a value that the gesture cannot have, and the detail of its problem.
    var flaw: (member: String, detail: String)? {
        if kind.isDiscrete, state != .ended, state != .recognized {
            return ("state", "A \(kind.rawValue) has no state but \"ended\" or \"recognized\".")
        }
        if let scale, !(Self.leastScale...Self.mostScale).contains(scale) {
            return ("scale", "The scale of a pinch lies between \(Self.leastScale) and \(Self.mostScale).")
        }
        if let taps, !(1...16).contains(taps) {
            return ("taps", "A tap gesture has 1 to 16 taps.")
        }
        return nil
    }

    private static func pair(_ member: EventMember, _ reader: inout ObjectReader) throws(Problem) -> Pair? {
        guard let json = reader.optionalJSON(member) else { return nil }
        return try Pair(json, at: reader.pointer.appending(member.name))
    }
}

extension GestureBody.Pair {
    fileprivate init(_ json: JSONValue, at pointer: JSONPointer) throws(Problem) {
        var reader = try ObjectReader(json, at: pointer)
        x = try reader.number(.x)
        y = try reader.number(.y)
        try reader.finish([.x, .y])
    }
}
