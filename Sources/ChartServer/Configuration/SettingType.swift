import ChartDatasets
import ChartSessions

/// What a configuration key accepts: the words for it, and how a text becomes a value.
struct SettingType<Value: Sendable>: Sendable {
    /// The accepted values, in words.
    let accepts: String
    /// Whether the option without a value means `true`.
    var isFlag = false
    /// The value of a text; nil where it is not accepted.
    let parse: @Sendable (String) -> Value?

    /// `off` (nil), or what another type accepts.
    static func off<Wrapped>(or type: SettingType<Wrapped>) -> Self where Value == Wrapped? {
        Self(accepts: "off or \(type.accepts)") { text in
            text == "off" ? .some(nil) : type.parse(text).map { $0 }
        }
    }

    /// The same values as another type.
    func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> SettingType<Other> {
        SettingType<Other>(accepts: accepts) { [parse] text in parse(text).map(transform) }
    }
}

extension SettingType<String> {
    /// Any text that is not empty; `accepts` says which one is meant.
    static func text(_ accepts: String) -> Self {
        Self(accepts: accepts) { $0.isEmpty ? nil : $0 }
    }

    /// The path of a file or of a folder.
    static var path: Self { text("a path") }
}

extension SettingType<Bool> {
    /// One word for true and one for false.
    static func either(_ yes: String, or no: String, isFlag: Bool = false) -> Self {
        Self(accepts: "\(yes) or \(no)", isFlag: isFlag) { $0 == yes ? true : $0 == no ? false : nil }
    }

    /// `true` or `false`; the option alone means `true`.
    static var flag: Self { either("true", or: "false", isFlag: true) }

    /// `on` or `off`.
    static var switched: Self { either("on", or: "off") }
}

extension SettingType<Int> {
    /// A whole number.
    static func integer(_ range: ClosedRange<Int>) -> Self {
        Self(accepts: "\(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A number of bytes, such as `1048576`, `1MiB`, `4GiB` or `10MB`.
    static func size(_ least: String, to most: String) -> Self {
        scaled(
            least, to: most, hint: "",
            units: [
                ("KiB", 1_024), ("MiB", 1_048_576), ("GiB", 1_073_741_824), ("TiB", 1_099_511_627_776),
                ("PiB", 1_125_899_906_842_624),
                ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000), ("B", 1),
            ])
    }

    /// A number of milliseconds, such as `1h`, `10s`, `500ms` or `500`.
    static func duration(_ least: String, to most: String) -> Self {
        scaled(
            least, to: most, hint: ", such as 10s, 500ms or milliseconds",
            units: [("ms", 1), ("s", 1_000), ("min", 60_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)])
    }

    private static func scaled(
        _ least: String, to most: String, hint: String, units: [(name: String, factor: Int)]
    ) -> Self {
        let number: @Sendable (String) -> Int? = { text in
            let unit = units.first { text.hasSuffix($0.name) }
            let digits = text.dropLast(unit?.name.count ?? 0)
            guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else {
                return nil
            }
            let (product, overflow) = number.multipliedReportingOverflow(by: unit?.factor ?? 1)
            return overflow ? nil : product
        }
        guard let lower = number(least), let upper = number(most) else {
            preconditionFailure("\(least) and \(most) are no bounds")
        }
        return Self(accepts: "\(least) to \(most)\(hint)") { text in
            number(text).flatMap { (lower...upper).contains($0) ? $0 : nil }
        }
    }
}

extension SettingType where Value: CaseIterable & RawRepresentable<String> {
    /// One of an enumeration's words.
    static var word: Self {
        let words = Value.allCases.map(\.rawValue)
        return Self(accepts: words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")) {
            Value(rawValue: $0)
        }
    }
}

extension SettingType<HostNames> {
    /// `any` or host names separated by commas.
    static var hostNames: Self {
        Self(accepts: "any, or host names between commas") { text in
            if text == "any" { return .any }
            let names = list(text).map { $0.lowercased() }
            let isSound = names.allSatisfy { name in
                !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }
            }
            return isSound ? .these(names) : nil
        }
    }
}

extension SettingType<[String]> {
    /// `off` (none) or origins separated by commas: a scheme, a host, and a port unless it is the scheme's own.
    static func origins(_ example: String) -> Self {
        Self(accepts: "off, or origins such as \(example) between commas") { text in
            if text == "off" { return [] }
            let origins = list(text)
            let isSound = origins.allSatisfy { origin in
                let scheme = ["https://", "http://"].first { origin.hasPrefix($0) }
                let rest = scheme.map { origin.dropFirst($0.count) } ?? ""
                return !rest.isEmpty && rest == rest.lowercased() && !rest.contains { "/?#@* ;'\"".contains($0) }
            }
            return isSound ? origins : nil
        }
    }
}

extension SettingType<TrustedProxies> {
    /// `off` (none) or addresses and networks separated by commas.
    static var proxies: Self {
        Self(accepts: "off, or addresses and networks such as 10.0.0.0/8 and ::1 between commas") { text in
            if text == "off" { return TrustedProxies.none }
            let parts = list(text)
            let networks = parts.compactMap { IPNetwork($0) }
            return networks.count == parts.count ? TrustedProxies(networks: networks) : nil
        }
    }
}

extension SettingType<JWTSettings.KeySource?> {
    /// `off` (nil), a path or an https URL.
    static var keySource: Self {
        Self(accepts: "off, a path or an https URL") { text in
            if text == "off" { return .some(nil) }
            guard text.contains("://") else { return text.isEmpty ? nil : .some(.file(text)) }
            let rest = text.dropFirst("https://".count)
            let isSound =
                text.hasPrefix("https://") && rest.first.map { !"/?#:@".contains($0) } == true
                && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
            return isSound ? .some(.url(text)) : nil
        }
    }
}

private func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        String(part.drop { $0 == " " })
    }
}

extension SettingType<FeedName> {
    /// A pattern for the names of datasets.
    static var feedName: Self {
        Self(accepts: "a text with {measurement} or the names of tags in braces") { FeedName($0) }
    }
}
