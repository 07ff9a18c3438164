/// A tick step of 1, 2 or 5 times a power of ten, whose multiples are the nearest doubles to decimal numbers.
///
/// The choice is d3-array's `tickIncrement`: the nearest step to the wanted one by ratio, with √50, √10 and √2 as the
/// bounds. A fraction such as 0.3 is computed as 3 / 10, never as 3 · 0.1.
struct DecimalStep: Sendable, Equatable {
    /// Every whole number up to this magnitude is a double.
    private static let largestExactInteger: UInt = 1 << 53

    /// 1, 2 or 5.
    var factor: Int
    /// The exponent of the power of ten.
    var power: Int

    /// The step that divides a span of at least 0 into about `count` parts.
    init(from: Double, to: Double, count: Int) {
        let parts = Double(count)
        let quotient = (to - from) / parts
        let wanted = quotient.isFinite ? quotient : to / parts - from / parts
        self.init(nearest: min(max(wanted, .leastNonzeroMagnitude), .greatestFiniteMagnitude))
    }

    /// The step that is nearest to a positive, finite number.
    init(nearest wanted: Double) {
        let exponent = PowersOfTen.exponent(below: wanted)
        let ratio = wanted / PowersOfTen.power(exponent)
        switch ratio {
        case (50.0).squareRoot()...: (factor, power) = (1, exponent + 1)
        case (10.0).squareRoot()...: (factor, power) = (5, exponent)
        case (2.0).squareRoot()...: (factor, power) = (2, exponent)
        case _: (factor, power) = (1, exponent)
        }
    }

    /// The step itself.
    var width: Double { multiple(1) }

    /// The multiple with an index: the double nearest to the decimal number; 0 is never negative.
    func multiple(_ index: Double) -> Double {
        guard let units = units(index) else { return fraction(index, parts: 1) }
        guard PowersOfTen.exactExponents.contains(power), units.magnitude <= Self.largestExactInteger else {
            return Double("\(units)e\(power)") ?? .nan
        }
        return PowersOfTen.scale(Double(units), byPowerOfTen: power)
    }

    /// The multiple in units of the power of ten; nil where doubles do not hold every index.
    func units(_ index: Double) -> Int? {
        index.magnitude <= Double(Self.largestExactInteger) ? Int(index) * factor : nil
    }

    /// A multiple of the step divided by a number of parts; 0 is never negative.
    func fraction(_ index: Double, parts: Int) -> Double {
        PowersOfTen.scale(index * Double(factor), byPowerOfTen: power, parts: parts) + 0
    }

    /// The indices of the first and the last multiple in a closed range; without one, the first is above the last.
    func indices(from: Double, to: Double) -> (first: Double, last: Double) {
        var first = index(near: from)
        var last = index(near: to)
        if multiple(first) < from { first += 1 }
        if multiple(last) > to { last -= 1 }
        return (first, last)
    }

    private func index(near number: Double) -> Double {
        (PowersOfTen.scale(number, byPowerOfTen: -power) / Double(factor)).rounded()
    }
}
