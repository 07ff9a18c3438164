/// Where sessions are kept.
enum StoreKind: String, Sendable, CaseIterable {
    /// In memory; sessions end with the process.
    case memory
}

/// Whether the tokens of a session are required.
enum AuthMode: String, Sendable, CaseIterable {
    /// Tokens are issued but not required.
    case none
    /// Every call on a session needs one of its tokens.
    case token
}

/// The shape of a log line.
enum LogFormat: String, Sendable, CaseIterable {
    /// One readable line.
    case text
    /// One JSON object a line.
    case json
}

/// The severities of a log line, in rising order.
enum LogLevel: String, Sendable, CaseIterable {
    case trace, debug, info, notice, warning, error, critical
}
