import Foundation

/// Reports the progress of an import on standard error, once a second and at its end.
struct ImportProgress {
    /// The unit of the total.
    enum Unit {
        case bytes
        case rows
    }

    private let total: Int?
    private let unit: Unit
    private let start = ContinuousClock.now
    private var lastSaid = ContinuousClock.now
    private var rows = 0
    private var bytes = 0

    /// Starts an import of so many rows or bytes; `nil` where the number is unknown.
    init(of total: Int?, unit: Unit) {
        self.total = total
        self.unit = unit
    }

    /// Adds what was read.
    mutating func advance(rows: Int, bytes: Int = 0) {
        self.rows += rows
        self.bytes += bytes
        guard lastSaid.duration(to: .now) > .seconds(1) else { return }
        lastSaid = .now
        say(Self.line(rows: self.rows, bytes: self.bytes, done: done, seconds: seconds))
    }

    /// Reports the totals.
    func finish() {
        say(Self.line(rows: rows, bytes: bytes, done: 1, seconds: seconds))
    }

    /// A line of progress.
    ///
    /// - Parameters:
    ///   - rows: The number of rows read.
    ///   - bytes: The number of bytes read; 0 when there are none to read.
    ///   - done: The fraction of the work that is done; `nil` where it is unknown.
    ///   - seconds: The time since the start.
    /// - Returns: The line, without its end.
    static func line(rows: Int, bytes: Int, done: Double?, seconds: Double) -> String {
        let time = max(seconds, 1e-3)
        var parts: [String] = []
        if let done { parts.append("\(Int(done * 100)) %") }
        if rows > 0 || bytes == 0 { parts += ["\(rows) rows", "\(Int(Double(rows) / time)) rows/s"] }
        if bytes > 0 { parts.append("\(bytes / 1_000_000) MB at \(Int(Double(bytes) / time / 1e6)) MB/s") }
        guard let done else { return parts.joined(separator: ", ") }
        let left = (seconds / max(done, 1e-9) - seconds).rounded(.up)
        parts.append(done < 1 ? "\(Int(left)) s left" : "in \(Int(time.rounded(.up))) s")
        return parts.joined(separator: ", ")
    }

    private var seconds: Double { start.duration(to: .now) / .seconds(1) }

    private var done: Double? {
        total.map { $0 == 0 ? 1 : min(1, Double(unit == .rows ? rows : bytes) / Double($0)) }
    }

    private func say(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}
