public import Gestures

/// A modifier that shows the values of series under the pointer.
///
/// It follows a hovering pointer. Its parameters add a finger after a long press, and a drag. Update what it shows in
/// ``ChartModifier/onUpdate(of:as:)``, or conform to ``OverlayModifier`` too.
public protocol ReadingModifier: GestureModifier
where Parameters: PointerParameters, State: PointerFollowing, Recognizer == HoverGestureRecognizer {}

/// The properties that say how a modifier follows the pointer.
public protocol PointerParameters: ModifierParameters {
    /// Which finger gestures the modifier follows.
    var touch: PointerTouch { get }
    /// Whether the modifier follows a drag too, which then competes with other drags.
    var followsPan: Bool { get }
}

/// Which finger gestures a reading modifier follows.
public enum PointerTouch: String, Sendable, Hashable, Codable, CaseIterable {
    /// No finger: the pointer must hover.
    case none
    /// A finger after a long press, wherever it moves then.
    ///
    /// A finger that moves earlier stays free for the other modifiers.
    case longPress
}

/// The state of a reading modifier.
public protocol PointerFollowing: ModifierState {
    /// The pointer's position in the plot area; `nil` while it is elsewhere.
    var location: Point? { get set }
}

/// Where the pointer of a reading modifier is.
public struct PointerState: PointerFollowing {
    /// The pointer's position in the plot area; `nil` while it is elsewhere.
    public var location: Point?
    /// Creates the state before the first pointer event.
    public init() {}
}

extension ReadingModifier {
    /// Makes a hover recognizer.
    public func makeGestureRecognizer(on chart: Chart) -> HoverGestureRecognizer { HoverGestureRecognizer() }

    /// Makes a long press and a pan recognizer where the parameters ask for them.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        pointerRecognizers + (parameters.followsPan ? [CompanionRecognizer(PanGestureRecognizer())] : [])
    }

    /// A long press recognizer where the parameters ask for one.
    var pointerRecognizers: [CompanionRecognizer] {
        switch parameters.touch {
        case .none: []
        case .longPress: [CompanionRecognizer(LongPressGestureRecognizer())]
        }
    }

    /// None: the modifier moves no axis.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] { [] }

    /// Keeps the pointer's place.
    public mutating func chartResized(by factors: Vector, on chart: Chart) {
        state.location = state.location?.scaled(by: factors)
    }

    /// Stores the pointer's location, or `nil` once it leaves the plot area or lifts; never marks the event as handled.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        followPointer(gesture, args)
    }

    /// Stores the pointer's location, or `nil` once it leaves the plot area or lifts.
    mutating func followPointer(_ gesture: Gesture, _ args: ModifierEventArgs) {
        state.location = gesture.state.isActive && args.isInSourceBounds ? gesture.location : nil
    }
}
