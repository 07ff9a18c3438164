import Foundation

/// The clock that expires sessions; the engine does not use it.
///
/// It is monotonic, so a change of the machine's date ends no session.
package struct SessionClock: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z, taken from the date at the start of the clock and counted from there.
    package let now: @Sendable () -> Int64
    /// Milliseconds since 1970-01-01T00:00:00Z by the machine's date.
    package let date: @Sendable () -> Int64

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - now: The time, which never decreases.
    ///   - date: The machine's date; by default the time.
    package init(now: @escaping @Sendable () -> Int64, date: (@Sendable () -> Int64)? = nil) {
        self.now = now
        self.date = date ?? now
    }

    /// Creates a clock whose time and date are the value of a closure.
    package init(_ now: @escaping @Sendable () -> Int64) {
        self.init(now: now)
    }

    /// Converts a time of the clock to a date of the machine.
    package func date(at moment: Int64) -> Int64 { moment - now() + date() }

    /// The machine's clock, which starts with its first use in the process.
    package static let system = {
        let date = { @Sendable in Int64(Date().timeIntervalSince1970 * 1_000) }
        let (start, startedAt) = (date(), ContinuousClock.now)
        return SessionClock(
            now: { start + Int64((ContinuousClock.now - startedAt) / .milliseconds(1)) }, date: date)
    }()
}
