import Foundation
import Synchronization

/// Checks of the thread sanitizer itself: it must report a race, and must not report a lock or a continuation.
@main
enum SelfCheck {
    /// Two counters: a lock guards one of them.
    final class Counters: Sendable {
        let guarded = Mutex(0)
        nonisolated(unsafe) var bare = 0
    }

    /// Runs the named check: `mutex` counts behind a contended lock, `continuation` takes results from another thread,
    /// `race` counts with the lock in only one of the threads.
    static func main() async throws {
        let counters = Counters()
        switch CommandLine.arguments.dropFirst().first {
        case "mutex":
            onThreads(4) { _ in
                for _ in 0..<50 {
                    counters.guarded.withLock { count in
                        unsafe counters.bare += 1
                        usleep(200)
                        count += 1
                    }
                }
            }
            let counted = counters.guarded.withLock { $0 }
            let bare = unsafe counters.bare
            precondition(counted == 200 && bare == 200, "the lock lost increments")
            precondition(mutexWaits() > 0, "no thread had to wait, so this checked nothing")
        case "continuation":
            let queue = DispatchQueue(label: "other")
            var sum = 0
            for number in 0..<10_000 {
                sum += try await unsafe withUnsafeThrowingContinuation {
                    (result: UnsafeContinuation<Int, any Error>) in
                    queue.async { unsafe result.resume(returning: number) }
                }
                sum -= await unsafe withUnsafeContinuation { (result: UnsafeContinuation<Int, Never>) in
                    queue.async { unsafe result.resume(returning: number) }
                }
            }
            precondition(sum == 0, "a result is lost")
        case "race":
            onThreads(2) { thread in
                for _ in 0..<50 {
                    if thread == 0 {
                        counters.guarded.withLock { _ in unsafe counters.bare += 1 }
                    } else {
                        unsafe counters.bare += 1
                    }
                    usleep(200)
                }
            }
        default: preconditionFailure("usage: SelfCheck mutex | continuation | race")
        }
    }

    /// Runs a body on the given number of threads at once, and waits for them.
    static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let done = DispatchSemaphore(value: 0)
        for thread in 0..<count {
            Thread.detachNewThread {
                body(thread)
                done.signal()
            }
        }
        for _ in 0..<count { done.wait() }
    }
}

/// How often a thread has waited for a mutex.
@_silgen_name("mutex_waits")
func mutexWaits() -> Int
