import Foundation

/// The conditions on which the figures depend besides the code.
enum Machine {
    /// The conditions, one per line.
    static var facts: [String] {
        [
            "machine     \(ProcessInfo.processInfo.activeProcessorCount) cores, \(processorName)",
            "system      \(ProcessInfo.processInfo.operatingSystemVersionString)",
            "swift       \(compilerVersion), \(buildConfiguration) build",
            "load        \(loadAverages) over 1, 5 and 15 minutes before the start",
        ]
    }

    private static var processorName: String {
        let lines = (text(of: "/proc/cpuinfo") ?? "").split(separator: "\n")
        let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
        return name?.trimmingCharacters(in: .whitespaces) ?? "of unknown make"
    }

    private static var compilerVersion: String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", "--version"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "unknown" }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? "unknown"
    }

    private static var buildConfiguration: String {
        #if DEBUG
        "debug"
        #else
        "release"
        #endif
    }

    private static var loadAverages: String {
        (text(of: "/proc/loadavg") ?? "unknown").split(separator: " ").prefix(3).joined(separator: ", ")
    }

    private static func text(of path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }
}
