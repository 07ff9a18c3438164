public import ChartEngine

/// Why a session refuses something; nothing has changed then.
public enum SessionError: Error, Sendable, Equatable {
    /// There is no session of this name.
    case unknown
    /// The session was deleted or has expired.
    case gone
    /// The session has left memory meanwhile; ask the registry for it again.
    case evicted
    /// The session cannot be made again from what is stored.
    case damaged(String)
    /// A dataset that the session shows is damaged, or cannot be opened now.
    case dataset(String, DatasetStoreError)
    /// The change could not be committed.
    case store(SessionStoreError)
    /// No more sessions fit.
    case tooManySessions
    /// The caller's address has opened as many sessions as it may.
    case tooManySessionsOfAddress(limit: Int)
    /// The datasets and logs take as much disk as they may.
    case quota(bytes: Int)
    /// No more viewers fit.
    case tooManyViewers(limit: Int)
    /// There is no surface of this name.
    case surfaceUnknown(String)
    /// There is a surface of this name already.
    case surfaceExists(String)
    /// No more surfaces fit.
    case tooManySurfaces(limit: Int)
    /// The surface has another entity tag than the caller expects.
    case preconditionFailed
    /// Another client's touches are down.
    case driverBusy
    /// Batches are missing before this one.
    case sequenceGap(expected: Int)
    /// A newer batch of the client was accepted already.
    case sequenceStale(expected: Int)
    /// The number was used for another batch.
    case sequenceReused
    /// The batch cannot be applied.
    case batch(BatchError)
    /// The batch would be too much work; of so many events none is.
    case tooMuchWork(mostEvents: Int)
    /// There is nothing to undo or to redo.
    case historyEmpty
    /// The command cannot be carried out.
    case command(Surface.CommandError)
}
