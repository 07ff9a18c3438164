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
