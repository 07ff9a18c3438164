package import ChartEngine
package import ChartStores

/// Why a session refuses a request; the session has not changed then.
package enum SessionError: Error, Sendable, Equatable {
    /// No session has this name.
    case unknown
    /// The session was deleted or has expired.
    case gone
    /// The session has left memory, or its end waits for a shared store; the caller asks the registry again.
    case evicted
    /// The session cannot be restored from the store.
    case damaged(String)
    /// A dataset of the session is damaged, or cannot be opened now.
    case dataset(String, DatasetStoreError)
    /// The change could not be committed.
    case store(SessionStoreError)
    /// The number of sessions has reached its limit.
    case tooManySessions
    /// The number of sessions of the caller's address has reached its limit.
    case tooManySessionsOfAddress(limit: Int)
    /// The number of sessions of the caller's principal has reached its limit.
    case tooManySessionsOfOwner(limit: Int)
    /// The disk space of datasets and logs has reached its limit.
    case quota(bytes: Int)
    /// The number of viewers has reached its limit.
    case tooManyViewers(limit: Int)
    /// The number of tokens that the session has given out has reached its limit.
    case tooManyTokens(limit: Int)
    /// No surface has this name.
    case surfaceUnknown(String)
    /// Another surface has this name.
    case surfaceExists(String)
    /// The number of surfaces has reached its limit.
    case tooManySurfaces(limit: Int)
    /// The surface has none of the expected entity tags.
    case preconditionFailed
    /// Another client's touches are down.
    case driverBusy
    /// Earlier batches are missing.
    case sequenceGap(expected: Int)
    /// The client has sent a later batch already.
    case sequenceStale(expected: Int)
    /// The streams of the session ask for the maximum number of different queries.
    case tooManyForms(limit: Int)
    /// Another batch has the same number.
    case sequenceReused
    /// The batch cannot be applied.
    case batch(BatchError)
    /// The batch is too much work; a batch of `mostEvents` is not.
    case tooMuchWork(mostEvents: Int)
    /// The history has no action to undo or redo.
    case historyEmpty
    /// The command cannot be carried out.
    case command(Surface.CommandError)
}
