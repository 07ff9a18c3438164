import ChartJSON

/// The Double nearest to a decimal number.
enum NearestDouble {
    /// The powers of ten that a Double holds exactly, so that one multiplication or division rounds only once.
    ///
    /// Source: William D. Clinger, "How to Read Floating Point Numbers Accurately", 1990.
    private static let exactPowers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// Finds the Double nearest to `digits` · 10^`exponent`, or of two equally near the even one.
    ///
    /// - Parameters:
    ///   - digits: The digits as a whole number.
    ///   - exponent: The power of ten by which the digits are multiplied.
    /// - Returns: The Double; nil if 128 bits do not decide it, and for numbers outside 10⁻²⁹² to 10³⁰⁸.
    @inline(__always)
    static func of(_ digits: UInt64, exponent: Int) -> Double? {
        if digits <= 1 << 53, -22...22 ~= exponent {
            let whole = Double(digits)
            return exponent < 0 ? whole / exactPowers[-exponent] : whole * exactPowers[exponent]
        }
        return fromPower(digits, exponent: exponent)
    }

    /// Multiplies the digits by the first 128 bits of the power of ten.
    ///
    /// Source: Daniel Lemire, "Number Parsing at a Gigabyte per Second", Software: Practice and Experience 51, 2021.
    private static func fromPower(_ digits: UInt64, exponent: Int) -> Double? {
        guard digits > 0, -292...308 ~= exponent else { return nil }
        let power = DecimalPowers.nearPower(exponent)
        let shift = UInt64(digits.leadingZeroBitCount)
        let significand = digits << shift
        var (high, low) = power.high.multipliedFullWidth(by: significand)
        // Nine bits are below the rounding bit. Only if all of them are set can the rest of the product carry into it.
        if high & 0x1FF == 0x1FF {
            let (sum, carry) = low.addingReportingOverflow(power.low.multipliedFullWidth(by: significand).high)
            low = sum
            high += carry ? 1 : 0
        }
        guard low != .max || 0...55 ~= exponent else { return nil }
        let top = high >> 63
        var mantissa = high >> (top + 9)
        if low <= 1, -4...23 ~= exponent, mantissa & 3 == 1, mantissa << (top + 9) == high {
            mantissa &= ~1
        }
        mantissa = (mantissa + mantissa & 1) >> 1
        var binaryExponent = DecimalPowers.binaryExponent(exponent) + 1_086 + Int(top) - Int(shift)
        if mantissa == 1 << 53 {
            mantissa >>= 1
            binaryExponent += 1
        }
        guard 1..<0x7FF ~= binaryExponent else { return nil }
        return Double(
            sign: .plus, exponentBitPattern: UInt(binaryExponent), significandBitPattern: mantissa & ~(1 << 52))
    }
}
