internal import Foundation

/// What the operating system knows of this process.
struct ProcessSample: Sendable {
    /// When the server started, in seconds since 1970.
    let startTime: Double

    /// Remembers now as the start.
    init() {
        startTime = Date().timeIntervalSince1970
    }

    /// The memory in RAM, in bytes; nil where the system does not tell it.
    var residentMemory: Int? {
        Self.residentMemory(status: (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? "")
    }

    /// The memory in RAM, in bytes, of a text in the form of Linux's `/proc/self/status`.
    static func residentMemory(status: String) -> Int? {
        for line in status.split(separator: "\n") where line.hasPrefix("VmRSS:") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.count == 3, words[2] == "kB", let kibibytes = Int(words[1]) else { return nil }
            return kibibytes * 1_024
        }
        return nil
    }
}
