/// How many bytes things take at most.
enum JSONText {
    /// A number: a sign, 20 digits or 17 with zeros in front, and a point, or an exponent.
    static let numberCount = 40
}

extension OutputSpan<UInt8> {
    /// Appends the name of a member, which needs no escapes.
    @inline(__always)
    mutating func append(key name: StaticString, afterComma isNext: Bool) {
        name.withUTF8Buffer { name in
            unsafe append(quoting: name, afterComma: isNext)
        }
        append(UInt8(ascii: ":"))
    }

    /// Appends plain text between quotation marks.
    @inline(__always)
    mutating func append(quoting text: UnsafeBufferPointer<UInt8>, afterComma isNext: Bool) {
        if isNext { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        unsafe append(copying: text)
        append(UInt8(ascii: "\""))
    }

    /// Appends bytes, for which there must be room.
    @inline(__always)
    private mutating func append(copying text: UnsafeBufferPointer<UInt8>) {
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            precondition(text.count <= buffer.count - count)
            guard let source = text.baseAddress, let start = buffer.baseAddress else { return }
            unsafe (start + count).initialize(from: source, count: text.count)
            count += text.count
        }
    }

    /// Appends the two hexadecimal digits of a byte.
    @inline(__always)
    mutating func append(hexadecimal octet: UInt8) {
        let (high, low) = (octet >> 4, octet & 15)
        append(high + (high < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        append(low + (low < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }

    /// Appends the shortest digits of a finite number.
    ///
    /// A decimal of at most 15 digits that divides out to the number is the only one of that length, and so the
    /// shortest: whole numbers and k / 10ᵈ with d ≤ 6 need no search. The text is that of the standard library, without
    /// the `.0` of whole numbers.
    mutating func append(number: Double) {
        let magnitude = number.magnitude
        if magnitude <= 0x1p53, Double(UInt64(magnitude)) == magnitude {
            append(whole: UInt64(magnitude), isNegative: number < 0)
        } else if magnitude < 1e9, append(decimal: number, scale: 1_000_000) {
            return
        } else if magnitude < 1e12, append(decimal: number, scale: 1000) {
            return
        } else {
            append(shortest: number)
        }
    }

    /// Appends any number that is not 0, plainly from 10⁻⁴ to 2⁵³ and with an exponent beyond.
    private mutating func append(shortest number: Double) {
        let decimal = ShortestDecimal(number.magnitude)
        let digits = decimal.digits.decimalDigitCount
        // The number is 0.d₁d₂… · 10ᵖ.
        let point = digits + decimal.exponent
        if number < 0 { append(UInt8(ascii: "-")) }
        if point < -3 || number.magnitude > 0x1p53 {
            append(decimal.digits, count: digits, point: 1)
            append(UInt8(ascii: "e"))
            append(UInt8(ascii: point < 1 ? "-" : "+"))
            let exponent = UInt64((point - 1).magnitude)
            append(exponent, count: Swift.max(2, exponent.decimalDigitCount))
        } else {
            append(decimal.digits, count: digits, point: point)
        }
    }

    /// Appends a whole number.
    mutating func append(whole magnitude: UInt64, isNegative: Bool) {
        if isNegative { append(UInt8(ascii: "-")) }
        appendDigits(magnitude)
    }

    /// Appends the number, if it is a whole number over a scale that divides 10⁸.
    ///
    /// - Returns: Whether it is.
    private mutating func append(decimal number: Double, scale: UInt64) -> Bool {
        let scaled = UInt64(number.magnitude * Double(scale) + 0.5)
        guard Double(scaled) / Double(scale) == number.magnitude else { return false }
        if number < 0 { append(UInt8(ascii: "-")) }
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
        appendDigits(whole)
        append(UInt8(ascii: "."))
        let fraction = EightDigits(rest * (100_000_000 / scale))
        append(fraction, from: 0, to: fraction.countBeforeTrailingZeros)
        return true
    }

    /// Appends the decimal digits of a whole number, at most 20.
    fileprivate mutating func appendDigits(_ number: UInt64) {
        guard number >= 100_000_000 else {
            let digits = EightDigits(number)
            append(digits, from: min(digits.countOfLeadingZeros, 7), to: 8)
            return
        }
        let (front, back) = number.quotientAndRemainder(dividingBy: 100_000_000)
        appendDigits(front)
        append(EightDigits(back), from: 0, to: 8)
    }

    /// Appends so many decimal digits of a whole number, at most 20, zeros in front included.
    fileprivate mutating func append(_ number: UInt64, count: Int) {
        guard count > 8 else { return append(EightDigits(number), from: 8 - count, to: 8) }
        let (front, back) = number.quotientAndRemainder(dividingBy: 100_000_000)
        append(front, count: count - 8)
        append(EightDigits(back), from: 0, to: 8)
    }

    /// Appends the digits of a number with a decimal point behind so many of them; none or fewer puts zeros in front.
    fileprivate mutating func append(_ digits: UInt64, count: Int, point: Int) {
        guard point < count else { return append(digits, count: count) }
        guard point > 0 else {
            append(UInt8(ascii: "0"))
            append(UInt8(ascii: "."))
            for _ in point..<0 { append(UInt8(ascii: "0")) }
            return append(digits, count: count)
        }
        let (whole, rest) = digits.quotientAndRemainder(dividingBy: UInt64.powersOfTen[count - point])
        append(whole, count: point)
        append(UInt8(ascii: "."))
        append(rest, count: count - point)
    }

    @inline(__always)
    fileprivate mutating func append(_ digits: EightDigits, from start: Int, to end: Int) {
        var remaining = digits.lanes >> UInt64(start * 8)
        for _ in start..<end {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remaining))
            remaining >>= 8
        }
    }
}

extension UInt64 {
    /// 10⁰ to 10¹⁹.
    fileprivate static let powersOfTen: [UInt64] = (0..<20).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

    /// How many decimal digits the number has, at least 1.
    fileprivate var decimalDigitCount: Int {
        // 1233 / 4096 is a little more than log₁₀ 2.
        let guess = ((64 - (self | 1).leadingZeroBitCount) * 1233) >> 12
        return guess + (self | 1 < Self.powersOfTen[guess] ? 0 : 1)
    }
}

/// The eight decimal digits of a number below 10⁸, one a byte, the first in the lowest.
private struct EightDigits {
    let lanes: UInt64

    /// Splits the number into halves, quarters and digits, all lanes of a step at once; a division by 100 or 10 is a
    /// multiplication and a shift, exact for what a lane holds.
    init(_ number: UInt64) {
        let halves = number / 10_000 | (number % 10_000) << 32
        let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let quarters = hundreds | (halves &- hundreds &* 100) << 16
        let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
        lanes = tens | (quarters &- tens &* 10) << 8
    }

    var countOfLeadingZeros: Int { lanes.trailingZeroBitCount / 8 }
    var countBeforeTrailingZeros: Int { 8 - lanes.leadingZeroBitCount / 8 }
}
