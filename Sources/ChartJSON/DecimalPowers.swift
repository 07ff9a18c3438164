/// The first 128 binary digits of a power of ten, rounded up.
package struct DecimalPower: Equatable {
    /// The first 64 digits, the first of them 1.
    package let high: UInt64
    /// The other 64 digits.
    package let low: UInt64
}

/// The powers of ten that scale a Double, from 10⁻²⁹² to 10³²⁴, computed with whole numbers on first use.
package enum DecimalPowers {
    private static let smallest = -292
    private static let largest = 324
    private static let table = makeTable()

    static func power(_ exponent: Int) -> DecimalPower { table[exponent - smallest] }

    /// The first 128 binary digits as Lemire's algorithm needs them: truncated for whole powers, else rounded up.
    package static func nearPower(_ exponent: Int) -> DecimalPower {
        let power = power(exponent)
        // 10⁵⁵ is the largest power of ten that fits in 128 digits.
        guard exponent > 55 else { return power }
        let (low, borrow) = power.low.subtractingReportingOverflow(1)
        return DecimalPower(high: power.high - (borrow ? 1 : 0), low: low)
    }

    /// ⌊log₂ 10ᵉ⌋, by a multiplication that is exact for every exponent of the table.
    package static func binaryExponent(_ exponent: Int) -> Int { (exponent * 1_741_647) >> 19 }

    private static func makeTable() -> [DecimalPower] {
        var positive = WholeNumber(words: [1])
        var powers: [DecimalPower] = []
        for _ in 0...largest {
            powers.append(positive.leadingDigits(isCutOff: false))
            positive.multiplyByTen()
        }
        // Each division by ten truncates. Even after 292 of them, more than 128 digits of 2¹¹⁵² are left.
        var negative = WholeNumber(words: Array(repeating: 0, count: 18) + [1])
        var inverses: [DecimalPower] = []
        for _ in smallest..<0 {
            negative.divideByTen()
            inverses.append(negative.leadingDigits(isCutOff: true))
        }
        return inverses.reversed() + powers
    }
}

/// A whole number of any size, with the lowest 64 bits first.
private struct WholeNumber {
    var words: [UInt64]

    mutating func multiplyByTen() {
        var carry: UInt64 = 0
        for index in words.indices {
            let (high, low) = words[index].multipliedFullWidth(by: 10)
            let (sum, overflow) = low.addingReportingOverflow(carry)
            words[index] = sum
            carry = high + (overflow ? 1 : 0)
        }
        if carry > 0 { words.append(carry) }
    }

    mutating func divideByTen() {
        var rest: UInt64 = 0
        for index in words.indices.reversed() {
            (words[index], rest) = (10 as UInt64).dividingFullWidth((rest, words[index]))
        }
        while words.last == 0 { words.removeLast() }
    }

    /// The first 128 binary digits, rounded up if nonzero digits follow or if `isCutOff`.
    func leadingDigits(isCutOff: Bool) -> DecimalPower {
        func word(_ index: Int) -> UInt64 { index >= 0 ? words[index] : 0 }
        let top = words.count - 1
        let shift = UInt64(words[top].leadingZeroBitCount)
        func shifted(_ index: Int) -> UInt64 {
            word(index) << shift | (shift == 0 ? 0 : word(index - 1) >> (64 - shift))
        }
        let (high, low) = (shifted(top), shifted(top - 1))
        let isCut = isCutOff || shifted(top - 2) != 0 || words.dropLast(3).contains { $0 != 0 }
        let (rounded, overflow) = low.addingReportingOverflow(isCut ? 1 : 0)
        return DecimalPower(high: high + (overflow ? 1 : 0), low: rounded)
    }
}
