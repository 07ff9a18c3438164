import Foundation

/// What the operating system reports about this process.
struct ProcessSample: Sendable {
    /// When the server started, in seconds since 1970.
    let startTime: Double

    /// Records the current time as the start.
    init() {
        startTime = Date().timeIntervalSince1970
    }

    /// The processor time of all threads so far, in seconds.
    var processorTime: Double { Double(clock()) / Self.clocksPerSecond }

    /// The value that POSIX fixes for `clock()`.
    private static let clocksPerSecond = 1_000_000.0

    /// The number of open file descriptors, without the one that counts them; nil when the system does not report it.
    var openFiles: Int? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { max(0, $0.count - 1) }
    }

    /// The most open file descriptors; nil when the system does not report it, or sets no limit.
    var mostOpenFiles: Int? {
        Self.mostOpenFiles(limits: (try? String(contentsOfFile: "/proc/self/limits", encoding: .utf8)) ?? "")
    }

    /// The current limit in a text of the form of Linux's `/proc/self/limits`.
    static func mostOpenFiles(limits: String) -> Int? {
        let name = "Max open files"
        guard let line = limits.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return nil }
        return line.dropFirst(name.count).split(separator: " ").first.flatMap { Int($0) }
    }

    /// The memory in RAM, in bytes; nil when the system does not report it.
    var residentMemory: Int? {
        Self.residentMemory(status: (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? "")
    }

    /// The memory in RAM, in bytes, in a text of the form of Linux's `/proc/self/status`.
    static func residentMemory(status: String) -> Int? {
        for line in status.split(separator: "\n") where line.hasPrefix("VmRSS:") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.count == 3, words[2] == "kB", let kibibytes = Int(words[1]) else { return nil }
            return kibibytes * 1_024
        }
        return nil
    }
}
