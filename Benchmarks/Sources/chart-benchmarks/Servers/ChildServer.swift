import Foundation

/// A server in a process of its own, started from this executable.
final class ChildServer {
    /// The line that the server prints once it listens, without the port that follows.
    static let readyLine = "listening on http://127.0.0.1:"

    /// The port of the server.
    let port: UInt16
    private let process: Process
    private let input: Pipe

    /// Starts the server and waits until it listens.
    init(arguments: [String]) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        input = Pipe()
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        port = try Self.port(in: output.fileHandleForReading)
    }

    /// The processor time used so far, in seconds with a resolution of 10 ms.
    var processorSeconds: Double {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
                throw BenchmarkFailure("/proc has no times of a server")
            }
            return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    /// The memory of the server.
    var memory: ProcessMemory {
        get throws { try ProcessMemory(of: String(process.processIdentifier)) }
    }

    /// Stops the server and waits until it ends.
    func stop() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private static func port(in output: FileHandle) throws -> UInt16 {
        var text = ""
        while true {
            let bytes = output.availableData
            guard !bytes.isEmpty else { throw BenchmarkFailure("a server ended before it was ready") }
            text += String(decoding: bytes, as: UTF8.self)
            guard text.hasSuffix("\n") else { continue }
            for line in text.split(separator: "\n") where line.hasPrefix(readyLine) {
                if let port = UInt16(line.dropFirst(readyLine.count)) { return port }
            }
        }
    }
}
