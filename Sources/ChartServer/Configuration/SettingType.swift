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

/// Where sessions are kept.
package enum StoreKind: String, Sendable, CaseIterable {
    /// In an SQLite database in the data directory; they survive the process.
    case sqlite
    /// In memory; sessions end with the process.
    case memory
    /// In a PostgreSQL database, which any number of servers share.
    case postgres
}

/// The database that servers share.
package struct DatabaseSettings: Sendable, Hashable {
    /// The URL, with one or more servers; it may contain a password.
    package var url: String
    /// A file with the password in its first line; nil for none.
    package var passwordFile: String?
    /// For how many milliseconds the start waits for a server that cannot be reached; nil for not at all.
    package var wait: Int?
    /// For how many milliseconds API keys count that the database has not confirmed.
    package var keysMaxAge: Int
}

/// Where the rows of shared datasets are kept.
package enum SegmentPlace: Sendable, Hashable {
    /// In the database.
    case database
    /// In a folder that all nodes share.
    case folder(String)
    /// In a bucket.
    case bucket(BucketSettings)
}

/// The bucket of the rows of shared datasets.
package struct BucketSettings: Sendable, Hashable {
    /// What the name of a bucket begins with.
    static let scheme = "s3://"

    /// The name, with a path in the bucket: `s3://bucket/path`.
    package var name: String
    /// The URL of a service; nil for Amazon S3.
    package var endpoint: String?
    /// The region.
    package var region: String
    /// The access key; nil for that of the environment.
    package var accessKey: String?
    /// A file with the secret key in its first line; nil for that of the environment.
    package var secretKeyFile: String?
    /// The PEM file of authorities; nil for those of the system.
    package var certificates: String?
}

/// How much disk datasets and the logs of sessions may take.
package enum DataBytes: Sendable, Hashable {
    /// Any number of bytes.
    case unlimited
    /// So many bytes.
    case bytes(Int)
    /// What is stored at the start, and four fifths of what is free then.
    case partOfDisk
}

/// What the server asks of its callers.
package enum AuthMode: String, Sendable, CaseIterable {
    /// Nothing: tokens are issued but not required.
    case none
    /// One of its tokens for each call on a session; all else is open.
    case token
    /// A credential for each call but those of the page, the documentation and the probes.
    case keys
}

/// The host names that the server answers to.
enum HostNames: Sendable, Hashable {
    /// The names of this machine when its clients need no token, otherwise any.
    case byDefault
    /// Any.
    case any
    /// These, in lower case.
    case these([String])
}

/// The shape of a log line.
package enum LogFormat: String, Sendable, CaseIterable {
    /// One readable line.
    case text
    /// One JSON object a line.
    case json
}

/// The severities of a log line, in rising order.
package enum LogLevel: String, Sendable, CaseIterable {
    case trace, debug, info, notice, warning, error, critical
}

/// The syntax of durations in settings and on the command line.
package enum DurationText {
    /// Reads a duration such as `90d`, `12h`, `10s` or `500ms`.
    ///
    /// - Parameters:
    ///   - text: The text; a number without a unit counts milliseconds.
    ///   - least: The shortest accepted duration.
    ///   - most: The longest one.
    /// - Returns: Milliseconds; nil for another text or a duration that is out of range.
    package static func milliseconds(_ text: String, from least: String, to most: String) -> Int? {
        SettingType.duration(least, to: most).parse(text)
    }
}
