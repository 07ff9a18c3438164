public import Gestures

/// A gesture in progress, with the modifier that follows it.
public struct ActiveGesture: Sendable, Hashable {
    /// The id of the modifier.
    public let modifier: String
    /// The gesture in its last state.
    public let gesture: Gesture
    /// The role of the recognizer that found it; `nil` for a gesture on another surface, which this one follows.
    let role: Int?
}
