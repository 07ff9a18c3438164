import ChartSeries

/// The powers of ten as the nearest doubles, so that no mathematics library decides a tick.
enum PowersOfTen {
    /// The exponents whose powers of ten are neither 0 nor infinite.
    static let exponents = -323...308

    /// The exponents of the powers that are exact doubles, or whose inverses are.
    static let exactExponents = -22...22

    private static let powers: [Double] = exponents.map { Double("1e\($0)") ?? .nan }

    /// The power with an exponent, which is limited to ``exponents``.
    static func power(_ exponent: Int) -> Double {
        powers[min(max(exponent, exponents.lowerBound), exponents.upperBound) - exponents.lowerBound]
    }

    /// The exponent of the largest power that is not above a positive, finite number.
    static func exponent(below number: Double) -> Int {
        var low = exponents.lowerBound
        var high = exponents.upperBound
        while low < high {
            let middle = low + (high - low + 1).flooredQuotient(by: 2)
            if power(middle) <= number {
                low = middle
            } else {
                high = middle - 1
            }
        }
        return low
    }

    /// A number times a power of ten, divided by a number of parts.
    ///
    /// If the products are exact, the result is rounded once, to the double nearest to the decimal number.
    static func scale(_ number: Double, byPowerOfTen exponent: Int, parts: Int = 1) -> Double {
        // A larger factor or divisor would be infinite.
        let first = min(exponent.magnitude, 300)
        let rest = power(Int(exponent.magnitude - first))
        return exponent < 0
            ? number / (power(Int(first)) * Double(parts)) / rest : number * power(Int(first)) * rest / Double(parts)
    }
}
