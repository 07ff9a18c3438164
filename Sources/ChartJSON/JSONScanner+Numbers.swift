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
