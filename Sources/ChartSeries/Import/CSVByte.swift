/// The bytes that structure delimited text, apart from its delimiter.
enum CSVByte {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
    static let space = UInt8(ascii: " ")

    /// Whether a byte ends a line: LF, or CR, which an LF may follow.
    @inline(__always)
    static func endsLine(_ byte: UInt8) -> Bool { byte == newline || byte == carriageReturn }

    /// The position after the last line end.
    ///
    /// A CR at the end of the bytes is none yet, because an LF may follow.
    static func endOfLastLine(_ bytes: Span<UInt8>) -> Int {
        var end = bytes.count
        if end > 0, bytes[end - 1] == carriageReturn { end -= 1 }
        while end > 0, !endsLine(bytes[end - 1]) { end -= 1 }
        return end
    }
}
