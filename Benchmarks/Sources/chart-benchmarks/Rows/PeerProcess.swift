import Foundation

/// Other libraries that answer the same questions, in a process of their own.
final class PeerProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var text = ""

    /// Starts it and waits until it has read the values.
    ///
    /// - Parameters:
    ///   - python: A Python that has the libraries.
    ///   - script: The script that asks them.
    ///   - values: A file of little-endian doubles.
    ///   - arguments: What else the script is told.
    /// - Throws: When it does not start.
    init(python: String, script: String, values: URL, arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [script, values.path] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard try line() == "ready" else { throw BenchmarkFailure("\(script) is not ready") }
    }

    /// Asks a library for M4 of some rows.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - name: The library.
    ///   - evicts: Whether caches are to be filled with other memory before.
    /// - Returns: The processor time in nanoseconds, and the number of rows that were kept.
    /// - Throws: When it ends or answers something else.
    func ask(_ rows: Range<Int>, of name: String, evicts: Bool) throws -> (nanoseconds: Double, rowCount: Int) {
        let numbers = try ask("\(name) \(rows.lowerBound) \(rows.upperBound) \(evicts ? 1 : 0)", numbers: 2)
        return (numbers[0], Int(numbers[1]))
    }

    /// Asks a question of the script.
    ///
    /// - Parameters:
    ///   - question: The line that the script reads.
    ///   - count: How many numbers the line has that it writes.
    /// - Returns: The numbers.
    /// - Throws: When it ends or answers something else.
    func ask(_ question: String, numbers count: Int) throws -> [Double] {
        try input.fileHandleForWriting.write(contentsOf: Data((question + "\n").utf8))
        let answer = try line()
        let numbers = answer.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == count else { throw BenchmarkFailure("no answer to \(question): \(answer)") }
        return numbers
    }

    /// Ends it.
    func stop() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private func line() throws -> Substring {
        while !text.contains("\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw BenchmarkFailure("the other libraries ended before they answered") }
            text += String(decoding: bytes, as: UTF8.self)
        }
        let end = text.firstIndex(of: "\n") ?? text.endIndex
        defer { text = String(text[end...].dropFirst()) }
        return text[..<end]
    }
}
