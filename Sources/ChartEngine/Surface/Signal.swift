public import Gestures

/// A message of a surface to other surfaces of its session.
public struct Signal: Sendable, Hashable, Codable {
    /// The content of a signal.
    public enum Content: Sendable, Hashable, Codable {
        /// An event of the client, for the event group.
        case input(InputEvent)
        /// The time to which its inertial motion has advanced, for the event group.
        case time(Timestamp)
        /// A gesture of one of its modifiers, for the event group.
        case gesture(SharedGesture)
        /// A modifier's request for a range of an axis of another surface.
        case request(AxisRange, AxisReference, RangeClip)
        /// The end of the action, which drops what its gestures have requested beyond the constraints.
        case endOfAction
    }

    /// The content.
    public let content: Content
    /// The position of the event in its batch, while a trace is active.
    let event: Int?
}

/// A gesture on its way to the other surfaces of an event group.
public struct SharedGesture: Sendable, Hashable, Codable {
    /// The gesture, with its location in points of its own surface.
    public let gesture: Gesture
    /// The id of the modifier that received the gesture.
    public let modifier: String
    /// The role of the recognizer that found the gesture.
    public let role: Int
    /// Whether an `ended` state is the only state of the gesture.
    public let isWhole: Bool
}

extension GestureKind {
    /// Whether the gesture has one state only, `ended`.
    var isDiscrete: Bool {
        switch self {
        case .tap, .doubleTouchDown, .swipe: true
        case .longPress, .pan, .pinch, .rotation, .hover, .wheel, .marquee: false
        }
    }
}

extension Chart {
    /// Sends a signal to other surfaces.
    mutating func send(_ content: Signal.Content) {
        switch content {
        case .input, .time, .endOfAction: break
        case .gesture(let shared): if shared.gesture.kind != .hover { hasUnfinishedSignals = true }
        case .request: hasUnfinishedSignals = true
        }
        signals.append(Signal(content: content, event: trace?.event))
    }

    /// Signals the end of the action, if other surfaces have received signals of it.
    mutating func finishSignals() {
        guard hasUnfinishedSignals else { return }
        send(.endOfAction)
        hasUnfinishedSignals = false
    }

    /// Returns and removes the signals for other surfaces.
    mutating func takeSignals() -> [Signal] {
        guard !signals.isEmpty else { return [] }
        defer { signals = [] }
        return signals
    }
}
