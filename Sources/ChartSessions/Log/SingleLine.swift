/// JSON text on one line, as the log stores it.
enum SingleLine {
    /// The text with spaces in place of line breaks; strings of JSON contain no raw line breaks.
    static func text(_ json: [UInt8]) -> [UInt8] {
        guard hasBreak(json.span) else { return json }
        return json.map { isBreak($0) ? UInt8(ascii: " ") : $0 }
    }

    /// Whether there is a line break; looks at eight bytes at once, because the body of every change comes here.
    private static func hasBreak(_ json: Span<UInt8>) -> Bool {
        var start = 0
        while start + 8 <= json.count {
            let lanes = unsafe json.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
            if hasZero(lanes ^ 0x0A0A_0A0A_0A0A_0A0A) || hasZero(lanes ^ 0x0D0D_0D0D_0D0D_0D0D) { return true }
            start += 8
        }
        while start < json.count {
            if isBreak(json[start]) { return true }
            start += 1
        }
        return false
    }

    /// Whether one of eight bytes is 0: only then does subtracting 1 from each byte borrow into a clear top bit.
    private static func hasZero(_ lanes: UInt64) -> Bool {
        (lanes &- 0x0101_0101_0101_0101) & ~lanes & 0x8080_8080_8080_8080 != 0
    }

    private static func isBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}
