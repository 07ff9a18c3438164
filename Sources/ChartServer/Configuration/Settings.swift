package import ChartSessions
package import Configuration

/// The server's configuration, read and validated once at the start.
package struct Settings: Sendable, Hashable {
    /// The address to listen on.
    package var host: String
    /// The port to listen on; 0 picks one.
    package var port: Int
    /// The PEM file of the certificate chain; nil for plain HTTP.
    package var certificate: String?
    /// The PEM file of the certificate's key.
    var privateKey: String?
    /// The names that the server answers to.
    var hosts: HostNames
    /// The origins of web pages that may call the server.
    var corsOrigins: [String]
    /// The origins of web pages that may show the demo page in a frame.
    var frameAncestors: [String]
    /// How long a client may take over the next part of a request or an answer, in milliseconds.
    var requestTimeout: Int
    /// The proxies whose headers tell the client's address.
    var trustedProxies: TrustedProxies
    /// How long requests are taken after the signal to stop, in milliseconds.
    package var drainDelay: Int
    /// How long requests in progress may take after that, in milliseconds.
    package var drainTimeout: Int
    /// Whether answers are compressed.
    var compresses: Bool
    /// The folder that holds the datasets.
    package var dataDirectory: String
    /// The most bytes of copies of shared datasets; nil for any.
    package var cacheBytes: Int?
    /// Where the rows of shared datasets are kept.
    package var segments: SegmentPlace
    /// Where sessions are kept.
    package var storeKind: StoreKind
    /// The database of the sessions; nil for another kind of store.
    package var database: DatabaseSettings?
    /// What a read of a session shows.
    var reads: StoreReads
    /// What a change survives once it is answered.
    package var durability: StoreDurability
    /// Whether the log before a snapshot is kept.
    var keepsHistory: Bool
    /// After how many changes of a session a snapshot is written.
    var snapshotEvery: Int
    /// What is asked of callers.
    package var authMode: AuthMode
    /// Whether the configuration says what is asked of callers.
    package var isAuthModeGiven: Bool
    /// Whose JWTs are accepted; nil for none.
    package var jwt: JWTSettings?
    /// Whether the demo page and the bundled datasets are served.
    package var isDemoEnabled: Bool
    /// The folder of the demo page.
    package var demoDirectory: String
    /// The folder of the documentation.
    var documentationDirectory: String
    /// The limits of requests.
    package var limits: Limits
    /// How long an unused session lives, in milliseconds.
    var idleTimeout: Int
    /// How long an unused session stays in memory, in milliseconds.
    var evictAfter: Int
    /// How long a silent driver with touches down keeps its gesture, in milliseconds.
    var gestureTimeout: Int
    /// The least severity that is logged.
    var logLevel: LogLevel
    /// The shape of a log line.
    var logFormat: LogFormat
    /// The log tells of a request that takes longer as of a slow one, in milliseconds; nil for none.
    var slowRequest: Int?
    /// Whether the audit log is written.
    var isAudited: Bool

    /// Reads every key of the table.
    package init(reader: ConfigReader) throws(ConfigurationError) {
        let source = SettingSource(reader: reader)
        host = try source.value(SettingTable.httpHost)
        port = try source.value(SettingTable.httpPort)
        certificate = try source.value(SettingTable.httpCertificate)
        privateKey = try source.value(SettingTable.httpPrivateKey)
        hosts = try source.given(SettingTable.httpHosts) ?? .byDefault
        corsOrigins = try source.value(SettingTable.httpCORSOrigins)
        frameAncestors = try source.value(SettingTable.httpFrameAncestors)
        requestTimeout = try source.value(SettingTable.httpRequestTimeout)
        trustedProxies = try source.value(SettingTable.httpTrustedProxies)
        drainDelay = try source.value(SettingTable.httpDrainDelay)
        drainTimeout = try source.value(SettingTable.httpDrainTimeout)
        compresses = try source.given(SettingTable.httpCompression).map { $0 == .on } ?? !Self.isLoopback(host)
        dataDirectory = try source.value(SettingTable.dataDirectory)
        cacheBytes = try source.value(SettingTable.dataCacheBytes)
        segments = try Self.segments(from: source)
        storeKind = try source.value(SettingTable.storeKind)
        guard segments == .database || storeKind == .postgres else {
            throw ConfigurationError("data.segments is for store.kind postgres, and it is \(storeKind.rawValue)")
        }
        durability = try source.value(SettingTable.storeDurability)
        database = try Self.database(of: storeKind, from: source)
        reads = try source.value(SettingTable.storeReads)
        keepsHistory = (try source.given(SettingTable.storeHistory) ?? (storeKind == .memory ? .drop : .keep)) == .keep
        snapshotEvery = try source.value(SettingTable.storeSnapshotEvery)
        let givenMode = try source.given(SettingTable.authMode)
        authMode = givenMode ?? (Self.isLoopback(host) ? .none : .keys)
        isAuthModeGiven = givenMode != nil
        let allowsOpen = try source.value(SettingTable.authAllowOpen)
        guard authMode != .none || allowsOpen || Self.isLoopback(host) else {
            throw ConfigurationError(
                "auth.mode none on http.host \(host) leaves the server open to everyone who reaches it: set auth.mode to keys or token, or auth.allowOpen to true"
            )
        }
        jwt = try JWTSettings.read(from: source)
        guard jwt == nil || authMode == .keys else {
            throw ConfigurationError("auth.jwt.issuer counts under auth.mode keys alone, and auth.mode is \(authMode)")
        }
        isDemoEnabled = try source.value(SettingTable.demoEnabled)
        demoDirectory = try source.value(SettingTable.demoDirectory)
        documentationDirectory = try source.value(SettingTable.documentationDirectory)
        limits = try Limits(source: source, isLoopback: Self.isLoopback(host), storeKind: storeKind)
        idleTimeout = try source.value(SettingTable.idleTimeout)
        evictAfter = try source.value(SettingTable.evictAfter)
        gestureTimeout = try source.value(SettingTable.gestureTimeout)
        logLevel = try source.value(SettingTable.logLevel)
        logFormat = try source.value(SettingTable.logFormat)
        slowRequest = try source.value(SettingTable.logSlowRequest)
        isAudited = try source.given(SettingTable.logAudit).map { $0 == .on } ?? AuditLog.isOn(byDefaultIn: authMode)
    }

    private static func segments(from source: SettingSource) throws(ConfigurationError) -> SegmentPlace {
        let place = try source.value(SettingTable.dataSegments)
        let bucket = BucketSettings(
            name: place ?? "", endpoint: try source.value(SettingTable.s3Endpoint),
            region: try source.value(SettingTable.s3Region), accessKey: try source.value(SettingTable.s3AccessKey),
            secretKeyFile: try source.value(SettingTable.s3SecretKeyFile),
            certificates: try source.value(SettingTable.s3Certificates))
        if bucket.name.hasPrefix(BucketSettings.scheme) {
            guard (bucket.accessKey == nil) == (bucket.secretKeyFile == nil) else {
                throw ConfigurationError("data.s3.accessKey and data.s3.secretKeyFile are given together")
            }
            return .bucket(bucket)
        }
        guard bucket.endpoint == nil, bucket.accessKey == nil, bucket.secretKeyFile == nil, bucket.certificates == nil
        else { throw ConfigurationError("data.s3 is for data.segments s3://bucket/path") }
        return place.map { .folder($0) } ?? .database
    }

    private static func database(
        of kind: StoreKind, from source: SettingSource
    ) throws(ConfigurationError) -> DatabaseSettings? {
        let url = try source.value(SettingTable.storeURL)
        let passwordFile = try source.value(SettingTable.storePasswordFile)
        let wait = try source.value(SettingTable.storeWait)
        guard kind == .postgres else {
            guard url == nil, passwordFile == nil, wait == nil, try source.given(SettingTable.storeKeysMaxAge) == nil
            else {
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
            url: url, passwordFile: passwordFile, wait: wait,
            keysMaxAge: try source.value(SettingTable.storeKeysMaxAge))
    }

    /// The scheme of the server's addresses.
    package var scheme: String { certificate == nil ? "http" : "https" }

    /// Whether a read asks for what other servers have committed.
    package var confirmsReads: Bool { reads == .latest }

    /// Whether a host stands for all addresses of this machine, so that it is no name to call the server by.
    static func isWildcard(_ host: String) -> Bool { host == "0.0.0.0" || host == "::" }

    /// Whether only this machine can reach a host.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
