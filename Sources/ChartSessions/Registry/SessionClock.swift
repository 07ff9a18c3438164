import Foundation

/// The clock by which sessions expire; the engine never sees it.
///
/// It runs on at its own pace whatever is done to the date of the machine, so that no session ends because of a jump.
public struct SessionClock: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z as the date was when the clock was started, counted on from there.
    public let now: @Sendable () -> Int64
    /// Milliseconds since 1970-01-01T00:00:00Z by the date of the machine now.
    public let date: @Sendable () -> Int64

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - now: Its time, which never goes back.
    ///   - date: The date of the machine; without one it is the clock's time.
    public init(now: @escaping @Sendable () -> Int64, date: (@Sendable () -> Int64)? = nil) {
        self.now = now
        self.date = date ?? now
    }

    /// Creates a clock whose time is the one of this closure, and the date too.
    public init(_ now: @escaping @Sendable () -> Int64) {
        self.init(now: now)
    }

    /// A moment of the clock as the date of the machine will show it.
    public func date(at moment: Int64) -> Int64 { moment - now() + date() }

    /// The machine's clock, which counts from the first use in this process.
    public static let system = {
        let date = { @Sendable in Int64(Date().timeIntervalSince1970 * 1_000) }
        let (start, startedAt) = (date(), ContinuousClock.now)
        return SessionClock(
            now: { start + Int64((ContinuousClock.now - startedAt) / .milliseconds(1)) }, date: date)
    }()
}
