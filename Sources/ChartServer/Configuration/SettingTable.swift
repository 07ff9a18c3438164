import ChartService
import ChartSessions

/// The one table of configuration keys; validation and `--help` use it, and a test checks the documentation against it.
package enum SettingTable {
    /// The prefix of every environment variable of the server.
    package static let environmentPrefix = "CHART_SURFACE_"

    static let httpHost = Setting(
        "http.host", default: "127.0.0.1", accepts: "a host name or address",
        help: "The address to listen on.", parse: SettingText.nonEmpty)
    static let httpPort = Setting(
        "http.port", default: "8080", accepts: "0 to 65535",
        help: "The port to listen on; 0 picks a free one and the ready line names it.",
        parse: SettingText.integer(in: 0...65_535))
    static let httpCertificate = Setting<String?>(
        "http.certificate", default: "off", accepts: "off or a path",
        help: "The PEM file of a certificate chain, for HTTPS with HTTP/2; http.privateKey has its key.",
        parse: SettingText.optional)
    static let httpPrivateKey = Setting<String?>(
        "http.privateKey", default: "off", accepts: "off or a path",
        help: "The PEM file of the certificate's private key.", parse: SettingText.optional)
    static let httpHosts = Setting<HostNames>(
        "http.hosts", default: "those of loopback where no token is needed there, else any",
        accepts: "any, or host names between commas",
        help: "The names that the server answers to; a request with another Host header is refused.",
        parse: SettingText.hostNames)
    static let httpCORSOrigins = Setting<[String]>(
        "http.corsOrigins", default: "off",
        accepts: "off, or origins such as https://charts.example.org between commas",
        help: "The origins whose web pages may call the server.", parse: SettingText.origins)
    static let httpFrameAncestors = Setting<[String]>(
        "http.frameAncestors", default: "off",
        accepts: "off, or origins such as https://intranet.example.org between commas",
        help: "The origins whose web pages may show the demo page in a frame.", parse: SettingText.origins)
    static let httpRequestTimeout = Setting(
        "http.requestTimeout", default: "30s", accepts: "100ms to 1h, such as 10s, 500ms or milliseconds",
        help: "How long a client may take to begin, for 16 KiB of a body, and to take what is answered.",
        parse: SettingText.duration(in: 100...3_600_000))
    static let httpTrustedProxies = Setting<TrustedProxies>(
        "http.trustedProxies", default: "off",
        accepts: "off, or addresses and networks such as 10.0.0.0/8 and ::1 between commas",
        help: "The proxies whose Forwarded or X-Forwarded-For header tells the address of the client.",
        parse: SettingText.proxies)
    static let httpDrainDelay = Setting(
        "http.drainDelay", default: "0s", accepts: "0s to 10m, such as 10s, 500ms or milliseconds",
        help: "How long requests are taken after SIGTERM, while /health/ready fails.",
        parse: SettingText.duration(in: 0...600_000))
    static let httpDrainTimeout = Setting(
        "http.drainTimeout", default: "5s", accepts: "0s to 10m, such as 10s, 500ms or milliseconds",
        help: "How long requests in progress may take once new ones are refused.",
        parse: SettingText.duration(in: 0...600_000))
    static let httpCompression = Setting<OnOrOff>(
        "http.compression", default: "off on a loopback host, else on", accepts: "on or off",
        help: "Whether answers over 1 KiB and streams are compressed for clients that take gzip or deflate.",
        parse: SettingText.choice(of: OnOrOff.self))
    static let dataDirectory = Setting(
        "data.dir", default: "./data", accepts: "a path",
        help: "Where datasets and sessions are kept; created when missing.", parse: SettingText.nonEmpty)
    static let dataCacheBytes = Setting<Int?>(
        "data.cacheBytes", default: "16GiB", accepts: "off or 1MiB to 1PiB",
        help: "With store.kind postgres, how much disk the copies of datasets in data.dir may take.",
        parse: SettingText.optionalSize(in: 1_048_576...1_125_899_906_842_624))
    static let dataSegments = Setting<String?>(
        "data.segments", default: "database", accepts: "database, a path, or s3://bucket/path",
        help: "With store.kind postgres, where rows are kept: in the database, a folder of all nodes, or a bucket.",
        parse: SettingText.segments)
    static let s3Endpoint = Setting<String?>(
        "data.s3.endpoint", default: "off", accepts: "off or a URL such as https://minio.example.org:9000",
        help: "The service that has the bucket of data.segments; off for Amazon S3 in data.s3.region.",
        parse: SettingText.optional)
    static let s3Region = Setting(
        "data.s3.region", default: "us-east-1", accepts: "a name such as eu-central-1",
        help: "The region of the bucket of data.segments.", parse: SettingText.nonEmpty)
    static let s3AccessKey = Setting<String?>(
        "data.s3.accessKey", default: "off", accepts: "off or an access key",
        help: "Who reads and writes the bucket of data.segments; off for the credentials that the environment names.",
        parse: SettingText.optional)
    static let s3SecretKeyFile = Setting<String?>(
        "data.s3.secretKeyFile", default: "off", accepts: "off or a path",
        help: "A file with the secret key of data.s3.accessKey in its first line.", parse: SettingText.optional)
    static let s3Certificates = Setting<String?>(
        "data.s3.certificates", default: "off", accepts: "off or a path",
        help: "The PEM file of the authorities that data.s3.endpoint is held to; off for those of the system.",
        parse: SettingText.optional)
    static let storeKind = Setting(
        "store.kind", default: "sqlite", accepts: "sqlite, memory or postgres",
        help: "Where sessions are kept: sessions.sqlite in data.dir, this process, or the database of store.url.",
        parse: SettingText.choice(of: StoreKind.self))
    static let storeURL = Setting<String?>(
        "store.url", default: "off", accepts: "off or a URL of libpq such as postgresql://user@host1,host2/name",
        help: "The PostgreSQL database, with one or more servers; the password is better in a file or in PGPASSWORD.",
        parse: SettingText.optional)
    static let storePasswordFile = Setting<String?>(
        "store.passwordFile", default: "off", accepts: "off or a path",
        help: "A file with the password of the database in its first line.", parse: SettingText.optional)
    static let storeWait = Setting<Int?>(
        "store.wait", default: "off", accepts: "off, or 1s to 1h",
        help: "How long the start waits for a database that cannot be reached.",
        parse: SettingText.optionalDuration(in: 1_000...3_600_000))
    static let storeKeysMaxAge = Setting(
        "store.keysMaxAge", default: "60s", accepts: "5s to 24h, such as 10s, 500ms or milliseconds",
        help: "How long API keys count that a database which cannot be reached has not confirmed; then 503.",
        parse: SettingText.duration(in: 5_000...86_400_000))
    static let storeReads = Setting(
        "store.reads", default: "latest", accepts: "latest or local",
        help: "Whether a read shows what other servers have committed before it, or what this one has in memory.",
        parse: SettingText.choice(of: StoreReads.self))
    static let storeDurability = Setting(
        "store.durability", default: "commit", accepts: "none, commit or full",
        help: "What a change survives when it is answered: nothing, a killed process, or power loss.",
        parse: SettingText.choice(of: StoreDurability.self))
    static let storeHistory = Setting<StoreHistory>(
        "store.history", default: "drop with memory, keep otherwise", accepts: "keep or drop",
        help: "Whether the log before a snapshot is kept, for replay from the start.",
        parse: SettingText.choice(of: StoreHistory.self))
    static let storeSnapshotEvery = Setting(
        "store.snapshotEvery", default: "1000", accepts: "1 to 1000000",
        help: "After how many changes of a session its state is written down.",
        parse: SettingText.integer(in: 1...1_000_000))
    static let authMode = Setting<AuthMode>(
        "auth.mode", default: "none on a loopback host, else keys", accepts: "none, token or keys",
        help: "What is asked of callers: nothing, a session's token, or an API key or JWT.",
        parse: SettingText.choice(of: AuthMode.self))
    static let authAllowOpen = Setting(
        "auth.allowOpen", default: "false", accepts: "true or false",
        help: "Whether auth.mode none may listen on another host than loopback, where it is open to everyone.",
        parse: SettingText.flag)
    static let jwtIssuer = Setting<String?>(
        "auth.jwt.issuer", default: "off", accepts: "off or a text",
        help: "The iss of the JWTs that are accepted; auth.jwt.audience and auth.jwt.keys are given with it.",
        parse: SettingText.optional)
    static let jwtAudience = Setting<String?>(
        "auth.jwt.audience", default: "off", accepts: "off or a text",
        help: "What the aud of a JWT names this server by.", parse: SettingText.optional)
    static let jwtKeys = Setting<JWTSettings.KeySource?>(
        "auth.jwt.keys", default: "off", accepts: "off, a path or an https URL",
        help: "The public keys of the issuer: a JWKS file, or the URL of one, which is fetched.",
        parse: SettingText.keySource)
    static let jwtCertificates = Setting<String?>(
        "auth.jwt.certificates", default: "off", accepts: "off or a path",
        help: "The PEM file of the authorities that the server of that URL is held to; off for those of the system.",
        parse: SettingText.optional)
    static let jwtRefetchAfter = Setting(
        "auth.jwt.refetchAfter", default: "1m", accepts: "1s to 1h, such as 10s, 500ms or milliseconds",
        help: "The least time between two fetches of that URL that unknown keys cause, and after a failed one.",
        parse: SettingText.duration(in: 1_000...3_600_000))
    static let demoEnabled = Setting(
        "demo.enabled", default: "true", accepts: "true or false",
        help: "Whether to serve the demo page and the bundled datasets.", parse: SettingText.flag)
    static let demoDirectory = Setting(
        "demo.directory", default: "./Public", accepts: "a path",
        help: "The folder of the demo page.", parse: SettingText.nonEmpty)
    static let documentationDirectory = Setting(
        "docs.directory", default: "./.build/docs", accepts: "a path",
        help: "The folder of the documentation, which is served at /docs when it was built.",
        parse: SettingText.nonEmpty)
    static let bodyBytes = Setting(
        "limits.bodyBytes", default: "1MiB", accepts: "1 byte to 1GiB",
        help: "The largest request body that is not a dataset.", parse: SettingText.size(in: 1...1_073_741_824))
    static let eventsPerBatch = Setting(
        "limits.eventsPerBatch", default: "1024", accepts: "1 to 1000000",
        help: "The most events in one batch.", parse: SettingText.integer(in: 1...1_000_000))
    static let touches = Setting(
        "limits.touches", default: "16", accepts: "1 to \(ChangeInterpreter.Bounds.mostTouches)",
        help: "The most touches down at once on a surface.",
        parse: SettingText.integer(in: 1...ChangeInterpreter.Bounds.mostTouches))
    static let surfacesPerSession = Setting(
        "limits.surfacesPerSession", default: "16", accepts: "1 to 10000",
        help: "The most surfaces of a session.", parse: SettingText.integer(in: 1...10_000))
    static let modifiersPerSurface = Setting(
        "limits.modifiersPerSurface", default: "64", accepts: "1 to 10000",
        help: "The most modifiers of a surface.", parse: SettingText.integer(in: 1...10_000))
    static let rowsPerWindow = Setting(
        "limits.rowsPerWindow", default: "20000", accepts: "1 to 10000000",
        help: "The most rows of a window; caps maxRows and points.", parse: SettingText.integer(in: 1...10_000_000))
    static let sessions = Setting(
        "limits.sessions", default: "100000", accepts: "1 to 100000000",
        help: "The most live sessions.", parse: SettingText.integer(in: 1...100_000_000))
    static let viewersPerSession = Setting(
        "limits.viewersPerSession", default: "64", accepts: "1 to 100000",
        help: "The most streams of a session.", parse: SettingText.integer(in: 1...100_000))
    static let streamBytes = Setting(
        "limits.streamBytes", default: "256KiB", accepts: "4KiB to 1GiB",
        help: "How much of what a session's streams have told is kept, for viewers who are behind or come back.",
        parse: SettingText.size(in: 4_096...1_073_741_824))
    static let datasetBytes = Setting(
        "limits.datasetBytes", default: "4GiB", accepts: "1 byte to 1TiB",
        help: "The largest dataset in a request body.", parse: SettingText.size(in: 1...1_099_511_627_776))
    static let connections = Setting(
        "limits.connections", default: "10000", accepts: "1 to 1000000",
        help: "The most connections at once; further ones wait to be accepted.",
        parse: SettingText.integer(in: 1...1_000_000))
    static let batchesPerSecond = Setting(
        "limits.batchesPerSecond", default: "off", accepts: "off or 1 to 1000000",
        help: "The most batches a second of a session.", parse: SettingText.rate(in: 1...1_000_000))
    static let answerBytes = Setting(
        "limits.answerBytes", default: "16MiB", accepts: "64KiB to 1GiB",
        help: "The most bytes of an answer.", parse: SettingText.size(in: 65_536...1_073_741_824))
    static let links = Setting(
        "limits.links", default: "256", accepts: "1 to 10000",
        help: "The most links of a session.", parse: SettingText.integer(in: 1...10_000))
    static let linkMembers = Setting(
        "limits.linkMembers", default: "1024", accepts: "2 to 100000",
        help: "The most axes of all links of a session together.", parse: SettingText.integer(in: 2...100_000))
    static let slices = Setting(
        "limits.slices", default: "256", accepts: "1 to 10000",
        help: "The most slices of a surface, over all its modifiers.", parse: SettingText.integer(in: 1...10_000))
    static let dataBytes = Setting<Int?>(
        "limits.dataBytes",
        default: "off on a loopback host or with store.kind postgres, else what is stored and 4/5 of what is free",
        accepts: "off or 1MiB to 1PiB",
        help: "How much disk the datasets and the logs of sessions may take.",
        parse: SettingText.optionalSize(in: 1_048_576...1_125_899_906_842_624))
    static let datasets = Setting(
        "limits.datasets", default: "10000", accepts: "1 to 10000000",
        help: "The most datasets.", parse: SettingText.integer(in: 1...10_000_000))
    static let longestIdleTimeout = Setting(
        "limits.idleTimeout", default: "24h", accepts: "1s to 365d, such as 10s, 500ms or milliseconds",
        help: "The longest idle timeout that a client may ask for.",
        parse: SettingText.duration(in: 1_000...31_536_000_000))
    static let sessionsPerAddress = Setting<Int?>(
        "limits.sessionsPerAddress", default: "off on a loopback host, else 10000", accepts: "off or 1 to 100000000",
        help: "The most live sessions that one client address has opened; an IPv6 address counts by its first 64 bits.",
        parse: SettingText.rate(in: 1...100_000_000))
    static let principalSessions = Setting<Int?>(
        "limits.principal.sessions", default: "off", accepts: "off or 1 to 100000000",
        help: "The most live sessions that one principal has opened.", parse: SettingText.rate(in: 1...100_000_000))
    static let principalDataBytes = Setting<Int?>(
        "limits.principal.dataBytes", default: "off", accepts: "off or 1MiB to 1PiB",
        help: "How much disk the datasets that one principal has written may take.",
        parse: SettingText.optionalSize(in: 1_048_576...1_125_899_906_842_624))
    static let principalRequestsPerSecond = Setting<Int?>(
        "limits.principal.requestsPerSecond", default: "off on a loopback host, else 2000",
        accepts: "off or 1 to 1000000",
        help: "The most requests a second of one principal.", parse: SettingText.rate(in: 1...1_000_000))
    static let addressRequestsPerSecond = Setting<Int?>(
        "limits.address.requestsPerSecond", default: "off on a loopback host, else 2000",
        accepts: "off or 1 to 1000000",
        help: "The most requests a second of one client address; those of a principal do not count for it.",
        parse: SettingText.rate(in: 1...1_000_000))
    static let appendAhead = Setting<Int?>(
        "limits.appendAhead", default: "off", accepts: "off or 0s to 365d, such as 10s, 500ms or milliseconds",
        help: "How far ahead of the server's clock the dates of appended rows may lie.",
        parse: SettingText.optionalDuration(in: 0...31_536_000_000))
    static let idleTimeout = Setting(
        "session.idleTimeout", default: "1h", accepts: "1s to 365d, such as 10s, 500ms or milliseconds",
        help: "How long a session lives untouched.", parse: SettingText.duration(in: 1_000...31_536_000_000))
    static let evictAfter = Setting(
        "session.evictAfter", default: "1m", accepts: "1s to 365d, such as 10s, 500ms or milliseconds",
        help: "How long an unused session stays in memory; it rests in the store then.",
        parse: SettingText.duration(in: 1_000...31_536_000_000))
    static let gestureTimeout = Setting(
        "session.gestureTimeout", default: "10s", accepts: "1ms to 1h, such as 10s, 500ms or milliseconds",
        help: "How long a silent driver with touches down keeps its gesture.",
        parse: SettingText.duration(in: 1...3_600_000))
    static let logLevel = Setting(
        "log.level", default: "info", accepts: "trace, debug, info, notice, warning, error or critical",
        help: "The least severity that is logged.", parse: SettingText.choice(of: LogLevel.self))
    static let logFormat = Setting(
        "log.format", default: "text", accepts: "text or json",
        help: "The shape of a log line on standard error.", parse: SettingText.choice(of: LogFormat.self))
    static let logSlowRequest = Setting<Int?>(
        "log.slowRequest", default: "1s", accepts: "off, or 1ms to 1h",
        help: "A request that takes longer is logged at notice at least, whatever its status.",
        parse: SettingText.optionalDuration(in: 1...3_600_000))
    static let logAudit = Setting<OnOrOff>(
        "log.audit", default: "off where auth.mode is none, else on", accepts: "on or off",
        help: "Whether standard error also gets the audit log: one JSON line for each change of data and access.",
        parse: SettingText.choice(of: OnOrOff.self))

    /// Every key, in the order of the documentation.
    package static let entries: [SettingEntry] = [
        httpHost.entry, httpPort.entry, httpCertificate.entry, httpPrivateKey.entry, httpHosts.entry,
        httpCORSOrigins.entry, httpFrameAncestors.entry, httpRequestTimeout.entry, httpTrustedProxies.entry,
        httpDrainDelay.entry, httpDrainTimeout.entry, httpCompression.entry,
        dataDirectory.entry, dataCacheBytes.entry, dataSegments.entry, s3Endpoint.entry, s3Region.entry,
        s3AccessKey.entry, s3SecretKeyFile.entry, s3Certificates.entry, storeKind.entry, storeURL.entry,
        storePasswordFile.entry, storeWait.entry, storeKeysMaxAge.entry, storeReads.entry, storeDurability.entry,
        storeHistory.entry, storeSnapshotEvery.entry, authMode.entry, authAllowOpen.entry,
        jwtIssuer.entry, jwtAudience.entry, jwtKeys.entry, jwtCertificates.entry, jwtRefetchAfter.entry,
        demoEnabled.entry,
        demoDirectory.entry, documentationDirectory.entry, bodyBytes.entry, eventsPerBatch.entry, touches.entry,
        surfacesPerSession.entry, modifiersPerSurface.entry, rowsPerWindow.entry, sessions.entry,
        viewersPerSession.entry, streamBytes.entry,
        datasetBytes.entry, connections.entry, batchesPerSecond.entry, answerBytes.entry, links.entry,
        linkMembers.entry, slices.entry, dataBytes.entry, datasets.entry, longestIdleTimeout.entry,
        sessionsPerAddress.entry, principalSessions.entry, principalDataBytes.entry,
        principalRequestsPerSecond.entry, addressRequestsPerSecond.entry, appendAhead.entry, idleTimeout.entry,
        evictAfter.entry, gestureTimeout.entry, logLevel.entry, logFormat.entry,
        logSlowRequest.entry, logAudit.entry,
    ]

    /// The key of a dotted name, or nil.
    package static func entry(named name: String) -> SettingEntry? {
        entries.first { $0.name == name }
    }

    /// The known name nearest to a mistyped one, or nil when none is near.
    static func suggestion(for mistyped: String, among names: [String]) -> String? {
        let nearest = names.map { (name: $0, distance: EditDistance.between($0, mistyped)) }
            .min { $0.distance < $1.distance }
        guard let nearest, nearest.distance <= min(3, mistyped.count / 2) else { return nil }
        return nearest.name
    }
}
