import ChartEngine
import Foundation

/// The numbers of a locale.
extension ChartLocale {
    /// The magnitude from which on numbers have exponents, as on the axes of the engine.
    private static let leastLargeMagnitude = 1e15
    /// The magnitude below which they have exponents.
    private static let leastPlainMagnitude = 1e-6

    /// A number in the locale.
    ///
    /// - Parameters:
    ///   - number: The number, finite.
    ///   - format: Its notation; `nil` is plain, with exponents for magnitudes from 1e15 on and below 1e-6.
    ///   - decimals: The decimals, unless the format says how many.
    ///   - unit: The unit behind it; `nil` for none.
    /// - Returns: The text.
    func text(_ number: Double, format: NumberFormat?, decimals: Decimals, unit: String?) -> String {
        let own = format?.decimals.map { Decimals.exactly($0) }
        let text =
            switch format?.notation {
            case nil:
                Self.needsExponent(number)
                    ? scientific(number, own ?? .upTo(Decimals.most)) : plain(number, own ?? decimals)
            case .plain: plain(number, own ?? decimals)
            case .compact: compact(number, own)
            case .scientific: scientific(number, own ?? .upTo(Decimals.most))
            case .percent: percent(number, own ?? decimals.ofPercent)
            }
        guard let unit else { return text }
        return language.catalogue.text(
            Self.signs.contains(unit) ? .unitSign : .unit, ["number": text, "unit": unit])
    }

    /// The units that are signs, which some languages write without a space.
    private static let signs: Set<String> = ["%", "‰"]

    private static func needsExponent(_ number: Double) -> Bool {
        number.magnitude >= leastLargeMagnitude || number != 0 && number.magnitude < leastPlainMagnitude
    }

    /// A number of things.
    func text(count: Int) -> String { count.formatted(formats.count) }

    /// Names with the separators of the language and its word before the last one.
    func list(_ names: [String]) -> String { names.formatted(.list(type: .and).locale(formats.locale)) }

    /// A number with exponent: a mantissa between 1 and 10 and a power of ten.
    func scientific(_ number: Double, _ decimals: Decimals) -> String {
        (number + 0).formatted(formats.number.notation(.scientific).precision(decimals.precision))
    }

    /// All digits of a number.
    func plain(_ number: Double, _ decimals: Decimals) -> String {
        Self.withoutMinusZero(number, decimals).formatted(formats.number.precision(decimals.precision))
    }

    private func compact(_ number: Double, _ decimals: Decimals?) -> String {
        let decimals = decimals ?? .upTo(Decimals.most)
        return (number + 0).formatted(formats.number.notation(.compactName).precision(decimals.precision))
    }

    private func percent(_ number: Double, _ decimals: Decimals) -> String {
        let hundredths = Self.withoutMinusZero(number * 100, decimals)
        return (hundredths / 100).formatted(formats.percent.precision(decimals.precision))
    }

    /// A number that rounds to 0 as 0, which has no sign.
    private static func withoutMinusZero(_ number: Double, _ decimals: Decimals) -> Double {
        number.magnitude < 1 && (number * pow(10, Double(decimals.limit))).rounded() == 0 ? 0 : number
    }
}
