extension JSONWriter {
    /// Appends the shortest digits of a finite number.
    ///
    /// A decimal of at most 15 digits that divides out to the number is the only one of that length, and so the
    /// shortest: whole numbers and k / 10ᵈ with d ≤ 6 need no search. The rest is the standard library's.
    mutating func appendNumber(_ number: Double) {
        let magnitude = number.magnitude
        let whole = magnitude.rounded(.towardZero)
        if whole == magnitude, magnitude < 0x1p53 {
            if number < 0 {
                append(UInt8(ascii: "-"))
            }
            appendDigits(UInt64(whole))
        } else if magnitude < 1e9, appendDecimal(number, places: 6, scale: 1e6) {
            return
        } else if magnitude < 1e12, appendDecimal(number, places: 3, scale: 1e3) {
            return
        } else {
            append(contentsOf: number.description)
        }
    }

    /// Appends the number, if it is a whole number over a power of ten.
    ///
    /// - Returns: Whether it is.
    private mutating func appendDecimal(_ number: Double, places: Int, scale: Double) -> Bool {
        let magnitude = number.magnitude
        let scaled = (magnitude * scale).rounded()
        guard scaled / scale == magnitude else { return false }
        if number < 0 {
            append(UInt8(ascii: "-"))
        }
        let unit = UInt64(scale)
        let (whole, rest) = UInt64(scaled).quotientAndRemainder(dividingBy: unit)
        appendDigits(whole)
        append(UInt8(ascii: "."))
        var (fraction, power) = (rest, unit / 10)
        for _ in 0..<places where fraction > 0 {
            let digit = fraction / power
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            fraction -= digit * power
            power /= 10
        }
        return true
    }

    /// Appends the decimal digits of a whole number.
    mutating func appendDigits(_ number: UInt64) {
        guard number >= 10 else {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
            return
        }
        appendDigits(number / 10)
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}
