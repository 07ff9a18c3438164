/// A gesture that the client's platform has recognized.
public struct GestureBody: Sendable {
    /// The gestures that a client may report.
    public enum Kind: String, Sendable, CaseIterable {
        /// A drag.
        case pan
        /// Two fingers that spread or close.
        case pinch
        /// One or more taps.
        case tap
        /// A touch held in place.
        case longPress
        /// A quick stroke.
        case swipe
        /// Two fingers that turn.
        case rotation

        /// Whether the gesture has no states but the one at its end.
        public var isDiscrete: Bool { self == .tap || self == .swipe }
    }

    /// The states that a client may report; `recognized` is another word for `ended`.
    public enum State: String, Sendable, CaseIterable {
        /// It starts.
        case began
        /// It goes on.
        case changed
        /// It is complete.
        case ended
        /// It is complete.
        case recognized
        /// It was taken away.
        case cancelled
    }

    /// The directions of a stroke.
    public enum Direction: String, Sendable, CaseIterable {
        /// To the left.
        case left
        /// To the right.
        case right
        /// To the top.
        case up
        /// To the bottom.
        case down
    }

    /// A pair of numbers.
    public struct Pair: Sendable {
        /// The horizontal one.
        public var x: Double
        /// The vertical one.
        public var y: Double

        init(_ json: JSONValue, at pointer: JSONPointer) throws(Problem) {
            var reader = try ObjectReader(json, at: pointer)
            x = try reader.number("x")
            y = try reader.number("y")
            try reader.finish(["x", "y"])
        }
    }

    /// The gesture.
    public var kind: Kind
    /// Its state.
    public var state: State
    /// Milliseconds of the client's clock.
    public var time: Double
    /// Where it is, in points.
    public var location: Pair?
    /// How far a pan has come since its start, in points.
    public var translation: Pair?
    /// How fast a pan is, in points per second.
    public var velocity: Pair?
    /// The scale of a pinch since its start, positive.
    public var scale: Double?
    /// Where a pinch started, in unit space.
    public var startAnchor: Pair?
    /// The number of taps.
    public var taps: Int?
    /// The direction of a swipe.
    public var direction: Direction?
    /// The angle of a rotation since its start, in radians.
    public var rotation: Double?
    /// The held keys.
    public var modifiers: [KeyBody]

    init(_ reader: inout ObjectReader) throws(Problem) {
        kind = try reader.word("gesture", of: Kind.allCases)
        state = try reader.word("state", of: State.allCases)
        time = try reader.number("time")
        location = try Self.pair("location", &reader)
        modifiers = try KeyBody.read(from: &reader)
        var known = ["type", "gesture", "state", "time", "location", "modifiers"]
        switch kind {
        case .pan:
            translation = try Self.pair("translation", &reader)
            velocity = try Self.pair("velocity", &reader)
            known += ["translation", "velocity"]
        case .pinch:
            scale = try reader.optionalNumber("scale")
            startAnchor = try Self.pair("startAnchor", &reader)
            known += ["scale", "startAnchor"]
        case .tap:
            taps = try reader.optionalInteger("taps")
            known += ["taps"]
        case .swipe:
            direction = try reader.word("direction", of: Direction.allCases)
            known += ["direction"]
        case .rotation:
            rotation = try reader.optionalNumber("rotation")
            known += ["rotation"]
        case .longPress:
            break
        }
        try reader.finish(known)
        try validate(at: reader.pointer)
    }

    /// The scales between which the ratio of any two is finite, those of a recognized pinch too.
    private static let leastScale = 1e-100
    private static let mostScale = 1e100

    private func validate(at pointer: JSONPointer) throws(Problem) {
        if kind.isDiscrete, state != .ended, state != .recognized {
            throw Problem(
                .propertyInvalid, "A \(kind.rawValue) has no state but \"ended\" or \"recognized\".",
                pointer: pointer.appending("state").description)
        }
        if let scale, !(Self.leastScale...Self.mostScale).contains(scale) {
            throw Problem(
                .propertyInvalid, "The scale of a pinch lies between \(Self.leastScale) and \(Self.mostScale).",
                pointer: pointer.appending("scale").description)
        }
        if let taps, !(1...16).contains(taps) {
            throw Problem(
                .propertyInvalid, "A tap gesture has 1 to 16 taps.", pointer: pointer.appending("taps").description)
        }
    }

    private static func pair(_ name: String, _ reader: inout ObjectReader) throws(Problem) -> Pair? {
        guard let json = reader.optionalJSON(name) else { return nil }
        return try Pair(json, at: reader.pointer.appending(name))
    }
}
