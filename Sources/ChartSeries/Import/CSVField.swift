/// The bytes of a cell.
struct CSVField: Sendable {
    /// The range of its text, without enclosing quotes.
    var range: Range<Int>
    /// Whether quotes in the text are doubled.
    var hasDoubledQuotes = false

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
