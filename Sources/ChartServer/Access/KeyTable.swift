import ChartStores

/// The API keys at a time, by their ids.
struct KeyTable: Sendable {
    private struct Entry {
        let key: APIKey
        /// The SHA-256 of the text; `nil` for a malformed one, which no text has.
        let hash: TextHash?
        let principal: Principal
    }

    private let entries: [String: Entry]

    /// Takes stored keys.
    init(_ keys: [APIKey]) {
        entries = Dictionary(
            keys.map { ($0.id, Entry(key: $0, hash: TextHash(bytes: $0.hash), principal: $0.principal)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Verifies a key by its id and the hash of its text; see ``KeyRing/principal(ofKey:now:)``.
    func principal(ofKey id: String, hash: TextHash, now: Int64) -> Result<Principal, KeyRefusal> {
        guard let entry = entries[id], entry.hash == hash else { return .failure(.unknown) }
        switch entry.key.state(at: now) {
        case .active: return .success(entry.principal)
        case .expired: return .failure(.expired)
        case .revoked: return .failure(.revoked)
        }
    }

    /// Whether there is no key.
    var isEmpty: Bool { entries.isEmpty }

    /// Whether there is a key with an id that may be used.
    func isUsable(_ id: String, now: Int64) -> Bool { entries[id]?.key.state(at: now) == .active }

    /// The difference to later keys.
    ///
    /// - Parameter keys: The later keys.
    /// - Returns: The keys that were added and revoked, in the order of their making; a key that is gone counts as revoked.
    func change(to keys: [APIKey]) -> KeyRing.Change {
        let ids = Set(keys.map(\.id))
        let gone = entries.values.map(\.key).filter { $0.revokedAt == nil && !ids.contains($0.id) }
        return KeyRing.Change(
            added: keys.filter { entries[$0.id] == nil },
            revoked: keys.filter { $0.revokedAt != nil && entries[$0.id].map { $0.key.revokedAt == nil } == true }
                + gone.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) })
    }
}
