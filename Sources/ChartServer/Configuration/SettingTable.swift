import ChartSessions
package import ChartStores

/// The configuration keys, in the order of the documentation.
///
/// Each key stands here once: reading, validation, `--help` and the table of the documentation come from it.
package struct SettingTable: Sendable {
    /// The prefix of every environment variable of the server.
    package static let environmentPrefix = "CHART_SURFACE_"

    /// The keys.
    static let all = SettingTable()

    package let host = Setting(
        "http.host", .text("a host name or address"), default: "127.0.0.1", "The address to listen on.")
    package let port = Setting(
        "http.port", .integer(0...65_535), default: "8080",
        "The port to listen on; 0 picks a free one and the ready line names it.")
    package let certificate = Setting(
        "http.certificate", .off(or: .path), default: "off",
        "The PEM file of a certificate chain, for HTTPS with HTTP/2; http.privateKey has its key.")
    let privateKey = Setting(
        "http.privateKey", .off(or: .path), default: "off", "The PEM file of the certificate's private key.")
    let hosts = Setting(
        "http.hosts", .hostNames, default: "those of loopback where no token is needed there, else any",
        "The names that the server answers to; a request with another Host header is refused."
    ) { _ in .byDefault }
    let corsOrigins = Setting(
        "http.corsOrigins", .origins("https://charts.example.org"), default: "off",
        "The origins whose web pages may call the server.")
    let frameAncestors = Setting(
        "http.frameAncestors", .origins("https://intranet.example.org"), default: "off",
        "The origins whose web pages may show the demo page in a frame.")
    let requestTimeout = Setting(
        "http.requestTimeout", .duration("100ms", to: "1h"), default: "30s",
        "How long a client may take to begin, for 16 KiB of a body, and to take what is answered.")
    let trustedProxies = Setting(
        "http.trustedProxies", .proxies, default: "off",
        "The proxies whose Forwarded or X-Forwarded-For header tells the address of the client.")
    package let drainDelay = Setting(
        "http.drainDelay", .duration("0s", to: "10m"), default: "0s",
        "How long requests are taken after SIGTERM, while /health/ready fails.")
    package let drainTimeout = Setting(
        "http.drainTimeout", .duration("0s", to: "10m"), default: "5s",
        "How long requests in progress may take once new ones are refused.")
    let compresses = Setting(
        "http.compression", .switched, default: "off on a loopback host, else on",
        "Whether answers over 1 KiB and streams are compressed for clients that take gzip or deflate."
    ) { !$0.isLoopback }
    package let dataDirectory = Setting(
        "data.dir", .path, default: "./data", "Where datasets and sessions are kept; created when missing.")
    package let cacheBytes = Setting(
        "data.cacheBytes", .off(or: .size("1MiB", to: "1PiB")), default: "16GiB",
        "With store.kind postgres, how much disk the copies of datasets in data.dir may take.")
    let segmentPlace = Setting(
        "data.segments", .text("database, a path, or s3://bucket/path"), default: "database",
        "With store.kind postgres, where rows are kept: in the database, a folder of all nodes, or a bucket.")
    let s3Endpoint = Setting(
        "data.s3.endpoint", .off(or: .text("a URL such as https://minio.example.org:9000")), default: "off",
        "The service that has the bucket of data.segments; off for Amazon S3 in data.s3.region.")
    let s3Region = Setting(
        "data.s3.region", .text("a name such as eu-central-1"), default: "us-east-1",
        "The region of the bucket of data.segments.")
    let s3AccessKey = Setting(
        "data.s3.accessKey", .off(or: .text("an access key")), default: "off",
        "Who reads and writes the bucket of data.segments; off for the credentials that the environment names.")
    let s3SecretKeyFile = Setting(
        "data.s3.secretKeyFile", .off(or: .path), default: "off",
        "A file with the secret key of data.s3.accessKey in its first line.")
    let s3Certificates = Setting(
        "data.s3.certificates", .off(or: .path), default: "off",
        "The PEM file of the authorities that data.s3.endpoint is held to; off for those of the system.")
    package let storeKind = Setting<StoreKind>(
        "store.kind", .word, default: "sqlite",
        "Where sessions are kept: sessions.sqlite in data.dir, this process, or the database of store.url.")
    let storeURL = Setting(
        "store.url", .off(or: .text("a URL of libpq such as postgresql://user@host1,host2/name")), default: "off",
        "The PostgreSQL database, with one or more servers; the password is better in a file or in PGPASSWORD.")
    let storePasswordFile = Setting(
        "store.passwordFile", .off(or: .path), default: "off",
        "A file with the password of the database in its first line.")
    let storeWait = Setting(
        "store.wait", .off(or: .duration("1s", to: "1h")), default: "off",
        "How long the start waits for a database that cannot be reached.")
    let storeKeysMaxAge = Setting(
        "store.keysMaxAge", .duration("5s", to: "24h"), default: "60s",
        "How long API keys count that a database which cannot be reached has not confirmed; then 503.")
    package let confirmsReads = Setting(
        "store.reads", .either("latest", or: "local"), default: "latest",
        "Whether a read shows what other servers have committed before it, or what this one has in memory.")
    package let durability = Setting<StoreDurability>(
        "store.durability", .word, default: "commit",
        "What a change survives when it is answered: nothing, a killed process, or power loss.")
    let keepsHistory = Setting(
        "store.history", .either("keep", or: "drop"), default: "drop with memory, keep otherwise",
        "Whether the log before a snapshot is kept, for replay from the start."
    ) { $0[\.storeKind] != .memory }
    let snapshotEvery = Setting(
        "store.snapshotEvery", .integer(1...1_000_000), default: "1000",
        "After how many changes of a session its state is written down.")
    package let authMode = Setting<AuthMode>(
        "auth.mode", .word, default: "none on a loopback host, else keys",
        "What is asked of callers: nothing, a session's token, or an API key or JWT."
    ) { $0.isLoopback ? .none : .keys }
    let allowsOpen = Setting(
        "auth.allowOpen", .flag, default: "false",
        "Whether auth.mode none may listen on another host than loopback, where it is open to everyone.")
    let jwtIssuer = Setting(
        "auth.jwt.issuer", .off(or: .text("a text")), default: "off",
        "The iss of the JWTs that are accepted; auth.jwt.audience and auth.jwt.keys are given with it.")
    let jwtAudience = Setting(
        "auth.jwt.audience", .off(or: .text("a text")), default: "off",
        "What the aud of a JWT names this server by.")
    let jwtKeys = Setting(
        "auth.jwt.keys", .keySource, default: "off",
        "The public keys of the issuer: a JWKS file, or the URL of one, which is fetched.")
    let jwtCertificates = Setting(
        "auth.jwt.certificates", .off(or: .path), default: "off",
        "The PEM file of the authorities that the server of that URL is held to; off for those of the system.")
    let jwtRefetchAfter = Setting(
        "auth.jwt.refetchAfter", .duration("1s", to: "1h"), default: "1m",
        "The least time between two fetches of that URL that unknown keys cause, and after a failed one.")
    package let isDemoEnabled = Setting(
        "demo.enabled", .flag, default: "true", "Whether to serve the demo page and the bundled datasets.")
    package let demoDirectory = Setting("demo.directory", .path, default: "./Public", "The folder of the demo page.")
    let documentationDirectory = Setting(
        "docs.directory", .path, default: "./.build/docs",
        "The folder of the documentation, which is served at /docs when it was built.")
    let feedName = Setting(
        "feeds.lineProtocol.name", .feedName, default: "{measurement}",
        "How a line of InfluxDB line protocol makes the name of its dataset; {host} is the value of the tag host.")
    let limits = LimitTable()
    let idleTimeout = Setting(
        "session.idleTimeout", .duration("1s", to: "365d"), default: "1h", "How long a session lives untouched.")
    let evictAfter = Setting(
        "session.evictAfter", .duration("1s", to: "365d"), default: "1m",
        "How long an unused session stays in memory; it rests in the store then.")
    let gestureTimeout = Setting(
        "session.gestureTimeout", .duration("1ms", to: "1h"), default: "10s",
        "How long a silent driver with touches down keeps its gesture.")
    let logLevel = Setting<LogLevel>("log.level", .word, default: "info", "The least severity that is logged.")
    let logFormat = Setting<LogFormat>(
        "log.format", .word, default: "text", "The shape of a log line on standard error.")
    let slowRequest = Setting(
        "log.slowRequest", .off(or: .duration("1ms", to: "1h")), default: "1s",
        "A request that takes longer is logged at notice at least, whatever its status.")
    let isAudited = Setting(
        "log.audit", .switched, default: "off where auth.mode is none, else on",
        "Whether standard error also gets the audit log: one JSON line for each change of data and access."
    ) { AuditLog.isOn(byDefaultIn: $0[\.authMode]) }

    /// The keys without the types of their values, in order.
    package static let entries = settings(in: all).map(\.entry)

    /// The keys of a table, and of the tables in it, in order.
    static func settings(in table: Any) -> [any TypedSetting] {
        Mirror(reflecting: table).children.flatMap { child in
            (child.value as? any TypedSetting).map { [$0] } ?? settings(in: child.value)
        }
    }

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

/// The limits of requests, each with its own problem code.
package struct LimitTable: Sendable {
    let bodyBytes = Setting(
        "limits.bodyBytes", .size("1B", to: "1GiB"), default: "1MiB",
        "The largest request body that is not a dataset.")
    let eventsPerBatch = Setting(
        "limits.eventsPerBatch", .integer(1...1_000_000), default: "1024", "The most events in one batch.")
    let touches = Setting(
        "limits.touches", .integer(1...ChangeInterpreter.Bounds.mostTouches), default: "16",
        "The most touches down at once on a surface.")
    let surfacesPerSession = Setting(
        "limits.surfacesPerSession", .integer(1...10_000), default: "64", "The most surfaces of a session.")
    let modifiersPerSurface = Setting(
        "limits.modifiersPerSurface", .integer(1...10_000), default: "64", "The most modifiers of a surface.")
    let rowsPerWindow = Setting(
        "limits.rowsPerWindow", .integer(1...10_000_000), default: "20000",
        "The most rows of a window; caps maxRows and points.")
    let sessions = Setting("limits.sessions", .integer(1...100_000_000), default: "100000", "The most live sessions.")
    let viewersPerSession = Setting(
        "limits.viewersPerSession", .integer(1...100_000), default: "64", "The most streams of a session.")
    let formsPerSession = Setting(
        "limits.formsPerSession", .integer(1...1_000), default: "16",
        "The most different queries of the streams of a session.")
    let sessionsPerStream = Setting(
        "limits.sessionsPerStream", .integer(1...10_000), default: "256",
        "The most sessions of a stream of many.")
    let streamBytes = Setting(
        "limits.streamBytes", .size("4KiB", to: "1GiB"), default: "256KiB",
        "How much of what a session's streams have told is kept, for viewers who are behind or come back.")
    let datasetBytes = Setting(
        "limits.datasetBytes", .size("1B", to: "1TiB"), default: "4GiB", "The largest dataset in a request body.")
    package let connections = Setting(
        "limits.connections", .integer(1...1_000_000), default: "10000",
        "The most connections at once; further ones wait to be accepted.")
    let batchesPerSecond = Setting(
        "limits.batchesPerSecond", .off(or: .integer(1...1_000_000)), default: "off",
        "The most batches a second of a session.")
    let batchesAhead = Setting(
        "limits.batchesAhead", .integer(0...1_024), default: "64",
        "How far a numbered batch may be ahead of those before it, for which it waits up to 1 s.")
    let answerBytes = Setting(
        "limits.answerBytes", .size("64KiB", to: "1GiB"), default: "16MiB", "The most bytes of an answer.")
    let links = Setting("limits.links", .integer(1...10_000), default: "256", "The most links of a session.")
    let linkMembers = Setting(
        "limits.linkMembers", .integer(2...100_000), default: "1024",
        "The most axes of all links of a session together.")
    let slices = Setting(
        "limits.slices", .integer(1...10_000), default: "256", "The most slices of a surface, over all its modifiers.")
    let derived = Setting(
        "limits.derived", .integer(1...100_000_000_000), default: "1000000000",
        "The most values of series with a transform that the server holds; those that were not used for longest go.")
    package let dataBytes = Setting(
        "limits.dataBytes",
        SettingType<Int?>.off(or: .size("1MiB", to: "1PiB")).map { $0.map { DataBytes.bytes($0) } ?? .unlimited },
        default: "off on a loopback host or with store.kind postgres, else what is stored and 4/5 of what is free",
        "How much disk the datasets and the logs of sessions may take."
    ) { $0.isLoopback || $0[\.storeKind] == .postgres ? .unlimited : .partOfDisk }
    package let datasets = Setting(
        "limits.datasets", .integer(1...10_000_000), default: "10000", "The most datasets.")
    let idleTimeout = Setting(
        "limits.idleTimeout", .duration("1s", to: "365d"), default: "24h",
        "The longest idle timeout that a client may ask for.")
    let sessionsPerAddress = Setting(
        "limits.sessionsPerAddress", .off(or: .integer(1...100_000_000)),
        default: "off on a loopback host, else 10000",
        "The most live sessions that one client address has opened; an IPv6 address counts by its first 64 bits."
    ) { $0.isLoopback ? nil : 10_000 }
    let principalSessions = Setting(
        "limits.principal.sessions", .off(or: .integer(1...100_000_000)), default: "off",
        "The most live sessions that one principal has opened.")
    package let principalDataBytes = Setting(
        "limits.principal.dataBytes", .off(or: .size("1MiB", to: "1PiB")), default: "off",
        "How much disk the datasets that one principal has written may take.")
    // The requests of thirty fingers behind one address.
    let requestsPerSecondOfPrincipal = Setting(
        "limits.principal.requestsPerSecond", .off(or: .integer(1...1_000_000)),
        default: "off on a loopback host, else 2000", "The most requests a second of one principal."
    ) { $0.isLoopback ? nil : 2_000 }
    let requestsPerSecondOfAddress = Setting(
        "limits.address.requestsPerSecond", .off(or: .integer(1...1_000_000)),
        default: "off on a loopback host, else 2000",
        "The most requests a second of one client address; those of a principal do not count for it."
    ) { $0.isLoopback ? nil : 2_000 }
    let appendAhead = Setting(
        "limits.appendAhead", .off(or: .duration("0s", to: "365d")), default: "off",
        "How far ahead of the server's clock the dates of appended rows may lie.")
}

/// The number of single-character changes between two words (Levenshtein).
enum EditDistance {
    /// Counts the insertions, deletions and replacements that turn one word into the other.
    ///
    /// - Complexity: the product of the two lengths.
    static func between(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var previous = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = previous[column] + (character == other ? 0 : 1)
                current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[right.count]
    }
}
