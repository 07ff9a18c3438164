public import Gestures

/// A modifier that reads out the series under the pointer.
///
/// It follows a pointer that hovers and, as its parameters say, a finger after a long press and a drag. What it shows
/// follows the axes and the rows in ``ChartModifier/onUpdate(of:as:)``.
public protocol ReadingModifier: GestureModifier
where Parameters: PointerParameters, State == PointerState, Recognizer == HoverGestureRecognizer {}

/// What a client can set about how a modifier follows the pointer.
public protocol PointerParameters: ModifierParameters {
    /// What of a finger is followed.
    var touch: PointerTouch { get }
    /// Whether a drag is followed too; it competes with other drags then.
    var followsPan: Bool { get }
}

/// What of a finger a reading modifier follows.
public enum PointerTouch: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing: the pointer must hover.
    case none
    /// A finger that has rested for the time of a long press, wherever it goes then; one that moves before is left to the
    /// other modifiers.
    case longPress
}

/// Where the pointer of a reading modifier is.
public struct PointerState: ModifierState {
    /// The pointer's position in the plot area; `nil` while it is elsewhere.
    public var location: Point?
    /// Creates the state before the pointer comes.
    public init() {}
}

extension ReadingModifier {
    /// A pointer that hovers.
    public func makeGestureRecognizer(on chart: Chart) -> HoverGestureRecognizer { HoverGestureRecognizer() }

    /// A long press and a drag, when they are followed.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        let press: [CompanionRecognizer] =
            switch parameters.touch {
            case .none: []
            case .longPress: [CompanionRecognizer(LongPressGestureRecognizer())]
            }
        return parameters.followsPan ? press + [CompanionRecognizer(PanGestureRecognizer())] : press
    }

    /// Notes where the pointer is, or that it has left the plot area or was lifted; others may read the same event.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        state.location = gesture.state.isActive && args.isInSourceBounds ? gesture.location : nil
    }
}
