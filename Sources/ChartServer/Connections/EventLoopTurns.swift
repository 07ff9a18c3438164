import NIOCore
import Synchronization

/// The turns in which event loops answer requests.
final class EventLoopTurns: Sendable {
    /// The turns of one event loop.
    final class Turn: Sendable {
        private let loop: any EventLoop
        private let end: @Sendable () -> Void
        private let isEnding = Atomic<Bool>(false)

        fileprivate init(of loop: any EventLoop, end: @escaping @Sendable () -> Void) {
            self.loop = loop
            self.end = end
        }

        /// Calls `end` after what the loop has queued already; called on the loop.
        func endLater() {
            guard !isEnding.exchange(true, ordering: .relaxed) else { return }
            loop.execute {
                self.isEnding.store(false, ordering: .relaxed)
                self.end()
            }
        }
    }

    private let turns = Mutex<[ObjectIdentifier: Turn]>([:])
    private let end: @Sendable () -> Void

    /// Creates the turns of all event loops.
    ///
    /// - Parameter end: Called at the end of each turn, by its event loop.
    init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    /// The turns of an event loop.
    func turn(of loop: any EventLoop) -> Turn {
        turns.withLock { turns in
            let turn = turns[ObjectIdentifier(loop)] ?? Turn(of: loop, end: end)
            turns[ObjectIdentifier(loop)] = turn
            return turn
        }
    }
}
