/// A touch of an event.
///
/// Places are points from the upper left corner of the plot area.
public struct Touch: Sendable, Hashable, Codable {
    /// What touches.
    public enum Kind: String, Sendable, Codable { case touch, mouse, pen }

    /// Tells the touch from others that are down.
    public var id: Int
    /// The distance from the left side of the plot area.
    public var x: Double
    /// The distance from the upper side of the plot area.
    public var y: Double
    /// A finger where it is `nil`.
    public var kind: Kind?
    /// From 0 to 1.
    public var pressure: Double?

    /// Creates a touch.
    public init(id: Int, x: Double, y: Double, kind: Kind? = nil, pressure: Double? = nil) {
        self.id = id
        self.x = x
        self.y = y
        self.kind = kind
        self.pressure = pressure
    }
}

/// A place or a movement in points.
public struct Point: Sendable, Hashable, Codable {
    /// The distance to the right.
    public var x: Double
    /// The distance down.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// What a client sends.
///
/// Times are milliseconds of its own clock, and never decrease.
public enum InputEvent: Sendable, Hashable, Encodable {
    /// The phase of touches.
    public enum Phase: String, Sendable, Codable { case began, moved, ended, cancelled }
    /// The phase of a pointer without buttons.
    public enum HoverPhase: String, Sendable, Codable { case entered, moved, exited }
    /// The state of a gesture that the platform has recognized.
    public enum GestureState: String, Sendable, Codable { case began, changed, ended, cancelled }
    /// A gesture that the platform has recognized.
    public enum Gesture: Sendable, Hashable {
        case pan(translation: Point, velocity: Point)
        case pinch(scale: Double)
        case tap(count: Int)
    }

    /// The touches that change; others stay down.
    case touch(Phase, at: Double, [Touch])
    case hover(HoverPhase, at: Double, Point)
    case wheel(at: Double, Point, deltaX: Double, deltaY: Double)
    case gesture(Gesture, GestureState, at: Double, Point)
    /// Time passes, for gestures that wait.
    case tick(at: Double)

    private enum Key: String, CodingKey {
        case type, phase, time, touches, x, y, deltaX, deltaY, gesture, state, location, translation, velocity, scale
        case taps
    }

    /// Writes the event as the API has it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .touch(let phase, let time, let touches):
            try container.encode("touch", forKey: .type)
            try container.encode(phase, forKey: .phase)
            try container.encode(time, forKey: .time)
            try container.encode(touches, forKey: .touches)
        case .hover(let phase, let time, let place):
            try container.encode("hover", forKey: .type)
            try container.encode(phase, forKey: .phase)
            try container.encode(time, forKey: .time)
            try container.encode(place.x, forKey: .x)
            try container.encode(place.y, forKey: .y)
        case .wheel(let time, let place, let deltaX, let deltaY):
            try container.encode("wheel", forKey: .type)
            try container.encode(time, forKey: .time)
            try container.encode(place.x, forKey: .x)
            try container.encode(place.y, forKey: .y)
            try container.encode(deltaX, forKey: .deltaX)
            try container.encode(deltaY, forKey: .deltaY)
        case .gesture(let gesture, let state, let time, let place):
            try container.encode("gesture", forKey: .type)
            try container.encode(state, forKey: .state)
            try container.encode(time, forKey: .time)
            try container.encode(place, forKey: .location)
            switch gesture {
            case .pan(let translation, let velocity):
                try container.encode("pan", forKey: .gesture)
                try container.encode(translation, forKey: .translation)
                try container.encode(velocity, forKey: .velocity)
            case .pinch(let scale):
                try container.encode("pinch", forKey: .gesture)
                try container.encode(scale, forKey: .scale)
            case .tap(let count):
                try container.encode("tap", forKey: .gesture)
                try container.encode(count, forKey: .taps)
            }
        case .tick(let time):
            try container.encode("tick", forKey: .type)
            try container.encode(time, forKey: .time)
        }
    }
}
