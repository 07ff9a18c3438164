import ChartStores

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
