import ChartSeries

/// Ticks of a logarithmic axis: the powers of ten, with their multiples by 2 to 9 as minor ticks.
///
/// If more powers are visible than wanted, every second, fifth, tenth … is a major tick and the others are minor ticks.
/// If less than a decade is visible, the ticks are those of a number axis. All ticks lie in the closed range of
/// positive numbers; its ends may come in either order.
public enum LogTicks {
    /// The ticks of a range, with the labels of the major ones.
    ///
    /// A label has the decimals of its power, or an exponent from 1e15 on and below 1e-6.
    ///
    /// - Parameters:
    ///   - from: One end of the range.
    ///   - to: The other end.
    ///   - count: The largest number of major ticks where a decade or more is visible, else the number to aim at. Below
    ///     1 there are none, and more than 400 count as 400.
    ///   - minorsPerMajor: Below 2 there are no minor ticks, nor where there would be more than 1,000.
    /// - Returns: Major and minor ticks and the labels of the major ones; none unless both ends are positive.
    public static func axisTicks(from: Double, to: Double, count: Int = 10, minorsPerMajor: Int = 5) -> AxisTicks {
        guard let range = TickRange(from, to), range.lower > 0, count > 0 else { return .none }
        guard range.upper / range.lower >= 10 else {
            return NumericTicks.axisTicks(from: from, to: to, count: count, minorsPerMajor: minorsPerMajor)
        }
        let exponents = exponents(in: range)
        let step = step(of: exponents.count, count: min(count, TickLimit.targetCount))
        let multiples = exponents.filter { $0.flooredQuotient(by: step) * step == $0 }
        let majors = multiples.isEmpty ? [exponents.lowerBound] : multiples
        return AxisTicks(
            major: majors.map(PowersOfTen.power),
            minor: minorsPerMajor > 1 ? minors(in: range, exponents: exponents, beside: majors) : [],
            labels: majors.map(label))
    }

    /// The exponents of the powers in a range of a decade or more; at least one.
    private static func exponents(in range: TickRange) -> ClosedRange<Int> {
        let below = PowersOfTen.exponent(below: range.lower)
        let first = PowersOfTen.power(below) == range.lower ? below : below + 1
        return first...max(first, PowersOfTen.exponent(below: range.upper))
    }

    /// The smallest of 1, 2, 5, 10, 20 … that leaves no more powers than wanted.
    private static func step(of powers: Int, count: Int) -> Int {
        var unit = 1
        while true {
            for factor in [1, 2, 5] where powers <= factor * unit * count { return factor * unit }
            unit *= 10
        }
    }

    private static func minors(in range: TickRange, exponents: ClosedRange<Int>, beside majors: [Int]) -> [Double] {
        guard majors.count == exponents.count else {
            return exponents.filter { !majors.contains($0) }.map(PowersOfTen.power)
        }
        guard (exponents.count + 1) * 8 <= TickLimit.ticks else { return [] }
        var minors: [Double] = []
        for exponent in (exponents.lowerBound - 1)...exponents.upperBound {
            for factor in 2...9 {
                let minor = PowersOfTen.scale(Double(factor), byPowerOfTen: exponent)
                if range.contains(minor) { minors.append(minor) }
            }
        }
        return minors
    }

    private static func label(ofExponent exponent: Int) -> String {
        let power = PowersOfTen.power(exponent)
        return DecimalLabel(units: 1, power: exponent).text(
            exponents: DecimalLabel.showsExponents(largestMagnitude: power))
    }
}
