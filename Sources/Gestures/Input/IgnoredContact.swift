/// A contact of a touch event that the tracker ignored, with the reason.
public struct IgnoredContact: Sendable, Hashable {
    /// The position of the contact in its event.
    public var index: Int
    /// The reason, a sentence in lower case.
    public var reason: String

    /// Creates an entry.
    public init(index: Int, reason: String) {
        self.index = index
        self.reason = reason
    }
}
