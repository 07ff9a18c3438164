import Synchronization

/// A clock that stands until a test moves it.
public final class ManualClock: Sendable {
    private let milliseconds: Mutex<Int64>

    /// Creates a clock that stands at a time.
    public init(milliseconds: Int64 = 0) {
        self.milliseconds = Mutex(milliseconds)
    }

    /// The time that the clock shows.
    public var now: Int64 { milliseconds.withLock { $0 } }

    /// Moves the clock.
    public func advance(byMilliseconds step: Int64) { milliseconds.withLock { $0 += step } }
}
