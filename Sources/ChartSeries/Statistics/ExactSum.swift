/// A sum of doubles that is never rounded, so that neither the order nor the grouping of the terms shows in it.
///
/// It counts in fixed point, 32 bits to a place: a double has its bits in two neighbouring places. The places have room
/// for many terms before their carries move up.
struct ExactSum: Sendable {
    private static let placeCount = 70
    /// A place grows by less than 2 to the power of 53 with a term.
    private static let mostTermsBetweenCarries = 1 << 10
    /// The power of two that the lowest place counts: that of the smallest double.
    private static let lowestExponent = -1074

    private var places = InlineArray<70, Int64>(repeating: 0)
    private var termsSinceCarry = 0
    /// Whether every term was finite.
    private(set) var isFinite = true

    /// Adds a term.
    @inline(__always)
    mutating func add(_ term: Double) {
        let exponent = Int(truncatingIfNeeded: term.bitPattern >> 52 & 0x7FF)
        guard exponent < 0x7FF else {
            isFinite = false
            return
        }
        let fraction = term.bitPattern & 0xF_FFFF_FFFF_FFFF
        let digits = exponent == 0 ? fraction : fraction | 0x10_0000_0000_0000
        let position = max(exponent, 1) - 1
        let (place, shift) = (position >> 5, UInt64(truncatingIfNeeded: position & 31))
        let low = Int64(truncatingIfNeeded: digits << shift & 0xFFFF_FFFF)
        let high = Int64(truncatingIfNeeded: digits >> (32 - shift))
        places[place] &+= term.sign == .minus ? -low : low
        places[place + 1] &+= term.sign == .minus ? -high : high
        termsSinceCarry += 1
        if termsSinceCarry == Self.mostTermsBetweenCarries { carry() }
    }

    /// Adds the product of two numbers, with what its rounding takes away.
    @inline(__always)
    mutating func add(productOf one: Double, _ other: Double) {
        let product = one * other
        add(product)
        let rest = (-product).addingProduct(one, other)
        if rest != 0 { add(rest) }
    }

    /// Leaves 32 bits in each place but the highest, which alone has a sign.
    private mutating func carry() {
        for place in 0..<(Self.placeCount - 1) {
            places[place + 1] &+= places[place] >> 32
            places[place] &= 0xFFFF_FFFF
        }
        termsSinceCarry = 0
    }

    /// The magnitude, 32 bits to a place, and whether the sum is negative.
    private var magnitude: (places: InlineArray<70, Int64>, isNegative: Bool) {
        var sum = self
        sum.carry()
        guard sum.places[Self.placeCount - 1] < 0 else { return (sum.places, false) }
        for place in 0..<Self.placeCount { sum.places[place] = -sum.places[place] }
        sum.carry()
        return (sum.places, true)
    }

    /// The double that is nearest to the sum; NaN where a term was not finite, and infinity beyond the largest double.
    var value: Double {
        guard isFinite else { return .nan }
        let (places, isNegative) = magnitude
        guard let top = (0..<Self.placeCount).last(where: { places[$0] != 0 }) else { return 0 }
        func digits(_ place: Int) -> UInt64 { place < 0 ? 0 : UInt64(bitPattern: places[place]) }
        let upper = digits(top) << 32 | digits(top - 1)
        let lower = digits(top - 2)
        let shift = UInt64(upper.leadingZeroBitCount)
        var bits = upper << shift | lower >> (32 - shift)
        // A single bit below stands for all that are left out: it decides between two doubles that are as near.
        if lower << (32 + shift) != 0 || (0..<max(0, top - 2)).contains(where: { places[$0] != 0 }) { bits |= 1 }
        let exponent = Self.lowestExponent + 32 * (top - 1) - Int(shift)
        return Double(sign: isNegative ? .minus : .plus, exponent: exponent, significand: Double(bits))
    }

    /// Doubles whose exact sum this is.
    var terms: [Double] {
        guard isFinite else { return [.nan] }
        let (places, isNegative) = magnitude
        return (0..<Self.placeCount).filter { places[$0] != 0 }.map { place in
            Double(
                sign: isNegative ? .minus : .plus, exponent: Self.lowestExponent + 32 * place,
                significand: Double(places[place]))
        }
    }
}
