/// The lines that wait for an output, such as standard error: what is dropped, what is kept, and what goes next.
///
/// A line of the log is dropped where too many bytes wait. A kept line never is, and goes before the others.
struct WaitingLines {
    /// The most bytes of lines of the log that wait, and the bytes of waiting kept lines that are too many.
    static let mostBytes = 1 << 20
    /// A kept line that waits longer waits too long.
    static let longestWait = Duration.seconds(1)
    /// The most bytes of one write, unless a line has more: Linux does not mix such a write to a pipe with others.
    static let bytesPerWrite = 4_096

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
