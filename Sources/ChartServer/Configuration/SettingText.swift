/// Parsers for the texts of configuration values.
enum SettingText {
    /// Any text that is not empty.
    @Sendable static func nonEmpty(_ text: String) -> String? {
        text.isEmpty ? nil : text
    }

    /// `true` or `false`.
    @Sendable static func flag(_ text: String) -> Bool? {
        Bool(text)
    }

    /// A whole number in a range.
    static func integer(in range: ClosedRange<Int>) -> @Sendable (String) -> Int? {
        { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// `off` (nil) or a whole number in a range.
    static func rate(in range: ClosedRange<Int>) -> @Sendable (String) -> Int?? {
        let number = integer(in: range)
        return { text in text == "off" ? .some(nil) : number(text).map { $0 } }
    }

    /// `off` (nil) or a text.
    @Sendable static func optional(_ text: String) -> String?? {
        text == "off" ? .some(nil) : nonEmpty(text).map { $0 }
    }

    /// `off` (nil), a path or an https URL.
    @Sendable static func keySource(_ text: String) -> JWTSettings.KeySource?? {
        if text == "off" { return .some(nil) }
        guard text.contains("://") else { return text.isEmpty ? nil : .some(.file(text)) }
        let rest = text.dropFirst("https://".count)
        let isSound =
            text.hasPrefix("https://") && rest.first.map { !"/?#:@".contains($0) } == true
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
        return isSound ? .some(.url(text)) : nil
    }

    /// `any` or host names separated by commas.
    @Sendable static func hostNames(_ text: String) -> HostNames? {
        if text == "any" { return .any }
        let names = list(text).map { $0.lowercased() }
        let isSound = names.allSatisfy { name in
            !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }
        }
        return isSound ? .these(names) : nil
    }

    /// `off` (none) or origins separated by commas: a scheme, a host, and a port unless it is the scheme's own.
    @Sendable static func origins(_ text: String) -> [String]? {
        if text == "off" { return [] }
        let origins = list(text)
        let isSound = origins.allSatisfy { origin in
            let rest = ["https://", "http://"].first { origin.hasPrefix($0) }.map { origin.dropFirst($0.count) } ?? ""
            return !rest.isEmpty && rest == rest.lowercased() && !rest.contains { "/?#@* ;'\"".contains($0) }
        }
        return isSound ? origins : nil
    }

    /// `off` (none) or addresses and networks separated by commas.
    @Sendable static func proxies(_ text: String) -> TrustedProxies? {
        if text == "off" { return TrustedProxies.none }
        let parts = list(text)
        let networks = parts.compactMap { IPNetwork($0) }
        return networks.count == parts.count ? TrustedProxies(networks: networks) : nil
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " })
        }
    }

    /// One of an enumeration's raw values.
    static func choice<Choice: RawRepresentable & Sendable>(
        of type: Choice.Type
    ) -> @Sendable (String) -> Choice? where Choice.RawValue == String {
        { text in Choice(rawValue: text) }
    }

    /// A number of bytes: `1048576`, `1MiB`, `4GiB` or `10MB`.
    static func size(in range: ClosedRange<Int>) -> @Sendable (String) -> Int? {
        scaled(
            in: range,
            units: [
                ("KiB", 1_024), ("MiB", 1_048_576), ("GiB", 1_073_741_824), ("TiB", 1_099_511_627_776),
                ("PiB", 1_125_899_906_842_624),
                ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000), ("B", 1),
            ])
    }

    /// A path or the name of a bucket; nil for the database.
    static func segments(_ text: String) -> String?? {
        if text == "database" { return .some(nil) }
        return text.isEmpty ? nil : .some(text)
    }

    /// `off` (nil) or a number of bytes.
    static func optionalSize(in range: ClosedRange<Int>) -> @Sendable (String) -> Int?? {
        let size = size(in: range)
        return { text in text == "off" ? .some(nil) : size(text).map { $0 } }
    }

    /// A number of milliseconds: `1h`, `10s`, `500ms` or `500`.
    static func duration(in range: ClosedRange<Int>) -> @Sendable (String) -> Int? {
        scaled(
            in: range,
            units: [("ms", 1), ("s", 1_000), ("min", 60_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)])
    }

    /// `off` (nil) or a number of milliseconds.
    static func optionalDuration(in range: ClosedRange<Int>) -> @Sendable (String) -> Int?? {
        let duration = duration(in: range)
        return { text in text == "off" ? .some(nil) : duration(text).map { $0 } }
    }

    private static func scaled(
        in range: ClosedRange<Int>, units: [(name: String, factor: Int)]
    ) -> @Sendable (String) -> Int? {
        { text in
            let unit = units.first { text.hasSuffix($0.name) }
            let digits = text.dropLast(unit?.name.count ?? 0)
            guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else {
                return nil
            }
            let (product, overflow) = number.multipliedReportingOverflow(by: unit?.factor ?? 1)
            return !overflow && range.contains(product) ? product : nil
        }
    }
}
