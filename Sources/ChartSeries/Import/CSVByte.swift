/// The bytes that structure delimited text, apart from its delimiter.
enum CSVByte {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")

    /// Whether a line ends at a position.
    static func isLineEnd(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
        guard position < bytes.count else { return true }
        if bytes[position] == newline { return true }
        return bytes[position] == carriageReturn && (position + 1 == bytes.count || bytes[position + 1] == newline)
    }

    /// The position after the last line end.
    static func endOfLastLine(_ bytes: Span<UInt8>) -> Int {
        var end = bytes.count
        while end > 0, bytes[end - 1] != newline { end -= 1 }
        return end
    }
}
