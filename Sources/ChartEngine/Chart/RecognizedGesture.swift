public import Gestures

/// A gesture that a modifier reports to the client, for gestures of the application's own.
public struct RecognizedGesture: Sendable, Hashable, Codable {
    /// The id of the modifier.
    public let modifier: String
    /// The gesture in the reported state.
    public let gesture: Gesture
    /// The annotation that it has hit; `nil` for none.
    public var annotation: String?
}

extension Chart {
    /// Reports a gesture in ``recognized``, which holds it until the next update begins.
    ///
    /// A `changed` replaces the modifier's last report if that is a `changed` of the same kind. So the list stays
    /// short, however many moves an update has.
    ///
    /// - Parameters:
    ///   - gesture: The gesture in its new state.
    ///   - modifier: The id of the modifier that reports it.
    ///   - annotation: The annotation that it has hit; `nil` for none.
    public mutating func report(_ gesture: Gesture, by modifier: String, annotation: String? = nil) {
        if gesture.state == .changed,
            let last = recognized.lastIndex(where: { $0.modifier == modifier && $0.gesture.kind == gesture.kind }),
            recognized[last].gesture.state == .changed
        {
            recognized.remove(at: last)
        }
        recognized.append(RecognizedGesture(modifier: modifier, gesture: gesture, annotation: annotation))
    }
}
