/// Whether a store accepts changes.
package enum StoreCondition: Sendable, Equatable {
    /// The last write succeeded.
    case ready
    /// The last write failed; changes fail at once until a trial write succeeds.
    case failing(SessionStoreError)
    /// A write has started and not returned in time.
    case stalled
}

/// The result of ``SessionStore/enqueue(_:on:isDue:whenDone:)``.
package enum Enqueued: Sendable, Equatable {
    /// The change is queued; the store calls the completion later.
    case queued
    /// The change is stored or has failed; the store does not call the completion.
    case done(Result<Void, SessionStoreError>)

    /// Whether two results are equal.
    package static func == (one: Enqueued, other: Enqueued) -> Bool {
        switch (one, other) {
        case (.queued, .queued), (.done(.success), .done(.success)): true
        case (.done(.failure(let one)), .done(.failure(let other))): one == other
        case (.queued, .done), (.done, .queued), (.done(.success), .done(.failure)), (.done(.failure), .done(.success)):
            false
        }
    }
}
