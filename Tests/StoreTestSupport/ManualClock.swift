package import ChartStores
import Synchronization

/// A clock that only a test advances.
package final class ManualClock: Sendable {
    private let milliseconds: Mutex<Int64>

    /// Creates a clock that shows a time.
    package init(milliseconds: Int64 = 0) {
        self.milliseconds = Mutex(milliseconds)
    }

    /// The time that the clock shows.
    package var now: Int64 { milliseconds.withLock { $0 } }

    /// Advances the clock.
    package func advance(byMilliseconds step: Int64) { milliseconds.withLock { $0 += step } }

    /// The clock of a registry or a store that shows the same time.
    package var sessionClock: SessionClock { SessionClock { [self] in now } }
}
