/// A contact of a touch event that was dropped, with the reason.
public struct IgnoredContact: Sendable, Hashable {
    /// The position of the contact in its event.
    public var index: Int
    /// Why it was dropped, a sentence in lower case.
    public var reason: String

    /// Creates an entry.
    public init(index: Int, reason: String) {
        self.index = index
        self.reason = reason
    }
}
