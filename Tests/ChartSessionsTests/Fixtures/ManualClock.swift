import ChartSessions
import Synchronization

/// A session clock that moves when a test moves it.
final class ManualClock: Sendable {
    private let milliseconds: Mutex<Int64>

    init(_ start: Int64 = 1_000_000) {
        milliseconds = Mutex(start)
    }

    var clock: SessionClock { SessionClock { self.milliseconds.withLock { $0 } } }

    func advance(by duration: Int64) { milliseconds.withLock { $0 += duration } }
}
