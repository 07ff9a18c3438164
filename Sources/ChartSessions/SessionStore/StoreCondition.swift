/// Whether a store keeps what it is given.
public enum StoreCondition: Sendable, Equatable {
    /// The last write went well.
    case ready
    /// The last write failed, and changes fail at once until a trial write goes well.
    case failing(SessionStoreError)
    /// A write began some time ago and has not come back.
    case stalled
}

/// What became of a change as it was put into the queue.
public enum Enqueued: Sendable, Equatable {
    /// It waits: the completion will tell.
    case queued
    /// It is stored, or failed, already: the completion is not called.
    case done(Result<Void, SessionStoreError>)

    /// Whether two changes met the same end.
    public static func == (one: Enqueued, other: Enqueued) -> Bool {
        switch (one, other) {
        case (.queued, .queued), (.done(.success), .done(.success)): true
        case (.done(.failure(let one)), .done(.failure(let other))): one == other
        case (.queued, .done), (.done, .queued), (.done(.success), .done(.failure)), (.done(.failure), .done(.success)):
            false
        }
    }
}
