import Dispatch
import Foundation
import GRDB
import Logging
import Synchronization

/// Copies the log of the database into its tables, on a thread and a connection of its own.
///
/// A writer that goes on during a copy leaves a rest behind, and the log starts over only when nothing is left. So once
/// the log is long, the rest is made small by a second copy, and the writer copies what is left between two commits.
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
    ///   - connections: The connections to copy with.
    ///   - pagesOfLog: The pages of the log at which the writer is asked to copy the rest.
    ///   - logger: Where copies are told of that failed.
    ///   - wakeWriter: Called when the writer is asked to, and may sleep.
    init(_ connections: OpenDatabase, pagesOfLog: Int, logger: Logger, wakeWriter: @escaping @Sendable () -> Void) {
        self.connections = connections
        self.pagesOfLog = pagesOfLog
        self.logger = logger
        self.wakeWriter = wakeWriter
        Thread.detachNewThread { self.run() }
    }

    /// Asks for a copy; called by the writer.
    func request() {
        due.signal()
    }

    /// Copies the rest if that was asked for; called by the writer between two commits.
    ///
    /// - Returns: Whether it was asked for.
    func copyRestIfWanted() -> Bool {
        guard wantsRest.exchange(false, ordering: .acquiringAndReleasing) else { return false }
        copy { try $0.pool.writeWithoutTransaction { try $0.checkpoint(.passive) } }
        restIsDone.signal()
        return true
    }

    /// Waits for a copy; called by a writer that is so much faster that the log would grow without end.
    func waitForCopy() {
        while copyIsDone.wait(timeout: .now()) == .success {}
        guard !wantsRest.load(ordering: .acquiring) else { return }
        due.signal()
        _ = copyIsDone.wait(timeout: .now() + .seconds(10))
    }

    /// Ends the thread, and waits for its end; called by the writer.
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

    /// Copies, and counts the pages of the log; a copy that fails is made up for by the next one.
    @discardableResult
    private func copy(
        _ checkpoint: (SessionDatabase) throws -> (walFrameCount: Int, checkpointedFrameCount: Int)
    ) -> Int {
        for _ in 0..<Self.attempts {
            do {
                return try checkpoint(connections.current).walFrameCount
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // The head of the log was read just as the writer changed it.
                continue
            } catch {
                logger.warning("the log of the session store was not copied", metadata: ["error": "\(error)"])
                return 0
            }
        }
        return 0
    }
}
