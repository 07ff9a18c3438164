import ChartStores
import Synchronization

/// Verifies JWTs, and remembers the verified ones.
package final class JWTVerifier: Sendable {
    private let settings: JWTSettings
    private let source: JWTKeySource
    private let verified: Mutex<VerifiedTokens>

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - settings: Whose tokens are accepted.
    ///   - source: The keys.
    ///   - capacity: The most verified tokens that are remembered.
    package init(settings: JWTSettings, source: JWTKeySource, capacity: Int = 4_096) {
        self.settings = settings
        self.source = source
        verified = Mutex(VerifiedTokens(capacity: capacity))
    }

    /// The number of remembered tokens.
    var rememberedCount: Int { verified.withLock { $0.count } }

    /// What a token is before any cryptography.
    enum Finding: Sendable {
        /// The token was verified before.
        case remembered(VerifiedJWT)
        /// The signature and the claims are still to be verified.
        case unverified(UnverifiedJWT)
    }

    /// Looks for a token among the verified ones; otherwise reads its parts.
    ///
    /// - Parameters:
    ///   - token: The text of the token.
    ///   - now: Milliseconds since 1970.
    /// - Returns: A remembered token, or the parts for ``verify(_:now:)``.
    /// - Throws: `malformed` or `algorithm`.
    /// - Complexity: O(bytes), of which at most 8 KiB are read.
    func find(_ token: String, now: Int64) throws(JWTRefusal) -> Finding {
        guard token.utf8.count <= JWTEnvelope.mostBytes else { throw .malformed }
        let hash = TextHash(of: token)
        if let known = remembered(hash, now: now) { return .remembered(known) }
        return .unverified(UnverifiedJWT(envelope: try JWTEnvelope(token), hash: hash))
    }

    /// Verifies a token, and remembers it; it may wait for one fetch of the keys.
    ///
    /// - Parameters:
    ///   - token: What ``find(_:now:)`` has returned.
    ///   - now: Milliseconds since 1970.
    /// - Returns: The verified token.
    /// - Throws: Why it is refused.
    func verify(_ token: UnverifiedJWT, now: Int64) async throws(JWTRefusal) -> VerifiedJWT {
        let key = try await key(of: token.envelope)
        guard key.hasSigned(token.envelope) else { throw .signature }
        let claims = try JWTClaims(token.envelope.payload, for: settings)
        try claims.check(at: now)
        let known = VerifiedJWT(
            principal: claims.principal,
            validity: JWTValidity(lastMoment: claims.lastMoment, key: key.fingerprint))
        verified.withLock { $0.remember(token.hash, known) }
        return known
    }

    /// Whether a verified token still counts.
    func holds(_ validity: JWTValidity, now: Int64) -> Bool {
        guard let keys = source.keys else { return false }
        return validity.holds(at: now, keys: keys.fingerprints)
    }

    private func remembered(_ hash: TextHash, now: Int64) -> VerifiedJWT? {
        guard let keys = source.keys else { return nil }
        return verified.withLock { $0.find(hash, now: now, keys: keys.fingerprints) }
    }

    private func key(of envelope: JWTEnvelope) async throws(JWTRefusal) -> JWTKeySet.Key {
        var keys = source.keys
        if case .unknown = keys?.key(of: envelope) ?? .unknown, keys == nil || envelope.kid != nil {
            keys = await source.keysAfterMiss()
        }
        guard let keys else { throw .keysUnavailable }
        switch keys.key(of: envelope) {
        case .found(let key): return key
        case .otherAlgorithm: throw .algorithm
        case .unknown: throw .unknownKey
        }
    }
}
