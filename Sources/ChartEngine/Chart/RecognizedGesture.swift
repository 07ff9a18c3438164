public import Gestures

/// A gesture that a modifier reports to the client, so that an application can have gestures of its own.
public struct RecognizedGesture: Sendable, Hashable, Codable {
    /// The id of the modifier.
    public let modifier: String
    /// The gesture in the state that was reported.
    public let gesture: Gesture
}

extension Chart {
    /// Reports a gesture in ``recognized``, until the next update begins.
    ///
    /// A `changed` takes the place of the modifier's last report when that was a `changed` of the same kind, so that the
    /// list stays short however many moves an update has.
    ///
    /// - Parameters:
    ///   - gesture: The gesture in its new state.
    ///   - modifier: The id of the modifier that reports it.
    public mutating func report(_ gesture: Gesture, by modifier: String) {
        if gesture.state == .changed,
            let last = recognized.lastIndex(where: { $0.modifier == modifier && $0.gesture.kind == gesture.kind }),
            recognized[last].gesture.state == .changed
        {
            recognized.remove(at: last)
        }
        recognized.append(RecognizedGesture(modifier: modifier, gesture: gesture))
    }
}
