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
