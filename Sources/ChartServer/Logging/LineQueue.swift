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

/// The lines that wait for an output, such as standard error: what is dropped, what is kept, and what goes next.
///
/// A line of the log is dropped where too many bytes wait. A kept line never is, and goes before the others.
struct WaitingLines {
    /// The most bytes of lines of the log that wait, and the bytes of waiting kept lines that are too many.
    static let mostBytes = 1 << 20
    /// A kept line that waits longer waits too long.
    private static let longestWait = Duration.seconds(1)
    /// The most bytes of one write, unless a line has more: Linux does not mix such a write to a pipe with others.
    private static let bytesPerWrite = 4_096

    /// What a write consists of.
    enum Piece: Sendable, Equatable {
        /// A line with its end.
        case line([UInt8])
        /// Here so many lines were dropped.
        case gap(Int)

        /// The bytes of the line; those of a line that tells of a gap are estimated.
        fileprivate var size: Int {
            switch self {
            case .line(let line): line.count
            case .gap: 256
            }
        }
    }

    private struct Kept {
        let line: [UInt8]
        let since: ContinuousClock.Instant
    }

    private var kept = FIFO<Kept>()
    private var others = FIFO<Piece>()
    private var keptBytes = 0
    private var otherBytes = 0
    /// The lines of the write in progress, which wait until it is done.
    private var writing: (kept: [Kept], otherBytes: Int)?
    private var isDropping = false
    /// The dropped lines that no gap tells of yet.
    private var untold = 0
    /// The number of the last kept line.
    private var lastKept = 0

    /// How many lines were dropped so far.
    private(set) var dropped = 0
    /// The number of the last kept line that was written; the first one has the number 1.
    private(set) var lastWritten = 0

    /// Whether no line waits.
    var isEmpty: Bool { writing == nil && kept.isEmpty && others.isEmpty && untold == 0 }

    /// How many lines wait that may be dropped.
    var count: Int { others.count }

    /// The kept lines that wait.
    var keptFigures: QueueFigures {
        let writing = writing?.kept ?? []
        return QueueFigures(length: writing.count + kept.count, oldest: (writing.first ?? kept.first)?.since)
    }

    /// Whether kept lines of too many bytes wait, or one for too long.
    func isBlocked(at now: ContinuousClock.Instant) -> Bool {
        guard let oldest = writing?.kept.first ?? kept.first else { return false }
        return keptBytes >= Self.mostBytes || oldest.since.duration(to: now) > Self.longestWait
    }

    /// Adds a line, or drops it where it does not fit.
    ///
    /// Once a line was dropped, so is each further one until half of the bytes are written: the log has few gaps then.
    mutating func append(_ line: [UInt8]) {
        if otherBytes <= Self.mostBytes / 2 { isDropping = false }
        guard !isDropping, otherBytes + line.count <= Self.mostBytes else {
            isDropping = true
            untold += 1
            dropped += 1
            return
        }
        if untold > 0 { others.append(.gap(untold)) }
        untold = 0
        others.append(.line(line))
        otherBytes += line.count
    }

    /// Adds a line that is never dropped.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - now: The time from which on it waits.
    /// - Returns: Its number.
    mutating func keep(_ line: [UInt8], at now: ContinuousClock.Instant) -> Int {
        kept.append(Kept(line: line, since: now))
        keptBytes += line.count
        lastKept += 1
        return lastKept
    }

    /// Takes the lines of the next write, once the last one is done: whole lines, kept ones first.
    ///
    /// - Returns: Them; empty when no line waits.
    mutating func next() -> [Piece] {
        precondition(writing == nil, "one write at a time")
        var pieces: [Piece] = []
        var (size, bytes) = (0, 0)
        func fits(_ more: Int) -> Bool { pieces.isEmpty || size + more <= Self.bytesPerWrite }
        var keptHere: [Kept] = []
        while let first = kept.first, fits(first.line.count) {
            keptHere.append(first)
            kept.removeFirst()
            size += first.line.count
            pieces.append(.line(first.line))
        }
        while let first = others.first, fits(first.size) {
            others.removeFirst()
            size += first.size
            if case .line(let line) = first { bytes += line.count }
            pieces.append(first)
        }
        if others.isEmpty, untold > 0 {
            pieces.append(.gap(untold))
            untold = 0
        }
        if !pieces.isEmpty { writing = (keptHere, bytes) }
        return pieces
    }

    /// Notes that the lines of the last ``next()`` are written.
    mutating func finish() {
        guard let done = writing else { preconditionFailure("no write has begun") }
        writing = nil
        otherBytes -= done.otherBytes
        keptBytes -= done.kept.reduce(0) { $0 + $1.line.count }
        lastWritten += done.kept.count
    }
}

/// A queue whose elements leave in the order of arrival, in O(1) amortized.
private struct FIFO<Element> {
    private var arrived: [Element] = []
    /// The elements that leave first, in reverse.
    private var leaving: [Element] = []

    var isEmpty: Bool { arrived.isEmpty && leaving.isEmpty }

    var count: Int { arrived.count + leaving.count }

    var first: Element? { leaving.last ?? arrived.first }

    mutating func append(_ element: Element) { arrived.append(element) }

    mutating func removeFirst() {
        if leaving.isEmpty {
            leaving = arrived.reversed()
            arrived.removeAll(keepingCapacity: true)
        }
        leaving.removeLast()
    }
}
