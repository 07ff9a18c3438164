import ChartSeries
package import ChartStores
import Synchronization

/// The tokens of sessions, and the sessions of an owner.
extension SessionRegistry {
    /// Gives out a further token of a session.
    ///
    /// It is no revision and stands in no log; it counts on every process and after a restart.
    ///
    /// - Parameters:
    ///   - rights: What its holder may do; at least one right.
    ///   - author: The name under which its holder's annotations stand. A token that only annotates takes its id where none is
    ///     given, so that its annotations are told apart from the driver's.
    ///   - lifetime: How many milliseconds it counts; `nil` for as long as the session.
    ///   - id: The session.
    /// - Returns: The token as the store keeps it, and its secret.
    /// - Throws: ``SessionError/tooManyTokens(limit:)``, ``SessionError/gone`` for a session that has just ended, and
    ///   ``SessionError/store(_:)``.
    package func grantToken(
        _ rights: Set<TokenRight>, author: String?, lifetime: Int64?, to id: String
    ) async throws(SessionError) -> (GrantedToken, secret: AccessToken) {
        let (secret, date) = (AccessToken(), clock.date())
        let name = AccessToken.randomDigits(bytes: 6)
        let onlyAnnotates = rights.contains(.annotate) && !rights.contains(.drive)
        let granted = GrantedToken(
            id: name, hash: TextHash(of: secret.text).bytes, rights: rights,
            author: author ?? (onlyAnnotates ? name : nil), expiresAt: lifetime.map { date + $0 })
        let hasRoom: Bool
        do throws(SessionStoreError) {
            hasRoom = try await store.grant(granted, to: id, at: date)
        } catch {
            throw error == .missing(id) ? .gone : .store(error)
        }
        guard hasRoom else { throw .tooManyTokens(limit: GrantedToken.mostOfSession) }
        return (granted, secret)
    }

    /// The tokens that a session has beside its two, in the order of their making.
    ///
    /// - Throws: ``SessionError/store(_:)``.
    package func grantedTokens(of id: String) async throws(SessionError) -> [GrantedToken] {
        try await asking { [date = clock.date()] store async throws(SessionStoreError) in
            try await store.grantedTokens(of: id, hash: nil, at: date)
        }
    }

    /// The granted token of a session that a text is; `nil` for one that was never given out, was removed or has expired.
    ///
    /// - Throws: ``SessionError/store(_:)``.
    package func grantedToken(_ text: String, of id: String) async throws(SessionError) -> GrantedToken? {
        try await grantedToken(TextHash(of: text).bytes, of: id)
    }

    private func grantedToken(_ hash: [UInt8], of id: String) async throws(SessionError) -> GrantedToken? {
        try await asking { [date = clock.date()] store async throws(SessionStoreError) in
            try await store.grantedTokens(of: id, hash: hash, at: date).first
        }
    }

    /// Whether a granted token still counts, for a stream that it has opened; a store that does not answer ends none.
    package func stillCounts(_ token: GrantedToken, of id: String) async -> Bool {
        guard token.counts(at: clock.date()) else { return false }
        do {
            return try await grantedToken(token.hash, of: id) != nil
        } catch {
            return true
        }
    }

    /// Removes a token that was given out.
    ///
    /// - Returns: Whether the session had it.
    /// - Throws: ``SessionError/store(_:)``.
    package func revokeToken(_ token: String, of id: String) async throws(SessionError) -> Bool {
        try await asking { store async throws(SessionStoreError) in try await store.revokeToken(token, of: id) }
    }
}

extension SessionRegistry {
    /// Reserves a session within the limits, which count it from now on.
    ///
    /// The session is reserved before the store counts, so that sessions that are created together never exceed a
    /// limit.
    ///
    /// - Throws: ``SessionError/tooManySessions``, ``SessionError/tooManySessionsOfAddress(limit:)``,
    ///   ``SessionError/tooManySessionsOfOwner(limit:)``, ``SessionError/store(_:)``; the caller removes the
    ///   reservation then.
    func reserve(
        _ session: String, from address: String?, ownedBy owner: SessionOwner?
    ) async throws(SessionError) {
        let subject = owner?.subject
        let reserved = try state.withLock { state throws(SessionError) in
            if let address, let limit = limits.sessionsPerAddress {
                guard state.byAddress.count(of: address) < limit else { throw .tooManySessionsOfAddress(limit: limit) }
                state.byAddress.add(session, of: address)
            }
            state.reserved[session] = subject
            return (all: state.reserved.count, ofOwner: state.reserved.values.count { $0 == subject })
        }
        let counts = try await asking { store async throws(SessionStoreError) in try await store.counts() }
        guard counts.live + reserved.all <= limits.sessions else { throw .tooManySessions }
        guard let subject, let limit = limits.sessionsPerOwner else { return }
        let owned = try await asking { store async throws(SessionStoreError) in
            try await store.count(ofOwner: subject.text, upTo: limit)
        }
        guard owned + reserved.ofOwner <= limit else { throw .tooManySessionsOfOwner(limit: limit) }
    }

    /// Returns the object that the cells of an owner's sessions share.
    func shared(_ owner: SessionOwner?) -> SharedOwners.Shared? {
        owner.map { owner in state.withLock { $0.owners.shared(owner) } }
    }
}
