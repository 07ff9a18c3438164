/// Reads one HTTP answer at a time into a buffer that it reuses.
struct AnswerReader {
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var filled = 0
    private var bodyStart: Int?
    private var bodyCount = 0

    /// The status code of the complete answer.
    var status: Int { (9..<12).reduce(0) { $0 * 10 + Int(buffer[$1]) - 48 } }

    /// The body of the complete answer.
    var body: ArraySlice<UInt8> {
        let start = bodyStart ?? filled
        return buffer[start..<start + bodyCount]
    }

    /// The number of bytes before the body of the complete answer.
    var headCount: Int { bodyStart ?? filled }

    /// Discards the answer.
    mutating func reset() {
        filled = 0
        bodyStart = nil
        bodyCount = 0
    }

    /// Reads the bytes that a socket has received.
    ///
    /// - Returns: Whether the answer is complete.
    mutating func read(from socket: borrowing Socket) throws -> Bool {
        while true {
            if filled == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
            let room = buffer.count - filled
            guard let count = try socket.receive(into: &buffer, at: filled) else { return false }
            filled += count
            if try isComplete() { return true }
            if count < room { return false }
        }
    }

    /// The number after the first `"revision":` in the body.
    func revision() -> Int? {
        let start = bodyStart ?? filled
        guard var position = end(of: Self.revisionKey, from: start) else { return nil }
        var number = 0
        while position < filled, case 48...57 = buffer[position] {
            number = number * 10 + Int(buffer[position]) - 48
            position += 1
        }
        return number
    }

    private static let headEnd = Array("\r\n\r\n".utf8)
    private static let lengthName = Array("\r\nContent-Length: ".utf8)
    private static let revisionKey = Array("\"revision\":".utf8)

    private mutating func isComplete() throws -> Bool {
        if bodyStart == nil {
            guard let start = end(of: Self.headEnd, from: 0) else { return false }
            guard var position = end(of: Self.lengthName, from: 0), position < start else {
                throw BenchmarkFailure("an answer has no length")
            }
            bodyCount = 0
            while case 48...57 = buffer[position] {
                bodyCount = bodyCount * 10 + Int(buffer[position]) - 48
                position += 1
            }
            bodyStart = start
        }
        let expected = headCount + bodyCount
        guard filled <= expected else { throw BenchmarkFailure("an answer is longer than it says") }
        return filled == expected
    }

    private func end(of needle: [UInt8], from start: Int) -> Int? {
        var matched = 0
        for position in start..<filled {
            let byte = buffer[position]
            matched = byte == needle[matched] ? matched + 1 : byte == needle[0] ? 1 : 0
            if matched == needle.count { return position + 1 }
        }
        return nil
    }
}
