import ChartSessions
package import Configuration

/// The server's configuration, read and validated once at the start.
///
/// Besides the properties here, it has the value of each key of ``SettingTable`` under its name there.
@dynamicMemberLookup
package struct Settings: Sendable {
    private let values: SettingValues
    /// The limits of requests.
    package let limits: Limits
    /// Where the rows of shared datasets are kept.
    package let segments: SegmentPlace
    /// The database of the sessions; nil for another kind of store.
    package let database: DatabaseSettings?
    /// Whose JWTs are accepted; nil for none.
    package let jwt: JWTSettings?
    /// The milliseconds after which a change that waits for the store, or a read of it, fails.
    ///
    /// No key sets them.
    package var storePatience = 5_000.0

    /// Reads every key of the table.
    package init(reader: ConfigReader) throws(ConfigurationError) {
        values = try SettingValues(reader: reader)
        limits = Limits(values)
        segments = try Self.segments(from: values)
        let storeKind = values[\.storeKind]
        guard segments == .database || storeKind == .postgres else {
            throw ConfigurationError("data.segments is for store.kind postgres, and it is \(storeKind.rawValue)")
        }
        database = try Self.database(of: storeKind, from: values)
        let authMode = values[\.authMode]
        guard authMode != .none || values[\.allowsOpen] || values.isLoopback else {
            throw ConfigurationError(
                "auth.mode none on http.host \(values[\.host]) leaves the server open to everyone who reaches it: set auth.mode to keys or token, or auth.allowOpen to true"
            )
        }
        jwt = try JWTSettings.read(from: values)
        guard jwt == nil || authMode == .keys else {
            throw ConfigurationError("auth.jwt.issuer counts under auth.mode keys alone, and auth.mode is \(authMode)")
        }
    }

    /// The value of a key.
    package subscript<Value>(dynamicMember path: KeyPath<SettingTable, Setting<Value>>) -> Value { values[path] }

    private static func segments(from values: SettingValues) throws(ConfigurationError) -> SegmentPlace {
        let bucket = BucketSettings(
            name: values[\.segmentPlace], endpoint: values[\.s3Endpoint], region: values[\.s3Region],
            accessKey: values[\.s3AccessKey], secretKeyFile: values[\.s3SecretKeyFile],
            certificates: values[\.s3Certificates])
        if bucket.name.hasPrefix(BucketSettings.scheme) {
            guard (bucket.accessKey == nil) == (bucket.secretKeyFile == nil) else {
                throw ConfigurationError("data.s3.accessKey and data.s3.secretKeyFile are given together")
            }
            return .bucket(bucket)
        }
        guard bucket.endpoint == nil, bucket.accessKey == nil, bucket.secretKeyFile == nil, bucket.certificates == nil
        else { throw ConfigurationError("data.s3 is for data.segments s3://bucket/path") }
        return bucket.name == "database" ? .database : .folder(bucket.name)
    }

    private static func database(
        of kind: StoreKind, from values: SettingValues
    ) throws(ConfigurationError) -> DatabaseSettings? {
        let url = values[\.storeURL]
        let passwordFile = values[\.storePasswordFile]
        let wait = values[\.storeWait]
        guard kind == .postgres else {
            guard url == nil, passwordFile == nil, wait == nil, !values.isGiven(\.storeKeysMaxAge) else {
                throw ConfigurationError(
                    """
                    store.url, store.passwordFile, store.wait and store.keysMaxAge are for store.kind postgres, and it \
                    is \(kind.rawValue)
                    """)
            }
            return nil
        }
        guard let url else { throw ConfigurationError("store.kind postgres needs store.url") }
        return DatabaseSettings(
            url: url, passwordFile: passwordFile, wait: wait, keysMaxAge: values[\.storeKeysMaxAge])
    }

    /// Whether the configuration says what is asked of callers.
    package var isAuthModeGiven: Bool { values.isGiven(\.authMode) }

    /// The scheme of the server's addresses.
    package var scheme: String { values[\.certificate] == nil ? "http" : "https" }

    /// Whether a host stands for all addresses of this machine, so that it is no name to call the server by.
    static func isWildcard(_ host: String) -> Bool { host == "0.0.0.0" || host == "::" }

    /// Whether only this machine can reach a host.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

/// The limits of requests: the values of the keys of ``LimitTable``, under their names there.
@dynamicMemberLookup
package struct Limits: Sendable {
    private let values: SettingValues

    // Every request asks for these.
    /// The largest request body that is not a dataset, in bytes.
    let bodyBytes: Int
    /// The largest dataset in a request body, in bytes.
    let datasetBytes: Int
    /// The most bytes of an answer.
    let answerBytes: Int
    /// The most batches a second of a session, or nil for no limit.
    let batchesPerSecond: Int?

    /// Takes the limits out of all values.
    init(_ values: SettingValues) {
        let keys = SettingTable.all.limits
        self.values = values
        bodyBytes = values[keys.bodyBytes]
        datasetBytes = values[keys.datasetBytes]
        answerBytes = values[keys.answerBytes]
        batchesPerSecond = values[keys.batchesPerSecond]
    }

    /// The value of a key.
    package subscript<Value>(dynamicMember path: KeyPath<LimitTable, Setting<Value>>) -> Value {
        values[SettingTable.all.limits[keyPath: path]]
    }

    /// The limits of specifications.
    var specification: SpecificationLimits {
        SpecificationLimits(
            links: self.links, linkMembers: self.linkMembers, slices: self.slices, derived: self.derived,
            answerBytes: answerBytes)
    }

    /// The numbers of the limits that are on, by their keys.
    var figures: [(name: String, value: Int)] {
        SettingTable.settings(in: SettingTable.all.limits).compactMap { setting in
            setting.number(in: values).map { (setting.entry.name, $0) }
        }
    }
}

/// An invalid configuration, which stops the start.
package struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for the operator: what is wrong, where, and what would be right.
    package let description: String

    /// Creates an error from its sentence.
    package init(_ description: String) {
        self.description = description
    }

    /// An unknown key or option.
    package static func unknown(_ kind: String, _ name: String, among names: [String]) -> ConfigurationError {
        let suggestion = SettingTable.suggestion(for: name, among: names).map { "; did you mean \($0)?" } ?? ""
        return ConfigurationError("unknown \(kind) \(name)\(suggestion)")
    }

    /// A value that its key does not accept.
    package static func value(_ text: String, of entry: SettingEntry, from origin: String? = nil) -> ConfigurationError
    {
        let place = origin.map { " in \($0)" } ?? ""
        return ConfigurationError("\(entry.name)\(place) is \"\(text)\"; it takes \(entry.accepts)")
    }
}
