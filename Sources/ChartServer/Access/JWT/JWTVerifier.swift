import ChartSeries
import ChartStores
import ChartWire
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

/// A JWT whose parts are read, and whose signature is not verified.
struct UnverifiedJWT: Sendable {
    /// The parts.
    let envelope: JWTEnvelope
    /// The hash of the text.
    let hash: TextHash
}

/// The parts of a JWT, before its signature is verified.
///
/// Of its header the server reads `alg`, `kid` and `crit` alone. Keys that a header brings or names (`jwk`, `jku`,
/// `x5c`, `x5u`) are ignored.
struct JWTEnvelope: Sendable {
    /// The most bytes of a token.
    static let mostBytes = 8_192

    /// The algorithm of the header.
    let algorithm: SignatureAlgorithm
    /// The name of the key; nil without one.
    let kid: String?
    /// The bytes that are signed.
    let signed: [UInt8]
    /// The claims as JSON, which only a verified signature makes worth reading.
    let payload: [UInt8]
    /// The signature.
    let signature: [UInt8]

    /// Reads the parts of a token.
    ///
    /// - Throws: `malformed` or `algorithm`.
    /// - Complexity: O(bytes), of which there are at most 8 KiB.
    init(_ token: String) throws(JWTRefusal) {
        guard token.utf8.count <= Self.mostBytes else { throw .malformed }
        let parts = Array(token.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.bytes(parts[0]), let payload = Base64URL.bytes(parts[1]),
            let signature = Base64URL.bytes(parts[2]), case .object(let fields)? = try? JSONValue.parse(header)
        else { throw .malformed }
        guard case .string(let name)? = fields["alg"], let algorithm = SignatureAlgorithm(rawValue: name) else {
            throw .algorithm
        }
        // The server understands no extension, so it must refuse each that the token calls critical.
        guard fields["crit"] == nil else { throw .malformed }
        switch fields["kid"] {
        case nil: kid = nil
        case .string(let text): kid = text
        case .null, .bool, .number, .array, .object: throw .malformed
        }
        self.algorithm = algorithm
        self.payload = payload
        self.signature = signature
        signed = Array(parts[0]) + [UInt8(ascii: ".")] + parts[1]
    }
}

/// The claims of a JWT whose signature is verified.
struct JWTClaims: Sendable {
    /// The seconds by which the clocks of the issuer and the server may differ.
    static let leeway = 30.0
    /// The most bytes of a `sub`.
    private static let mostSubjectBytes = 256

    /// Whom the token is for, and what it gives.
    let principal: Principal
    /// The `exp`, in seconds since 1970.
    private let expiry: Double
    /// The `nbf`, in seconds since 1970; minus infinity without one.
    private let start: Double

    /// Reads the claims, and compares the issuer and the audience.
    ///
    /// - Throws: `malformed` for another thing than an object, `claim` for a claim that is missing, malformed or another.
    init(_ payload: [UInt8], for settings: JWTSettings) throws(JWTRefusal) {
        guard case .object(let claims)? = try? JSONValue.parse(payload) else { throw .malformed }
        guard case .string(let issuer)? = claims["iss"], ExactName(issuer) == ExactName(settings.issuer) else {
            throw .claim("iss")
        }
        let audience = ExactName(settings.audience)
        guard Self.audiences(claims["aud"])?.contains(where: { ExactName($0) == audience }) == true else {
            throw .claim("aud")
        }
        guard let subject = Self.subject(claims["sub"]) else { throw .claim("sub") }
        guard case .number(let expiry)? = claims["exp"] else { throw .claim("exp") }
        self.expiry = expiry
        switch claims["nbf"] {
        case nil: start = -.infinity
        case .number(let number): start = number
        case .null, .bool, .string, .array, .object: throw .claim("nbf")
        }
        guard let scopes = Self.scopes(claims["scope"]) else { throw .claim("scope") }
        guard let datasets = Self.datasets(claims["datasets"]) else { throw .claim("datasets") }
        principal = Principal(subject: ExactName(subject), scopes: scopes, datasets: datasets)
    }

    /// The last moment at which the token is accepted, in milliseconds since 1970.
    var lastMoment: Double { (expiry + Self.leeway) * 1_000 }

    /// Checks the time.
    ///
    /// - Parameter now: Milliseconds since 1970.
    /// - Throws: `expired` or `notYetValid`.
    func check(at now: Int64) throws(JWTRefusal) {
        guard Double(now) <= lastMoment else { throw .expired }
        guard Double(now) >= (start - Self.leeway) * 1_000 else { throw .notYetValid }
    }

    private static func audiences(_ claim: JSONValue?) -> [String]? {
        if case .string(let text)? = claim { return [text] }
        return texts(claim)
    }

    private static func subject(_ claim: JSONValue?) -> String? {
        guard case .string(let text)? = claim, (1...mostSubjectBytes).contains(text.utf8.count),
            !ExactName.begins(text, with: APIKey.prefix),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        return text
    }

    private static func scopes(_ claim: JSONValue?) -> Set<Scope>? {
        guard let claim else { return [] }
        guard case .string(let text) = claim else { return nil }
        return Scope.known(in: text)
    }

    private static func datasets(_ claim: JSONValue?) -> DatasetPatterns? {
        guard let claim else { return DatasetPatterns.none }
        guard let patterns = texts(claim), patterns.count <= DatasetPatterns.mostPatterns,
            patterns.allSatisfy({ DatasetPatterns.isPattern($0) })
        else { return nil }
        return DatasetPatterns(patterns)
    }

    private static func texts(_ claim: JSONValue?) -> [String]? {
        guard case .array(let elements)? = claim else { return nil }
        var texts: [String] = []
        for element in elements {
            guard case .string(let text) = element else { return nil }
            texts.append(text)
        }
        return texts
    }
}

/// How long a verified JWT counts: until its last moment, while the issuer publishes its key.
struct JWTValidity: Sendable {
    /// The last moment at which it is accepted, in milliseconds since 1970.
    let lastMoment: Double
    /// The hash of the key that has signed it.
    let key: TextHash

    /// Whether it counts.
    ///
    /// - Parameters:
    ///   - now: Milliseconds since 1970.
    ///   - keys: The hashes of the present keys.
    /// - Returns: Whether it counts.
    func holds(at now: Int64, keys: Set<TextHash>) -> Bool { Double(now) <= lastMoment && keys.contains(key) }
}

/// Why a JWT is refused.
package enum JWTRefusal: Error, Sendable, Hashable {
    /// It is larger than 8 KiB, has no three parts, or its header or its claims cannot be read.
    case malformed
    /// Its algorithm is not one of the four, or not one of its key.
    case algorithm
    /// No key of the set has its `kid`, or it has none and more than one key fits.
    case unknownKey
    /// Its key has not signed it.
    case signature
    /// A claim is missing, malformed or not for this server.
    case claim(String)
    /// Its `exp` is over.
    case expired
    /// Its `nbf` is to come.
    case notYetValid
    /// The server has no keys yet, because none could be fetched.
    case keysUnavailable
}

/// A verified JWT.
struct VerifiedJWT: Sendable {
    /// Whom it names.
    let principal: Principal
    /// How long it counts.
    let validity: JWTValidity
}

/// The tokens that were verified, by their hashes, so that a later call costs no cryptography.
///
/// There are two halves. A used token moves to the young half; when that is full, it becomes the old one, and what was in
/// the old one is forgotten. So the count is bounded, and tokens in use stay.
struct VerifiedTokens: Sendable {
    private let capacityOfHalf: Int
    private var young: [TextHash: VerifiedJWT] = [:]
    private var old: [TextHash: VerifiedJWT] = [:]

    /// Creates a memory for at most so many tokens, two or more.
    init(capacity: Int) {
        capacityOfHalf = max(1, capacity / 2)
    }

    /// The number of remembered tokens.
    var count: Int { young.count + old.count }

    /// Finds a verified token.
    ///
    /// It forgets a token that has expired, and one whose key is no longer in the set.
    ///
    /// - Parameters:
    ///   - token: The hash of the token.
    ///   - now: Milliseconds since 1970.
    ///   - keys: The hashes of the present keys.
    /// - Returns: The verified token; nil for an unknown one.
    /// - Complexity: O(1), amortized.
    mutating func find(_ token: TextHash, now: Int64, keys: Set<TextHash>) -> VerifiedJWT? {
        let isOld = young[token] == nil
        guard let entry = young[token] ?? old.removeValue(forKey: token) else { return nil }
        guard entry.validity.holds(at: now, keys: keys) else {
            young[token] = nil
            return nil
        }
        if isOld { remember(token, entry) }
        return entry
    }

    /// Remembers a verified token.
    mutating func remember(_ token: TextHash, _ entry: VerifiedJWT) {
        if young.count >= capacityOfHalf { (old, young) = (young, [:]) }
        old[token] = nil
        young[token] = entry
    }
}
