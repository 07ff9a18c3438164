public import Gestures

/// What a surface hands on to other surfaces of its session.
public struct Signal: Sendable, Hashable, Codable {
    /// What it says.
    public enum Content: Sendable, Hashable, Codable {
        /// An event of the client, for the event group.
        case input(InputEvent)
        /// The moment to which its content moves by itself, for the event group.
        case time(Timestamp)
        /// A gesture of one of its modifiers, for the event group.
        case gesture(SharedGesture)
        /// A modifier asks for a range of an axis of another surface.
        case request(AxisRange, AxisReference, RangeClip)
        /// The action is over: what its gestures have asked for beyond the constraints is dropped.
        case endOfAction
    }

    /// What it says.
    public let content: Content
    /// The position of the event in its batch, while the surface explains itself.
    let event: Int?
}

/// A gesture on its way to the other surfaces of an event group.
public struct SharedGesture: Sendable, Hashable, Codable {
    /// The gesture, located in points of its own surface.
    public let gesture: Gesture
    /// The id of the modifier that has it.
    public let modifier: String
    /// Which of the modifier's recognizers has recognized it.
    public let role: Int
    /// Whether this state is all of the gesture when it is `ended`.
    public let isWhole: Bool
}

extension GestureKind {
    /// Whether the gesture comes in one state, `ended`.
    var isDiscrete: Bool {
        switch self {
        case .tap, .doubleTouchDown, .swipe: true
        case .longPress, .pan, .pinch, .rotation, .hover, .wheel, .marquee: false
        }
    }
}

extension Chart {
    /// Hands something on to other surfaces.
    mutating func send(_ content: Signal.Content) {
        switch content {
        case .input, .time, .endOfAction: break
        case .gesture(let shared): if shared.gesture.kind != .hover { hasUnfinishedSignals = true }
        case .request: hasUnfinishedSignals = true
        }
        signals.append(Signal(content: content, event: trace?.event))
    }

    /// Tells other surfaces that the action is over, if they have heard of it.
    mutating func finishSignals() {
        guard hasUnfinishedSignals else { return }
        send(.endOfAction)
        hasUnfinishedSignals = false
    }

    /// Hands over what is to go to other surfaces.
    mutating func takeSignals() -> [Signal] {
        guard !signals.isEmpty else { return [] }
        defer { signals = [] }
        return signals
    }
}
