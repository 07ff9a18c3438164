import Foundation

/// Says on standard error how far an import is, once a second and at its end.
struct ImportProgress {
    /// What the end of the work is known in.
    enum Unit {
        case bytes
        case rows
    }

    private let total: Int
    private let unit: Unit
    private let start = ContinuousClock.now
    private var lastSaid = ContinuousClock.now
    private var rows = 0
    private var bytes = 0

    /// Starts, with so much to do.
    init(of total: Int, unit: Unit) {
        self.total = total
        self.unit = unit
    }

    /// Counts what was done.
    mutating func advance(rows: Int, bytes: Int = 0) {
        self.rows += rows
        self.bytes += bytes
        guard lastSaid.duration(to: .now) > .seconds(1) else { return }
        lastSaid = .now
        say(Self.line(rows: self.rows, bytes: self.bytes, done: done, seconds: seconds))
    }

    /// Says what was done in all.
    func finish() {
        say(Self.line(rows: rows, bytes: bytes, done: 1, seconds: seconds))
    }

    /// A line of progress.
    ///
    /// - Parameters:
    ///   - rows: How many rows were read.
    ///   - bytes: How many bytes were read; 0 where there are none to read.
    ///   - done: Which part of the work that is.
    ///   - seconds: How long it took.
    /// - Returns: The line, without its end.
    static func line(rows: Int, bytes: Int, done: Double, seconds: Double) -> String {
        let time = max(seconds, 1e-3)
        var parts = ["\(Int(done * 100)) %", "\(rows) rows", "\(Int(Double(rows) / time)) rows/s"]
        if bytes > 0 { parts.append("\(bytes / 1_000_000) MB at \(Int(Double(bytes) / time / 1e6)) MB/s") }
        let left = (seconds / max(done, 1e-9) - seconds).rounded(.up)
        parts.append(done < 1 ? "\(Int(left)) s left" : "in \(Int(time.rounded(.up))) s")
        return parts.joined(separator: ", ")
    }

    private var seconds: Double { start.duration(to: .now) / .seconds(1) }

    private var done: Double {
        total == 0 ? 1 : min(1, Double(unit == .rows ? rows : bytes) / Double(total))
    }

    private func say(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}
