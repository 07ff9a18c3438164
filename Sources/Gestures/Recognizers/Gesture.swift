/// The kinds of gestures that the engine recognizes.
public enum GestureKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// One or more taps.
    case tap
    /// The second touch down of a double tap.
    case doubleTouchDown
    /// A touch held in place.
    case longPress
    /// A drag.
    case pan
    /// Two fingers that spread or close.
    case pinch
    /// Two fingers that turn.
    case rotation
    /// A quick stroke.
    case swipe
    /// A pointer that moves without buttons.
    case hover
    /// The wheel.
    case wheel
    /// A drag that spans a rectangle.
    case marquee
}

/// The state of a gesture recognizer, in UIKit's words.
public enum GestureState: String, Sendable, Hashable, Codable {
    /// The recognizer has not decided yet.
    case possible
    /// A continuous gesture has started.
    case began
    /// A continuous gesture has moved on.
    case changed
    /// A gesture is complete; for a discrete gesture the same as UIKit's `recognized`.
    case ended
    /// A continuous gesture was cancelled.
    case cancelled
    /// The touches were not this gesture.
    case failed

    /// Whether a continuous gesture is in progress.
    @inlinable
    public var isActive: Bool { self == .began || self == .changed }
    /// Whether the state stays until a reset.
    @inlinable
    public var isTerminal: Bool { self == .ended || self == .cancelled || self == .failed }
}

/// A direction of a stroke.
public enum SwipeDirection: String, Sendable, Hashable, Codable {
    /// To the left.
    case left
    /// To the right.
    case right
    /// To the top.
    case up
    /// To the bottom.
    case down
}

/// What a gesture measures, by its kind.
public enum GestureValues: Sendable, Hashable, Codable {
    /// The number of taps.
    case tap(taps: Int)
    /// Nothing beyond the location.
    case doubleTouchDown
    /// Nothing beyond the location.
    case longPress
    /// The centroid's displacement since touch down in points, and its velocity in points per second.
    case pan(translation: Vector, velocity: Vector)
    /// The ratio of the finger distance to the first one, and the fingers' centroid at the start.
    ///
    /// `startAnchor` is in unit space (0…1 across the plot area), if the client sent one. `startLocation` is in points.
    case pinch(scale: Double, startAnchor: Point?, startLocation: Point)
    /// The accumulated angle in radians, clockwise positive, in (−π, π].
    case rotation(radians: Double)
    /// The direction of the stroke.
    case swipe(direction: SwipeDirection)
    /// Nothing beyond the location.
    case hover
    /// The turn of the wheel that this state reports, as the client sent it.
    case wheel(deltaX: Double, deltaY: Double, deltaMode: WheelEvent.DeltaMode)
    /// The normalised rectangle from the touch-down point to the first finger.
    case marquee(selectionRect: Rect)

    /// The kind of gesture that these values belong to.
    public var kind: GestureKind {
        switch self {
        case .tap: .tap
        case .doubleTouchDown: .doubleTouchDown
        case .longPress: .longPress
        case .pan: .pan
        case .pinch: .pinch
        case .rotation: .rotation
        case .swipe: .swipe
        case .hover: .hover
        case .wheel: .wheel
        case .marquee: .marquee
        }
    }
}

/// One state of one gesture, as a modifier receives it.
public struct Gesture: Sendable, Hashable, Codable {
    /// The state that the gesture is in now.
    public var state: GestureState
    /// When the gesture entered this state.
    public var time: Timestamp
    /// The centroid of its touches, or the pointer's position.
    public var location: Point
    /// The number of touches of the gesture that are down; 0 for hover and wheel.
    public var numberOfTouches: Int
    /// The keyboard modifiers held.
    public var modifiers: ModifierKeys
    /// What the gesture measures.
    public var values: GestureValues
    /// When the arena released a recognition that had waited for another gesture to fail.
    public var resolvedAt: Timestamp?

    /// Creates a gesture.
    public init(
        state: GestureState, time: Timestamp, location: Point, values: GestureValues, numberOfTouches: Int = 1,
        modifiers: ModifierKeys = [], resolvedAt: Timestamp? = nil
    ) {
        self.state = state
        self.time = time
        self.location = location
        self.values = values
        self.numberOfTouches = numberOfTouches
        self.modifiers = modifiers
        self.resolvedAt = resolvedAt
    }

    /// The kind of gesture.
    public var kind: GestureKind { values.kind }
}
