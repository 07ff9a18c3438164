import Dispatch
import Synchronization

/// A gate for a thread: a closed one holds the thread.
final class Gate: Sendable {
    private let isClosed = Mutex(false)
    private let arrived = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    func close() { isClosed.withLock { $0 = true } }

    func pass() {
        guard isClosed.withLock(\.self) else { return }
        arrived.signal()
        opened.wait()
    }

    func waitForArrival() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.arrived.wait()
                continuation.resume()
            }
        }
    }

    /// Lets the held thread continue, and holds the next one.
    func letOnePass() { opened.signal() }

    func open() {
        isClosed.withLock { $0 = false }
        opened.signal()
    }
}
