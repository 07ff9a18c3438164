public import Gestures

/// A contact of a batch that the surface ignored.
public struct IgnoredInput: Sendable, Hashable {
    /// The position of the event in its batch.
    public let event: Int
    /// The position of the contact in its event.
    public let contact: Int
    /// The reason, a sentence in lower case.
    public let reason: String
}

/// Why the surface refuses a batch as a whole.
public struct BatchError: Error, Sendable, Hashable {
    /// The reasons to refuse a batch.
    public enum Reason: Sendable, Hashable {
        /// The event is earlier than the one before it.
        case timeReversed
        /// The surface cannot apply the event's touches.
        case touch(TouchError)
    }

    /// The position of the event in its batch.
    public let event: Int
    /// The reason.
    public let reason: Reason

    /// Creates an error.
    public init(event: Int, reason: Reason) {
        self.event = event
        self.reason = reason
    }
}
