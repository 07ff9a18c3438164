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
