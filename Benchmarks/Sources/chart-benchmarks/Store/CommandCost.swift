import Foundation

/// The cost of running a command in a process.
struct CommandCost {
    /// The elapsed time in seconds.
    let seconds: Double
    /// The processor time of all threads in seconds, since the start of the process.
    let processorSeconds: Double
    /// The peak resident memory in bytes, including mapped files.
    let peak: Double

    private static let mark = "cost "

    /// Runs this executable with other arguments and waits until it ends.
    ///
    /// - Parameter arguments: The arguments of a command that prints ``line(_:_:_:)`` last.
    /// - Throws: ``BenchmarkFailure`` if the command fails.
    init(ofRunning arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let last = text.split(separator: "\n").last { $0.hasPrefix(Self.mark) } ?? ""
        let numbers = last.split(separator: " ").compactMap { Double($0) }
        guard process.terminationStatus == 0, numbers.count == 3 else {
            throw BenchmarkFailure("\(arguments.joined(separator: " ")) fails: \(text)")
        }
        (seconds, processorSeconds, peak) = (numbers[0], numbers[1], numbers[2])
    }

    /// Formats the line that a command prints about its own cost.
    static func line(_ seconds: Double, _ processorSeconds: Double, _ peak: Double) -> String {
        "\(mark)\(seconds) \(processorSeconds) \(peak)"
    }
}
