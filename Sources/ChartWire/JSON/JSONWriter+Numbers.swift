extension JSONWriter {
    /// Appends the shortest digits of a finite number.
    ///
    /// A decimal of at most 15 digits that divides out to the number is the only one of that length, and so the
    /// shortest: whole numbers and k / 10ᵈ with d ≤ 6 need no search. The rest is the standard library's.
    mutating func appendNumber(_ number: Double) {
        let magnitude = number.magnitude
        if magnitude <= 0x1p53, Double(UInt64(magnitude)) == magnitude {
            appendWhole(UInt64(magnitude), isNegative: number < 0)
        } else if magnitude < 1e9, appendDecimal(number, scale: 1_000_000) {
            return
        } else if magnitude < 1e12, appendDecimal(number, scale: 1000) {
            return
        } else {
            append(contentsOf: number.description)
        }
    }

    /// Appends a whole number.
    mutating func appendWhole(_ magnitude: UInt64, isNegative: Bool) {
        append(upTo: 21) { text in
            if isNegative {
                text.append(UInt8(ascii: "-"))
            }
            text.appendDigits(magnitude)
        }
    }

    /// Appends the number, if it is a whole number over a scale that divides 10⁸.
    ///
    /// - Returns: Whether it is.
    private mutating func appendDecimal(_ number: Double, scale: UInt64) -> Bool {
        let scaled = UInt64(number.magnitude * Double(scale) + 0.5)
        guard Double(scaled) / Double(scale) == number.magnitude else { return false }
        append(upTo: 30) { text in
            if number < 0 {
                text.append(UInt8(ascii: "-"))
            }
            let (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
            text.appendDigits(whole)
            text.append(UInt8(ascii: "."))
            let fraction = EightDigits(rest * (100_000_000 / scale))
            text.append(fraction, from: 0, to: fraction.countBeforeTrailingZeros)
        }
        return true
    }
}

extension OutputSpan<UInt8> {
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

    @inline(__always)
    fileprivate mutating func append(_ digits: EightDigits, from start: Int, to end: Int) {
        var remaining = digits.lanes >> UInt64(start * 8)
        for _ in start..<end {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remaining))
            remaining >>= 8
        }
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
