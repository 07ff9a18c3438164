public import Gestures

/// What a client can set about a modifier that reads out the series under the pointer.
public struct ReadingParameters: ModifierParameters {
    /// Whether values between two rows are interpolated; otherwise the nearest row is read.
    public var useInterpolation = true
    /// Which series are read out.
    public var sourceMode = SourceMode.allVisibleSeries
    /// How far a row may be from the pointer to be read, in points; 0 is any distance.
    public var hitTestRadius = 0.0
    /// Whether a drag is followed too, beside hover and long press; it competes with other drags then.
    public var followsPan = false

    /// Creates the defaults.
    public init() {}

    /// Refuses a negative radius.
    public func validate() throws(ModifierError) {
        guard hitTestRadius >= 0 else {
            throw ModifierError(property: "hitTestRadius", reason: "The radius is not negative.")
        }
    }
}

/// Where the pointer of a reading modifier is.
public struct PointerState: ModifierState {
    /// The pointer's position in the plot area; `nil` while it is elsewhere.
    public var location: Point?
    /// Creates the state before the pointer comes.
    public init() {}

    /// Notes where the pointer is, or that it has left the plot area or was lifted.
    ///
    /// - Parameters:
    ///   - gesture: The hover, the long press or the drag.
    ///   - args: The gesture's way so far; it is handled.
    mutating func follow(_ gesture: Gesture, args: inout ModifierEventArgs) {
        args.isHandled = true
        location = gesture.state.isActive && args.isInSourceBounds ? gesture.location : nil
    }

    /// What follows touches beside the pointer that hovers: a long press, and a drag when asked for.
    ///
    /// A finger that has rested for the time of a long press goes where it likes; one that moves before is left to the
    /// other modifiers.
    static func companions(followsPan: Bool) -> [CompanionRecognizer] {
        let press = CompanionRecognizer(LongPressGestureRecognizer())
        return followsPan ? [press, CompanionRecognizer(PanGestureRecognizer())] : [press]
    }
}
