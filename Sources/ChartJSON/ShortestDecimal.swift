/// The decimal of the fewest digits that reads back as a Double, and of those the nearest to it.
///
/// Source: Raffaele Giulietti, "The Schubfach way to render doubles", 2020. A power of ten scales the interval of the
/// decimals that read back, so that it contains one to ten whole numbers. The result is then a whole number next to its
/// middle, or one of the two multiples of ten around it.
struct ShortestDecimal: Equatable {
    /// The digits, the last of them not 0.
    private(set) var digits: UInt64
    /// The power of ten by which the digits are multiplied.
    private(set) var exponent: Int

    /// Finds the decimal of a finite number above 0.
    init(_ number: Double) {
        let isSubnormal = number.exponentBitPattern == 0
        let fraction = number.significandBitPattern
        let significand = isSubnormal ? fraction : fraction | 1 << 52
        let power = Int(isSubnormal ? 1 : number.exponentBitPattern) - 1075
        // The neighbour below a power of two is half as far away.
        let isLowerNear = fraction == 0 && number.exponentBitPattern > 1
        (digits, exponent) = Self.shortest(significand, power, isLowerNear: isLowerNear)
        while true {
            let (tenth, rest) = digits.quotientAndRemainder(dividingBy: 10)
            guard rest == 0 else { return }
            (digits, exponent) = (tenth, exponent + 1)
        }
    }

    /// The shortest decimal of significand · 2ᵖ, possibly with trailing zeros.
    private static func shortest(_ significand: UInt64, _ power: Int, isLowerNear: Bool) -> (UInt64, Int) {
        // ⌊log₁₀ 2ᵖ⌋, or ⌊log₁₀ ¾·2ᵖ⌋, by a multiplication that is exact for every power of a Double.
        let exponent = (power * 1_262_611 - (isLowerNear ? 524_031 : 0)) >> 22
        let scale = DecimalPowers.power(-exponent)
        let shift = UInt64(power + DecimalPowers.binaryExponent(-exponent) + 1)
        let quarters = 4 * significand
        let lower = scale.roundedToOdd(times: (quarters - (isLowerNear ? 1 : 2)) << shift)
        let middle = scale.roundedToOdd(times: quarters << shift)
        let upper = scale.roundedToOdd(times: (quarters + 2) << shift)
        // The ends of the interval read back as the number only if its significand is even.
        let open: UInt64 = significand & 1
        func holds(_ whole: UInt64) -> Bool { lower + open <= 4 * whole && 4 * whole + open <= upper }

        let below = middle / 4
        if below >= 10 {
            let tens = below / 10
            let (isLowInside, isHighInside) = (holds(10 * tens), holds(10 * tens + 10))
            if isLowInside != isHighInside { return (isLowInside ? tens : tens + 1, exponent + 1) }
        }
        let (isLowInside, isHighInside) = (holds(below), holds(below + 1))
        if isLowInside != isHighInside { return (isLowInside ? below : below + 1, exponent) }
        let half = 4 * below + 2
        return (middle > half || (middle == half && below & 1 == 1) ? below + 1 : below, exponent)
    }
}

extension DecimalPower {
    /// This power times `factor`, divided by 2¹²⁸; the last bit is set if the division loses a bit.
    @inline(__always)
    fileprivate func roundedToOdd(times factor: UInt64) -> UInt64 {
        let carried = low.multipliedFullWidth(by: factor).high
        let (high, rest) = high.multipliedFullWidth(by: factor)
        let (sum, overflow) = rest.addingReportingOverflow(carried)
        return (high + (overflow ? 1 : 0)) | (sum > 1 ? 1 : 0)
    }
}
