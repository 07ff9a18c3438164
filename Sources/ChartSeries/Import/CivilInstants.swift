/// The instants at which the clocks of a zone show a civil time, in milliseconds since 1970 UTC.
public struct CivilInstants: Sendable, Equatable {
    /// The first instant.
    public let first: Int64
    /// The second instant, where the clocks were set back and show the time twice.
    public let second: Int64?
    /// Whether the clocks were set forward over the time; ``first`` is as far behind the gap as the time lies in it.
    public let isSkipped: Bool

    /// Makes the instants of a time.
    ///
    /// - Parameters:
    ///   - first: The first instant.
    ///   - second: The second instant of a time that is there twice.
    ///   - isSkipped: Whether the clocks never show the time.
    public init(first: Int64, second: Int64? = nil, isSkipped: Bool = false) {
        self.first = first
        self.second = second
        self.isSkipped = isSkipped
    }
}
