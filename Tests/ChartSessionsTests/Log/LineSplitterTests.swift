import Testing

@testable import ChartSessions

/// Bytes that arrive in pieces, split into lines.
@Suite struct LineSplitterTests {
    @Test(arguments: 1...12) func `lines do not depend on the pieces`(size: Int) throws {
        let text = Array("first\n\nsecond\r\nthird line\n\r\nno end".utf8)
        #expect(try lines(of: text, in: size) == ["first", "second", "third line", "no end"])
    }

    @Test(arguments: 1...12) func `a line of the limit passes and one more byte does not`(size: Int) throws {
        #expect(try lines(of: Array("12345678\n1234\n".utf8), in: size, limit: 8) == ["12345678", "1234"])
        #expect(try lines(of: Array("12345678\r\n1234\r\n".utf8), in: size, limit: 8) == ["12345678", "1234"])
        #expect(throws: LineSplitter.Overflow.self) {
            try lines(of: Array("1234\n123456789\n".utf8), in: size, limit: 8)
        }
        #expect(throws: LineSplitter.Overflow.self) {
            try lines(of: Array("1234\n123456789".utf8), in: size, limit: 8)
        }
    }

    @Test func `a line without an end is not collected beyond the limit`() throws {
        var splitter = LineSplitter(limit: 8)
        try splitter.append(Array("1234567".utf8)) { _ in Issue.record("no line has ended") }
        #expect(throws: LineSplitter.Overflow.self) {
            try splitter.append(Array("89".utf8)) { _ in Issue.record("no line has ended") }
        }
    }

    private func lines(of text: [UInt8], in size: Int, limit: Int = 100) throws -> [String] {
        var splitter = LineSplitter(limit: limit)
        var lines: [String] = []
        for start in stride(from: 0, to: text.count, by: size) {
            try splitter.append(text[start..<min(start + size, text.count)]) {
                lines.append(String(decoding: $0, as: UTF8.self))
            }
        }
        try splitter.finish { lines.append(String(decoding: $0, as: UTF8.self)) }
        return lines
    }
}
