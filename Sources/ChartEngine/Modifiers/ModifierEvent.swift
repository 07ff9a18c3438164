public import Gestures

/// An event, a gesture or a command, as a modifier receives it.
public enum ModifierEvent: Sendable, Hashable {
    /// An event of a client.
    case input(InputEvent)
    /// A gesture that one of the modifier's recognizers, or the client itself, recognized.
    case gesture(Gesture)
    /// A command for modifiers, such as `rotate`.
    case command(String)
}

/// An event on its way through the modifiers.
public struct ModifierEventArgs: Sendable, Hashable {
    /// The id of the surface on which the event happened.
    public let source: String
    /// Whether the event happened on this surface, rather than on another surface of the event group.
    public let isMaster: Bool
    /// Whether the event's location is in this surface's plot area; true for an event without a location.
    public let isInSourceBounds: Bool
    /// The event.
    public let event: ModifierEvent
    /// The role of the recognizer that found the gesture: 0 for the main one, then its companions in order.
    public let recognizerRole: Int
    /// The id of the modifier that receives the event.
    public let modifier: String
    /// Whether a modifier has handled the event.
    public var isHandled: Bool

    /// Creates arguments.
    public init(
        source: String, modifier: String, event: ModifierEvent, isMaster: Bool = true, isInSourceBounds: Bool = true,
        recognizerRole: Int = 0, isHandled: Bool = false
    ) {
        self.source = source
        self.modifier = modifier
        self.event = event
        self.isMaster = isMaster
        self.isInSourceBounds = isInSourceBounds
        self.recognizerRole = recognizerRole
        self.isHandled = isHandled
    }
}
