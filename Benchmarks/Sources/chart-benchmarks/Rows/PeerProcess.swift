import Foundation

/// A Python script that answers each line with numbers.
final class PeerProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var text = ""

    /// Starts the process and waits until it is ready.
    ///
    /// - Parameters:
    ///   - python: A Python with the libraries of the script.
    ///   - script: The script.
    ///   - arguments: The arguments of the script.
    /// - Throws: An error if the process does not start.
    init(python: String, script: String, arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [script] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard try line() == "ready" else { throw BenchmarkFailure("\(script) is not ready") }
    }

    /// Starts a process of other libraries, and waits until it has read the values.
    ///
    /// - Parameters:
    ///   - python: A Python with the libraries.
    ///   - script: The script that calls them.
    ///   - values: A file of little-endian doubles.
    ///   - arguments: Further arguments of the script.
    /// - Throws: An error if the process does not start.
    convenience init(python: String, script: String, values: URL, arguments: [String]) throws {
        try self.init(python: python, script: script, arguments: [values.path] + arguments)
    }

    /// Asks a library for M4 of some rows.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - name: The library.
    ///   - evicts: Whether other memory must fill the caches before the query.
    /// - Returns: The processor time in nanoseconds, and the number of rows kept.
    /// - Throws: An error if the process ends or gives an invalid answer.
    func ask(_ rows: Range<Int>, of name: String, evicts: Bool) throws -> (nanoseconds: Double, rowCount: Int) {
        let numbers = try ask("\(name) \(rows.lowerBound) \(rows.upperBound) \(evicts ? 1 : 0)", numbers: 2)
        return (numbers[0], Int(numbers[1]))
    }

    /// Sends a line to the script and reads its answer.
    ///
    /// - Parameters:
    ///   - question: The line that the script reads.
    ///   - count: The number of numbers in the answer.
    /// - Returns: The numbers.
    /// - Throws: An error if the process ends or gives an invalid answer.
    func ask(_ question: String, numbers count: Int) throws -> [Double] {
        try send(question)
        return try numbers(count)
    }

    /// Sends a line to the script, whose answer is read later.
    func send(_ question: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((question + "\n").utf8))
    }

    /// Reads the answer to the line that was sent last.
    ///
    /// - Parameter count: The number of numbers in the answer.
    /// - Returns: The numbers.
    /// - Throws: An error if the process ends or gives an invalid answer.
    func numbers(_ count: Int) throws -> [Double] {
        let answer = try line()
        let numbers = answer.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == count else { throw BenchmarkFailure("no answer of \(count) numbers: \(answer)") }
        return numbers
    }

    /// Stops the process.
    func stop() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private func line() throws -> Substring {
        while !text.contains("\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw BenchmarkFailure("a script ended before it answered") }
            text += String(decoding: bytes, as: UTF8.self)
        }
        let end = text.firstIndex(of: "\n") ?? text.endIndex
        defer { text = String(text[end...].dropFirst()) }
        return text[..<end]
    }
}
