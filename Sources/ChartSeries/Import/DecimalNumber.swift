/// Converts decimal text to the nearest double.
enum DecimalNumber {
    /// The result of reading text.
    enum Outcome: Equatable {
        /// The nearest double.
        case value(Double)
        /// Infinite, NaN, or too large for a double.
        case notFinite
        /// Something else.
        case notANumber
    }

    /// Reads the decimal number at a position, if one exactly rounded operation gives the nearest double.
    ///
    /// This works for integers up to 2^53 times or divided by a power of ten up to 10^22. A double holds both exactly,
    /// so one multiplication or division rounds once. Source: Clinger, "How to Read Floating Point Numbers Accurately",
    /// 1990.
    ///
    /// - Parameters:
    ///   - bytes: ASCII text.
    ///   - start: The position where the number starts.
    /// - Returns: The number and the position after it; `nil` if there is no number or it is outside these limits.
    @inline(__always)
    static func scan(_ bytes: Span<UInt8>, from start: Int) -> (value: Double, end: Int)? {
        let count = bytes.count
        var position = start
        var isNegative = false
        if position < count, bytes[position] == minus || bytes[position] == plus {
            isNegative = bytes[position] == minus
            position += 1
        }
        var mantissa: UInt64 = 0
        var digits = 0
        var exponent = 0
        let integerStart = position
        while position < count {
            let digit = bytes[position] &- zero
            guard digit < 10 else { break }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            position += 1
        }
        digits = position - integerStart
        if position < count, bytes[position] == point {
            position += 1
            let fractionStart = position
            while position < count {
                let digit = bytes[position] &- zero
                guard digit < 10 else { break }
                mantissa = mantissa &* 10 &+ UInt64(digit)
                position += 1
            }
            exponent = fractionStart - position
            digits -= exponent
        }
        guard digits > 0, digits <= 19, mantissa <= 1 << 53 else { return nil }
        if position < count, bytes[position] | 0x20 == exponentMark {
            guard let scale = scanExponent(bytes, from: position + 1) else { return nil }
            exponent += scale.exponent
            position = scale.end
        }
        guard exponent.magnitude <= 22 else { return nil }
        let magnitude =
            exponent < 0
            ? Double(mantissa) / powersOfTen[-exponent]
            : Double(mantissa) * powersOfTen[exponent]
        return (isNegative ? 0 - magnitude : magnitude, position)
    }

    /// Reads text that is a decimal number from start to end, of any length.
    static func read(_ bytes: Span<UInt8>) -> Outcome {
        if let (value, end) = scan(bytes, from: 0), end == bytes.count { return .value(value) }
        guard isDecimal(bytes) else { return isNotFinite(bytes) ? .notFinite : .notANumber }
        guard let text = String(utf8: bytes), let value = Double(text) else { return .notANumber }
        return value.isFinite ? .value(value + 0) : .notFinite
    }

    private static let zero = UInt8(ascii: "0")
    private static let minus = UInt8(ascii: "-")
    private static let plus = UInt8(ascii: "+")
    private static let point = UInt8(ascii: ".")
    private static let exponentMark = UInt8(ascii: "e")

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    private static func scanExponent(_ bytes: Span<UInt8>, from start: Int) -> (exponent: Int, end: Int)? {
        var position = start
        var isNegative = false
        if position < bytes.count, bytes[position] == minus || bytes[position] == plus {
            isNegative = bytes[position] == minus
            position += 1
        }
        let firstDigit = position
        var exponent = 0
        while position < bytes.count, bytes[position] &- zero < 10 {
            exponent = min(exponent * 10 + Int(bytes[position] &- zero), 1_000_000)
            position += 1
        }
        return position > firstDigit ? (isNegative ? -exponent : exponent, position) : nil
    }

    private static func isNotFinite(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= 9, let text = String(utf8: bytes) else { return false }
        return ["nan", "inf", "infinity"].contains(text.drop { $0 == "+" || $0 == "-" }.lowercased())
    }

    private static func isDecimal(_ bytes: Span<UInt8>) -> Bool {
        var position = 0
        func skipDigits() -> Int {
            let start = position
            while position < bytes.count, bytes[position] &- zero < 10 { position += 1 }
            return position - start
        }
        if position < bytes.count, bytes[position] == minus || bytes[position] == plus { position += 1 }
        var digits = skipDigits()
        if position < bytes.count, bytes[position] == point {
            position += 1
            digits += skipDigits()
        }
        guard digits > 0 else { return false }
        if position < bytes.count, bytes[position] | 0x20 == exponentMark {
            guard let end = scanExponent(bytes, from: position + 1)?.end else { return false }
            position = end
        }
        return position == bytes.count
    }
}
