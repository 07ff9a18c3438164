/// A position in CSV bytes that moves from cell to cell, following RFC 4180.
struct CSVCursor {
    /// The bytes of a cell.
    struct Field {
        /// The range of its text, without enclosing quotes.
        var range: Range<Int>
        /// Whether quotes in the text are doubled.
        var hasDoubledQuotes = false
    }

    /// The offset of the next byte.
    var position: Int
    /// The line of the next byte, from 1.
    var line: Int

    private static let comma = UInt8(ascii: ",")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let quote = UInt8(ascii: "\"")

    /// Starts at the first byte; at the start of the text, after a byte-order mark if there is one.
    init(_ bytes: Span<UInt8>, line: Int = 1, isStart: Bool = true) {
        let hasMark = isStart && bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        position = hasMark ? 3 : 0
        self.line = line
    }

    /// Whether a cell may end at a position.
    @inline(__always)
    static func isEnd(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
        guard position < bytes.count else { return true }
        let byte = bytes[position]
        return byte == comma || byte == newline || (byte == carriageReturn && isLineEnd(bytes, position))
    }

    /// Whether a line ends at a position.
    static func isLineEnd(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
        guard position < bytes.count else { return true }
        if bytes[position] == newline { return true }
        return bytes[position] == carriageReturn && (position + 1 == bytes.count || bytes[position + 1] == newline)
    }

    /// Whether further bytes could change the cell before the position.
    func mayGoOn(behind bytes: Span<UInt8>) -> Bool {
        position == bytes.count || (position == bytes.count - 1 && bytes[position] == Self.carriageReturn)
    }

    /// Moves past a cell, to the comma or line end after it.
    @inline(__always)
    mutating func nextField(_ bytes: Span<UInt8>) throws(ImportError) -> Field {
        if position < bytes.count, bytes[position] == Self.quote { return try nextQuotedField(bytes) }
        let start = position
        while !Self.isEnd(bytes, position) { position += 1 }
        return Field(range: start..<position)
    }

    /// Moves past the comma or line end after a cell.
    ///
    /// - Returns: Whether the row continues.
    @inline(__always)
    mutating func endField(_ bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count else { return false }
        if bytes[position] == Self.comma {
            position += 1
            return true
        }
        position += bytes[position] == Self.carriageReturn ? 2 : 1
        position = min(position, bytes.count)
        line += 1
        return false
    }

    private mutating func nextQuotedField(_ bytes: Span<UInt8>) throws(ImportError) -> Field {
        let start = position + 1
        let startLine = line
        var field = Field(range: start..<start)
        position = start
        while position < bytes.count {
            if bytes[position] == Self.quote {
                if position + 1 < bytes.count, bytes[position + 1] == Self.quote {
                    field.hasDoubledQuotes = true
                    position += 1
                } else {
                    field.range = start..<position
                    position += 1
                    return includingText(behind: field, bytes)
                }
            } else if bytes[position] == Self.newline {
                line += 1
            }
            position += 1
        }
        throw ImportError(reason: .unterminatedQuote, line: startLine)
    }

    /// Includes text between the closing quote and the comma in the cell, together with the quotes.
    private mutating func includingText(behind field: Field, _ bytes: Span<UInt8>) -> Field {
        guard !Self.isEnd(bytes, position) else { return field }
        while !Self.isEnd(bytes, position) { position += 1 }
        return Field(range: (field.range.lowerBound - 1)..<position)
    }
}

extension CSVCursor.Field {
    /// The range of the cell without spaces and tabs around its text.
    func trimmed(_ bytes: Span<UInt8>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, Self.isBlank(bytes[start]) { start += 1 }
        while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    /// The text of the cell without surrounding spaces and tabs; `nil` if it is not UTF-8.
    func text(_ bytes: Span<UInt8>) -> String? {
        guard let text = String(utf8: bytes.extracting(trimmed(bytes))) else { return nil }
        guard hasDoubledQuotes else { return text }
        var plain = ""
        var isSecondOfPair = false
        for character in text.unicodeScalars {
            isSecondOfPair = character == "\"" && !isSecondOfPair
            if !isSecondOfPair { plain.unicodeScalars.append(character) }
        }
        return plain
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
