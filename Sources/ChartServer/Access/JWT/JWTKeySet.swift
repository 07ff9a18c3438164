import ChartStores

/// The public keys of an issuer (a JWK set of RFC 7517), each bound to its name and its algorithms.
package struct JWTKeySet: Sendable {
    /// A key with one of its algorithms.
    struct Key: Sendable {
        /// The hash of the key's name and numbers.
        let fingerprint: TextHash
        let algorithm: SignatureAlgorithm
        fileprivate let signatureBytes: Int
        fileprivate let verification: JSONWebKey.Verification

        /// Whether the key has signed a token with this algorithm.
        ///
        /// - Complexity: One verification; none for a signature of another size.
        func hasSigned(_ envelope: JWTEnvelope) -> Bool {
            guard envelope.algorithm == algorithm, envelope.signature.count == signatureBytes else { return false }
            return verification.isValid(envelope.signature, for: envelope.signed)
        }
    }

    /// What the set says about a token's key.
    enum Lookup: Sendable {
        /// The key to verify with.
        case found(Key)
        /// The named key is not for the token's algorithm.
        case otherAlgorithm
        /// No key has the name, or the token names none and not exactly one key is for its algorithm.
        case unknown
    }

    private struct Name: Hashable {
        let kid: String
        let algorithm: SignatureAlgorithm
    }

    private let named: [Name: Key]
    private let kids: Set<String>
    /// The only key for an algorithm.
    private let only: [SignatureAlgorithm: Key]
    /// The hashes of all keys.
    let fingerprints: Set<TextHash>
    /// The number of keys of the set that the server has no use for.
    let ignoredCount: Int

    /// A set without keys.
    static let empty = JWTKeySet(keys: [], ignoredCount: 0)

    /// Reads a set.
    ///
    /// Of two keys with one name and one algorithm, the first counts.
    ///
    /// - Parameter bytes: The set as JSON.
    /// - Returns: The keys, maybe none.
    /// - Throws: `JWTKeySetError` for a text that is no set, or is too large.
    package static func parse(_ bytes: [UInt8]) throws(JWTKeySetError) -> JWTKeySet {
        let set = try JSONWebKeySet(bytes)
        var keys: [(kid: String?, key: Key)] = []
        var ignoredCount = set.ignoredCount
        for jwk in set.keys {
            let found = Self.keys(of: jwk)
            if found.isEmpty { ignoredCount += 1 }
            keys += found
        }
        return JWTKeySet(keys: keys, ignoredCount: ignoredCount)
    }

    private static func keys(of jwk: JSONWebKey) -> [(kid: String?, key: Key)] {
        var keys: [(kid: String?, key: Key)] = []
        for algorithm in jwk.algorithms {
            guard let verification = jwk.verification(by: algorithm) else { continue }
            let key = Key(
                fingerprint: jwk.fingerprint, algorithm: algorithm, signatureBytes: jwk.signatureBytes,
                verification: verification)
            keys.append((jwk.kid, key))
        }
        return keys
    }

    private init(keys: [(kid: String?, key: Key)], ignoredCount: Int) {
        var named: [Name: Key] = [:]
        var fitting: [SignatureAlgorithm: [Key]] = [:]
        for (kid, key) in keys {
            if let kid {
                let name = Name(kid: kid, algorithm: key.algorithm)
                guard named[name] == nil else { continue }
                named[name] = key
            }
            fitting[key.algorithm, default: []].append(key)
        }
        self.named = named
        kids = Set(named.keys.map(\.kid))
        only = fitting.compactMapValues { $0.count == 1 ? $0[0] : nil }
        fingerprints = Set(fitting.values.joined().map(\.fingerprint))
        self.ignoredCount = ignoredCount
    }

    /// The number of usable keys.
    package var count: Int { fingerprints.count }

    /// Finds the key of a token.
    func key(of envelope: JWTEnvelope) -> Lookup {
        guard let kid = envelope.kid else { return only[envelope.algorithm].map { .found($0) } ?? .unknown }
        if let key = named[Name(kid: kid, algorithm: envelope.algorithm)] { return .found(key) }
        return kids.contains(kid) ? .otherAlgorithm : .unknown
    }
}
