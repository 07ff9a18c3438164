/// A finite number as decimal digits and a power of ten, and the text that shows it on an axis.
struct DecimalLabel {
    /// From this magnitude on an axis shows exponents.
    static let leastLargeMagnitude = 1e15

    /// Below this magnitude of its largest tick an axis shows exponents.
    static let leastPlainMagnitude = 1e-6

    private var isNegative: Bool
    private var digits: [Character]
    private var power: Int

    /// A whole number of units of a power of ten.
    init(units: Int, power: Int) {
        isNegative = units < 0
        digits = Array(String(units.magnitude))
        self.power = power
    }

    /// The shortest decimal number that reads back as a double.
    init(shortest number: Double) {
        let parts = number.magnitude.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
        isNegative = number < 0
        digits = Array((mantissa[0] + fraction).drop { $0 == "0" })
        power = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count
        if digits.isEmpty { (digits, power) = (["0"], 0) }
    }

    /// Whether an axis whose largest tick has this magnitude shows exponents.
    static func showsExponents(largestMagnitude: Double) -> Bool {
        largestMagnitude >= leastLargeMagnitude || largestMagnitude < leastPlainMagnitude
    }

    /// The label of a number that stands alone.
    static func text(of number: Double) -> String {
        DecimalLabel(shortest: number).text(exponents: showsExponents(largestMagnitude: number.magnitude))
    }

    /// The text, either with as many decimals as the power has or as a mantissa without needless zeros and an exponent.
    func text(exponents: Bool) -> String {
        let isZero = digits == ["0"]
        let sign = isNegative && !isZero ? "-" : ""
        guard exponents else { return sign + plainText }
        return isZero ? "0" : sign + exponentText
    }

    private var plainText: String {
        guard power < 0 else {
            return digits == ["0"] ? "0" : String(digits) + String(repeating: "0", count: power)
        }
        let padding = String(repeating: "0", count: max(1 - power - digits.count, 0))
        let padded = padding + String(digits)
        return padded.dropLast(-power) + "." + padded.suffix(-power)
    }

    private var exponentText: String {
        let exponent = digits.count - 1 + power
        var fraction = digits.dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        let mantissa = String(digits[0]) + (fraction.isEmpty ? "" : "." + String(fraction))
        return mantissa + (exponent < 0 ? "e-" : "e+") + String(exponent.magnitude)
    }
}
