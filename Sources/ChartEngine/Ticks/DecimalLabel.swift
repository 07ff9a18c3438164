/// A finite number as decimal digits and a power of ten, and the text that shows it on an axis.
struct DecimalLabel {
    /// The smallest magnitude of the largest tick at which an axis shows exponents for large numbers.
    static let leastLargeMagnitude = 1e15

    /// The magnitude of the largest tick below which an axis shows exponents for small numbers.
    static let leastPlainMagnitude = 1e-6

    private var isNegative: Bool
    /// ASCII digits, without a leading 0 except in the number 0.
    private var digits: [UInt8]
    private var power: Int

    /// A whole number of units of a power of ten.
    init(units: Int, power: Int) {
        isNegative = units < 0
        digits = Array(String(units.magnitude).utf8)
        self.power = power
    }

    /// The shortest decimal number that reads back as a double.
    init(shortest number: Double) {
        let parts = number.magnitude.description.utf8.split(separator: UInt8(ascii: "e"))
        let mantissa = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 && !mantissa[1].elementsEqual(Self.zero) ? Array(mantissa[1]) : []
        isNegative = number < 0
        digits = Array((Array(mantissa[0]) + fraction).drop { $0 == UInt8(ascii: "0") })
        power = (parts.count > 1 ? Int(Substring(parts[1])) ?? 0 : 0) - fraction.count
        if digits.isEmpty { (digits, power) = (Self.zero, 0) }
    }

    private static let zero = [UInt8(ascii: "0")]

    /// Whether an axis whose largest tick has this magnitude shows exponents.
    static func showsExponents(largestMagnitude: Double) -> Bool {
        largestMagnitude >= leastLargeMagnitude || largestMagnitude < leastPlainMagnitude
    }

    /// The label of a single number.
    static func text(of number: Double) -> String {
        DecimalLabel(shortest: number).text(exponents: showsExponents(largestMagnitude: number.magnitude))
    }

    /// The text: with all decimals of the power, or as a mantissa without needless zeros and an exponent.
    func text(exponents: Bool) -> String {
        let isZero = digits == Self.zero
        var text: [UInt8] = []
        text.reserveCapacity(digits.count + 8)
        if isNegative && !isZero { text.append(UInt8(ascii: "-")) }
        if !exponents {
            appendPlain(to: &text)
        } else if isZero {
            text += Self.zero
        } else {
            appendExponential(to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func appendPlain(to text: inout [UInt8]) {
        guard power < 0 else {
            text += digits
            if digits != Self.zero { text += repeatElement(UInt8(ascii: "0"), count: power) }
            return
        }
        let padding = max(1 - power - digits.count, 0)
        text += repeatElement(UInt8(ascii: "0"), count: padding)
        text += digits
        text.insert(UInt8(ascii: "."), at: text.count + power)
    }

    private func appendExponential(to text: inout [UInt8]) {
        let exponent = digits.count - 1 + power
        var fraction = digits.dropFirst()
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        text.append(digits[0])
        if !fraction.isEmpty {
            text.append(UInt8(ascii: "."))
            text += fraction
        }
        text += (exponent < 0 ? "e-" : "e+").utf8
        text += String(exponent.magnitude).utf8
    }
}
