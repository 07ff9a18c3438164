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

extension JSONScanner {
    /// Reads a number as the nearest Double; zero has no sign, not even that of a number too small for a Double.
    mutating func number() throws(Problem) -> Double {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        var digits = DecimalDigits()
        if take(UInt8(ascii: "0")) {
            if let digit = next, 0x30...0x39 ~= digit {
                throw malformed("A number must not have a leading zero.", at: position)
            }
        } else {
            try readDigits { digits.append($0) }
        }
        if take(UInt8(ascii: ".")) {
            try readDigits {
                digits.append($0)
                digits.exponent -= 1
            }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            let isDivided = take(UInt8(ascii: "-"))
            if !isDivided {
                _ = take(UInt8(ascii: "+"))
            }
            var exponent = 0
            try readDigits { exponent = min(exponent * 10 + Int($0), 1_000_000) }
            digits.exponent += isDivided ? -exponent : exponent
        }
        if let magnitude = digits.exactMagnitude {
            return isNegative ? 0 - magnitude : magnitude
        }
        let number = Double(String(decoding: bytes[start..<position], as: UTF8.self))
        guard let number, number.isFinite else {
            throw Problem(
                .bodyNumberOutOfRange, "The number is too large for a 64-bit floating-point number.", pointer: "",
                offset: start)
        }
        return number + 0
    }

    private mutating func readDigits(_ body: (UInt8) -> Void) throws(Problem) {
        let start = position
        while let byte = next, 0x30...0x39 ~= byte {
            body(byte - 0x30)
            advance()
        }
        guard position > start else { throw unexpected("a digit") }
    }
}

/// The digits of a number, up to the 15 that a Double holds exactly.
private struct DecimalDigits {
    private var significand: UInt64 = 0
    private var count = 0
    var exponent = 0

    mutating func append(_ digit: UInt8) {
        guard count > 0 || digit != 0 else { return }
        count += 1
        if count <= 15 {
            significand = significand * 10 + UInt64(digit)
        }
    }

    /// The magnitude, if one operation with an exact power of ten gives it with a single rounding (Clinger 1990).
    var exactMagnitude: Double? {
        guard count > 0 else { return 0 }
        guard count <= 15, -22...22 ~= exponent else { return nil }
        let whole = Double(significand)
        return exponent < 0 ? whole / Self.powersOfTen[-exponent] : whole * Self.powersOfTen[exponent]
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}

extension JSONScanner {
    /// Reads a string from its opening to its closing quotation mark.
    mutating func string() throws(Problem) -> String {
        advance()
        let start = position
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                let text = String(decoding: bytes[start..<position], as: UTF8.self)
                advance()
                return text
            case UInt8(ascii: "\\"):
                return try escapedString(after: bytes[start..<position])
            default:
                try skipCharacter(byte)
            }
        }
        throw unexpected("the closing quotation mark of a string")
    }

    private mutating func escapedString(after head: ArraySlice<UInt8>) throws(Problem) -> String {
        var text = Array(head)
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                advance()
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                let scalar = try escape()
                text.append(contentsOf: String(scalar).utf8)
            default:
                let start = position
                try skipCharacter(byte)
                text.append(contentsOf: bytes[start..<position])
            }
        }
        throw unexpected("the closing quotation mark of a string")
    }

    private mutating func skipCharacter(_ byte: UInt8) throws(Problem) {
        guard byte >= 0x20 else {
            throw malformed("A control character inside a string must be escaped.", at: position)
        }
        if byte < 0x80 {
            advance()
        } else {
            try skipMultibyteCharacter(leadByte: byte)
        }
    }

    /// Skips one character of two to four bytes, within the bounds of table 3-7 of the Unicode Standard.
    private mutating func skipMultibyteCharacter(leadByte: UInt8) throws(Problem) {
        let length: Int
        let secondByte: ClosedRange<UInt8>
        switch leadByte {
        case 0xC2...0xDF: (length, secondByte) = (2, 0x80...0xBF)
        case 0xE0: (length, secondByte) = (3, 0xA0...0xBF)
        case 0xED: (length, secondByte) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, secondByte) = (3, 0x80...0xBF)
        case 0xF0: (length, secondByte) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, secondByte) = (4, 0x80...0xBF)
        case 0xF4: (length, secondByte) = (4, 0x80...0x8F)
        default: throw malformed("The body is not UTF-8.", at: position)
        }
        guard position + length <= bytes.count, secondByte.contains(bytes[position + 1]),
            bytes[(position + 2)..<(position + length)].allSatisfy({ 0x80...0xBF ~= $0 })
        else { throw malformed("The body is not UTF-8.", at: position) }
        advance(by: length)
    }

    private mutating func escape() throws(Problem) -> Unicode.Scalar {
        let backslash = position
        advance()
        let scalar: Unicode.Scalar
        switch next {
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "/"): scalar = "/"
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"):
            advance()
            return try unicodeEscape(from: backslash)
        default: throw unexpected("one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
        }
        advance()
        return scalar
    }

    private mutating func unicodeEscape(from backslash: Int) throws(Problem) -> Unicode.Scalar {
        let high = try hexadecimalUnit()
        if let scalar = Unicode.Scalar(high) {
            return scalar
        }
        let loneSurrogate = malformed("The escape is half of a surrogate pair.", at: backslash)
        guard UTF16.isLeadSurrogate(high) else { throw loneSurrogate }
        for byte in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
            guard let next else { throw unexpected("the second half of a surrogate pair") }
            guard next == byte else { throw loneSurrogate }
            advance()
        }
        let low = try hexadecimalUnit()
        guard UTF16.isTrailSurrogate(low) else { throw loneSurrogate }
        return UTF16.decode(UTF16.EncodedScalar([high, low]))
    }

    private mutating func hexadecimalUnit() throws(Problem) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap(Hexadecimal.value) else { throw unexpected("a hexadecimal digit") }
            unit = unit << 4 | UInt16(digit)
            advance()
        }
        return unit
    }
}
