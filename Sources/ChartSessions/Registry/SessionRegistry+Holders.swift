import Synchronization

extension SessionRegistry.State {
    /// Reserves a session within the limits, which count it from now on.
    ///
    /// - Throws: ``SessionError/tooManySessions``, ``SessionError/tooManySessionsOfAddress(limit:)``,
    ///   ``SessionError/tooManySessionsOfOwner(limit:)``; nothing is reserved then.
    mutating func reserve(
        _ session: String, from address: String?, ownedBy owner: SessionOwner?, _ limits: SessionRegistry.Limits
    ) throws(SessionError) {
        guard count < limits.sessions else { throw .tooManySessions }
        if let address, let limit = limits.sessionsPerAddress, byAddress.count(of: address) >= limit {
            throw .tooManySessionsOfAddress(limit: limit)
        }
        if let owner, let limit = limits.sessionsPerOwner, byOwner.count(of: owner.subject) >= limit {
            throw .tooManySessionsOfOwner(limit: limit)
        }
        if let address, limits.sessionsPerAddress != nil { byAddress.add(session, of: address) }
        if let owner, limits.sessionsPerOwner != nil { byOwner.add(session, of: owner.subject) }
        reserved += 1
    }

    /// Removes a session that has ended, or that was not created, from the counts of its address and its owner.
    mutating func forgetHolders(of session: String) {
        byAddress.remove(session)
        byOwner.remove(session)
    }
}

extension SessionRegistry {
    /// Returns the object that the cells of an owner's sessions share.
    func shared(_ owner: SessionOwner?) -> SharedOwners.Shared? {
        owner.map { owner in state.withLock { $0.owners.shared(owner) } }
    }
}
