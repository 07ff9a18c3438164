/// Powers and logarithms of real numbers by plain arithmetic.
///
/// A C library's `pow` may differ in the last bit between machines, but the engine guarantees the same bytes
/// everywhere. These functions agree with it to 1e-13 relative over the factors of a zoom.
enum ElementaryFunctions {
    private static let ln2 = 0.693147180559945309417

    /// 2 to the power of `exponent`; infinite or 0 beyond the range of a Double.
    static func powerOfTwo(_ exponent: Double) -> Double {
        guard exponent < 1_100 else { return .infinity }
        guard exponent > -1_100 else { return 0 }
        let whole = exponent.rounded()
        let x = (exponent - whole) * ln2
        var sum = 1.0
        for n in stride(from: 17, through: 1, by: -1) { sum = 1 + sum * x / Double(n) }
        return Double(sign: .plus, exponent: Int(whole), significand: sum)
    }

    /// The logarithm to base 2 of a positive, finite number.
    static func logarithm2(_ argument: Double) -> Double {
        var exponent = Double(argument.exponent)
        var significand = argument.significand
        if significand > 1.414213562373095 {
            significand /= 2
            exponent += 1
        }
        let s = (significand - 1) / (significand + 1)
        let square = s * s
        var sum = 0.0
        for n in stride(from: 25, through: 1, by: -2) { sum = sum * square + 1 / Double(n) }
        return exponent + 2 * s * sum / ln2
    }

    /// The natural logarithm of a positive, finite number.
    static func logarithm(_ argument: Double) -> Double { logarithm2(argument) * ln2 }

    /// A positive, finite `base` to the power of `exponent`.
    static func power(_ base: Double, _ exponent: Double) -> Double {
        powerOfTwo(exponent * logarithm2(base))
    }

    private static let log2Of10 = 3.321928094887362347870

    /// The logarithm to base 10 of a positive, finite number; exact for every power of ten.
    static func logarithm10(_ argument: Double) -> Double {
        let exponent = PowersOfTen.exponent(below: argument)
        let mantissa = argument / PowersOfTen.power(exponent)
        return mantissa == 1 ? Double(exponent) : Double(exponent) + min(logarithm2(mantissa) / log2Of10, 1)
    }

    /// 10 to the power of `exponent`, which lies between −300 and 300; exact for whole exponents.
    static func powerOfTen(_ exponent: Double) -> Double {
        let whole = exponent.rounded()
        let power = PowersOfTen.power(Int(whole))
        return whole == exponent ? power : power * powerOfTwo((exponent - whole) * log2Of10)
    }
}
