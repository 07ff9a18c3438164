import Foundation

/// The clock by which sessions expire; the engine never sees it.
public struct SessionClock: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let now: @Sendable () -> Int64

    /// Creates a clock.
    public init(now: @escaping @Sendable () -> Int64) {
        self.now = now
    }

    /// The machine's clock.
    public static let system = SessionClock { Int64(Date().timeIntervalSince1970 * 1_000) }
}
