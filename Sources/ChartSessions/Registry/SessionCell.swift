import Synchronization

/// The place where one live session is kept.
public final class SessionCell: Sendable {
    private struct Content: Sendable {
        var session: Session
        var lastUsed: Int64
        /// Whether the session has ended: whoever still holds the cell may not go on with it.
        var hasEnded = false
        /// The second in which batches are counted, and how many came in it.
        var countedSecond: Int64 = 0
        var batchCount = 0
    }

    private let tokens: AccessTokens
    private let idleTimeout: Double
    private let content: Mutex<Content>

    init(session: Session, tokens: AccessTokens, now: Int64) {
        self.tokens = tokens
        idleTimeout = session.idleTimeout
        content = Mutex(Content(session: session, lastUsed: now))
    }

    /// The role of a presented token; `nil` for an unknown one.
    public func role(of token: String) -> AccessRole? { tokens.role(of: token) }

    /// When the session expires if nobody comes, in milliseconds since 1970.
    public var expiresAt: Int64 { content.withLock { $0.lastUsed } + Int64(idleTimeout) }

    /// Counts a batch against a rate.
    ///
    /// - Parameters:
    ///   - limit: The most batches of a second of the clock.
    ///   - now: Milliseconds of the session clock.
    /// - Returns: Whether the batch is within the rate.
    public func admitsBatch(limit: Int, now: Int64) -> Bool {
        content.withLock { content in
            if content.countedSecond != now / 1_000 { (content.countedSecond, content.batchCount) = (now / 1_000, 0) }
            content.batchCount += 1
            return content.batchCount <= limit
        }
    }

    func isExpired(now: Int64) -> Bool { now >= expiresAt }

    /// Ends the session.
    ///
    /// - Returns: The datasets that it showed; none when it had ended before.
    func end() -> [String] {
        content.withLock { content in
            guard !content.hasEnded else { return [] }
            content.hasEnded = true
            return content.session.datasets
        }
    }

    func withSession<Result>(now: Int64, _ body: (inout Session) throws -> Result) throws -> Result {
        try content.withLock { content in
            guard !content.hasEnded else { throw SessionError.gone }
            content.lastUsed = now
            return try body(&content.session)
        }
    }

    func cancelSilentDrivers(now: Int64, timeout: Double) {
        content.withLock { $0.session.cancelSilentDrivers(now: now, timeout: timeout) }
    }
}
