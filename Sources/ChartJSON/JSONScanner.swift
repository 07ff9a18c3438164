/// Reads the tokens of a JSON text (RFC 8259) in order.
///
/// The offset of a problem is the first byte that no valid text can have there, or the length of a truncated text. For
/// a token that is wrong as a whole it is the start of the token: the lead byte of ill-formed UTF-8, the backslash of a
/// lone surrogate's escape, or the first byte of a number that is out of range.
struct JSONScanner {
    let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            position = 3
        }
    }

    /// The byte at the position, or nil at the end.
    var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    mutating func advance(by count: Int = 1) {
        position += count
    }

    mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// Skips a byte if it is the next one.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func literal(_ text: StaticString) throws(Problem) {
        for byte in text.description.utf8 {
            guard take(byte) else { throw unexpected("the literal \(text)") }
        }
    }

    /// The problem that something else was expected at the position.
    func unexpected(_ expectation: String) -> Problem {
        guard let byte = next else {
            return malformed("The body ends where \(expectation) was expected.", at: position)
        }
        let found = 0x21..<0x7F ~= byte ? "'\(Unicode.Scalar(byte))'" : "byte 0x" + String(byte, radix: 16)
        return malformed("Found \(found) where \(expectation) was expected.", at: position)
    }

    func malformed(_ detail: String, at offset: Int) -> Problem {
        Problem(.bodyMalformed, detail, offset: offset)
    }
}
