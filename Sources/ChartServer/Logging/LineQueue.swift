import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Hands lines to a thread that writes them, so that the caller does not wait for a pipe or a disk.
///
/// ``WaitingLines`` decides what is dropped. The thread is one of the queue's own; it ends with the process.
package final class LineQueue: Sendable {
    /// Where the lines go.
    struct Output: Sendable {
        /// Writes the first bytes; returns how many, or nil where none can be written now.
        var write: @Sendable (ArraySlice<UInt8>) -> Int?
        /// Waits before another try.
        var pause: @Sendable () -> Void
        /// The time.
        var now: @Sendable () -> ContinuousClock.Instant
    }

    private struct State {
        var lines = WaitingLines()
        var isAsleep = false
        /// Makes the line that tells how many were dropped.
        var gapLine: @Sendable (Int) -> [UInt8] = { _ in [] }
        /// The callers that wait for a kept line, by its number.
        var writers: [Int: CheckedContinuation<Void, Never>] = [:]
        var whenEmpty: [DispatchSemaphore] = []
    }

    private let output: Output
    private let state = Mutex(State())
    private let due = DispatchSemaphore(value: 0)

    /// Starts the thread of a queue.
    ///
    /// - Parameter output: Where the lines go.
    init(to output: Output) {
        self.output = output
        Thread.detachNewThread { self.run() }
    }

    /// The lines that wait for standard error; the end of the process waits a second for them.
    package static let standardError: LineQueue = {
        // A write to a pipe that nothing reads any more is an error then, and does not end the process.
        _ = signal(SIGPIPE, SIG_IGN)
        atexit { LineQueue.standardError.flush() }
        return LineQueue(
            to: Output(
                write: writeToStandardError, pause: { Thread.sleep(forTimeInterval: 0.25) }, now: { .now }))
    }()

    /// How many lines were dropped so far.
    var dropped: Int { state.withLock(\.lines.dropped) }

    /// How many lines of the log wait.
    var waiting: Int { state.withLock(\.lines.count) }

    /// The lines that must not be dropped.
    var kept: QueueFigures { state.withLock { $0.lines.keptFigures } }

    /// Whether kept lines of too many bytes wait, or one for too long.
    var isBlocked: Bool {
        let now = output.now()
        return state.withLock { $0.lines.isBlocked(at: now) }
    }

    /// Takes what makes the line that tells of dropped ones.
    func tellOfGaps(with line: @escaping @Sendable (_ dropped: Int) -> [UInt8]) {
        state.withLock { $0.gapLine = line }
    }

    /// Adds a line, or drops and counts it where too many wait.
    func append(_ line: [UInt8]) {
        change { $0.append(line) }
    }

    /// Adds a line that is never dropped.
    func keep(_ line: [UInt8]) {
        _ = number(ofKept: line)
    }

    /// Adds a line that is never dropped, and waits until it is written.
    ///
    /// - Parameter line: The line.
    /// - Throws: `CancellationError` when the task is cancelled first; the line still waits then.
    func keepAndWait(_ line: [UInt8]) async throws(CancellationError) {
        let number = number(ofKept: line)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.lines.lastWritten >= number || Task.isCancelled { return true }
                    state.writers[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.writers.removeValue(forKey: number) }?.resume()
        }
        guard state.withLock({ $0.lines.lastWritten >= number }) else { throw CancellationError() }
    }

    /// Blocks the caller's thread until no line waits.
    ///
    /// - Parameter patience: The longest wait.
    package func flush(within patience: Duration = .seconds(1)) {
        let emptied = DispatchSemaphore(value: 0)
        let isEmpty = state.withLock { state in
            if !state.lines.isEmpty { state.whenEmpty.append(emptied) }
            return state.lines.isEmpty
        }
        if !isEmpty { _ = emptied.wait(timeout: .now() + patience / .seconds(1)) }
    }

    private func number(ofKept line: [UInt8]) -> Int {
        let now = output.now()
        return change { $0.keep(line, at: now) }
    }

    /// Changes the lines, and wakes the thread where it sleeps.
    private func change<Result: Sendable>(_ body: (inout WaitingLines) -> Result) -> Result {
        let (result, wakes) = state.withLock { state in
            defer { state.isAsleep = false }
            return (body(&state.lines), state.isAsleep)
        }
        if wakes { due.signal() }
        return result
    }

    private func run() {
        while true {
            let (pieces, gapLine, emptied) = state.withLock { state in
                let pieces = state.lines.next()
                state.isAsleep = pieces.isEmpty
                defer { if pieces.isEmpty { state.whenEmpty = [] } }
                return (pieces, state.gapLine, pieces.isEmpty ? state.whenEmpty : [])
            }
            for emptied in emptied { emptied.signal() }
            guard !pieces.isEmpty else {
                due.wait()
                continue
            }
            writeOut(
                pieces.flatMap { piece in
                    switch piece {
                    case .line(let line): line
                    case .gap(let count): gapLine(count)
                    }
                })
            for writer in finishWrite() { writer.resume() }
        }
    }

    /// Writes all bytes, however often it takes.
    private func writeOut(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if let count = output.write(rest) {
                rest = rest.dropFirst(count)
            } else {
                output.pause()
            }
        }
    }

    /// Ends the write in progress, and returns the callers that waited for its kept lines.
    private func finishWrite() -> [CheckedContinuation<Void, Never>] {
        state.withLock { state in
            let before = state.lines.lastWritten
            state.lines.finish()
            guard before < state.lines.lastWritten else { return [] }
            return (before + 1...state.lines.lastWritten).compactMap { state.writers.removeValue(forKey: $0) }
        }
    }

    /// Writes to standard error, and waits for its reader; nil for a pipe that is closed or a disk that is full.
    @Sendable private static func writeToStandardError(_ bytes: ArraySlice<UInt8>) -> Int? {
        while true {
            let count = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another process has made a terminal or a pipe non-blocking for all that share it.
                var waiting = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&waiting, 1, -1)
            default: return nil
            }
        }
    }
}
