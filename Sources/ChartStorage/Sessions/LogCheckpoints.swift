import Dispatch
import Foundation
import GRDB
import Logging
import Synchronization

/// Copies the WAL into the database, on its own thread and connection.
///
/// A writer that commits during a copy leaves a remainder, and SQLite restarts the WAL only without one. For a long WAL
/// the thread therefore copies twice, and the writer copies the remainder between two commits.
final class LogCheckpoints: Sendable {
    private static let attempts = 10

    private let connections: OpenDatabase
    private let pagesOfLog: Int
    private let logger: Logger
    private let wakeWriter: @Sendable () -> Void
    private let due = DispatchSemaphore(value: 0)
    private let restIsDone = DispatchSemaphore(value: 0)
    private let copyIsDone = DispatchSemaphore(value: 0)
    private let wantsRest = Atomic<Bool>(false)
    private let isStopped = Atomic<Bool>(false)
    private let threadIsDone = DispatchSemaphore(value: 0)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - connections: The connections.
    ///   - pagesOfLog: The pages of the WAL at which the writer has to copy the remainder.
    ///   - logger: Logs failed copies.
    ///   - wakeWriter: Wakes the writer for the remainder.
    init(_ connections: OpenDatabase, pagesOfLog: Int, logger: Logger, wakeWriter: @escaping @Sendable () -> Void) {
        self.connections = connections
        self.pagesOfLog = pagesOfLog
        self.logger = logger
        self.wakeWriter = wakeWriter
        Thread.detachNewThread { self.run() }
    }

    /// Requests a copy; the writer calls it.
    func request() {
        due.signal()
    }

    /// Copies the remainder on request; the writer calls it between two commits.
    ///
    /// - Returns: Whether there was a request.
    func copyRestIfWanted() -> Bool {
        guard wantsRest.exchange(false, ordering: .acquiringAndReleasing) else { return false }
        copy { try $0.pool.writeWithoutTransaction { try $0.checkpoint(.passive) } }
        restIsDone.signal()
        return true
    }

    /// Waits for a copy, for a writer so fast that the WAL would grow without limit.
    func waitForCopy() {
        while copyIsDone.wait(timeout: .now()) == .success {}
        guard !wantsRest.load(ordering: .acquiring) else { return }
        due.signal()
        _ = copyIsDone.wait(timeout: .now() + .seconds(10))
    }

    /// Ends the thread, and waits for it; the writer calls it.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        restIsDone.signal()
        due.signal()
        threadIsDone.wait()
    }

    private func run() {
        while true {
            due.wait()
            guard !isStopped.load(ordering: .acquiring) else { break }
            guard copyInBackground() >= pagesOfLog else {
                copyIsDone.signal()
                continue
            }
            copyInBackground()
            wantsRest.store(true, ordering: .releasing)
            copyIsDone.signal()
            wakeWriter()
            restIsDone.wait()
        }
        threadIsDone.signal()
    }

    @discardableResult
    private func copyInBackground() -> Int {
        copy { try $0.checkpoints.writeWithoutTransaction { try $0.checkpoint(.passive) } }
    }

    /// Copies, and returns the pages of the WAL; the next copy makes up for a failed one.
    @discardableResult
    private func copy(
        _ checkpoint: (SessionDatabase) throws -> (walFrameCount: Int, checkpointedFrameCount: Int)
    ) -> Int {
        for _ in 0..<Self.attempts {
            do {
                return try checkpoint(connections.current).walFrameCount
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // The writer changed the WAL's header during the read.
                continue
            } catch {
                logger.warning(
                    "the WAL of the session store was not copied into its tables", metadata: ["error": "\(error)"])
                return 0
            }
        }
        return 0
    }
}
