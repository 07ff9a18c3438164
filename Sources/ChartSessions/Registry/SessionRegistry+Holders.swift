import ChartSeries
import ChartStores
import Synchronization

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
