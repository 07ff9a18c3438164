import Foundation

/// The resident memory of a process as the kernel counts it, in bytes.
struct ProcessMemory {
    /// The peak resident memory so far, including mapped files.
    let peak: Double
    /// The resident memory now.
    let resident: Double
    /// The part that is the process's own (anonymous memory).
    let anonymous: Double
    /// The part that is mapped files: pages of the page cache, and the executable.
    let mapped: Double

    /// Reads the memory of a process.
    ///
    /// - Parameter process: The process id, or `self`.
    /// - Throws: ``BenchmarkFailure`` if there is no such process.
    init(of process: String) throws {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        func bytes(_ name: String) throws -> Double {
            for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
                if let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
                {
                    return kibibytes * 1024
                }
            }
            throw BenchmarkFailure("/proc has no \(name) of \(process)")
        }
        peak = try bytes("VmHWM")
        resident = try bytes("VmRSS")
        anonymous = try bytes("RssAnon")
        mapped = try bytes("RssFile")
    }

    /// A text such as `31.2 MB resident, of which 8.1 MB its own and 23.1 MB mapped files`.
    var text: String {
        "\(Figure.megabytes(resident)) resident, of which \(Figure.megabytes(anonymous)) its own and "
            + "\(Figure.megabytes(mapped)) mapped files"
    }
}
