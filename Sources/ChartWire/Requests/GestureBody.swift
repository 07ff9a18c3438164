/// A gesture that the client's platform has recognized.
public struct GestureBody: Sendable, Hashable {
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
    public struct Pair: Sendable, Hashable {
        /// The horizontal one.
        public var x: Double
        /// The vertical one.
        public var y: Double
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
    public var modifiers: HeldKeys
}
