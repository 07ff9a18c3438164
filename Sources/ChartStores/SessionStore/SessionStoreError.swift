/// Why the store cannot write or read sessions.
package enum SessionStoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The disk has no room.
    case full
    /// The store cannot be read or written now; the reason is a sentence for the operator.
    case unavailable(String)
    /// The stored data was altered; the reason is a sentence for the operator.
    case damaged(String)

    /// The stored data of one session was altered; all other sessions are intact.
    case damagedSession(String)
    /// Another process has changed or ended the session since this one has read it; nothing was written.
    case conflict
    /// A shared store has not told in time whether the change was made, and it cannot undo what others may have read.
    case inDoubt

    /// A sentence for the operator.
    package var description: String {
        switch self {
        case .conflict: "another server has changed the session meanwhile"
        case .inDoubt: "the store has not told whether the change was made"
        case .full: "the disk that holds the sessions is full"
        case .unavailable(let reason), .damaged(let reason), .damagedSession(let reason): reason
        }
    }
}

extension SessionStoreError {
    package static let closed = SessionStoreError.unavailable("the session store is closed")

    /// A write has started and not returned in time.
    package static let stalled = SessionStoreError.unavailable("the store does not answer")

    /// The reading task was cancelled.
    package static let unheard = SessionStoreError.unavailable("the wait for the store was cancelled")

    package static func missing(_ session: String) -> SessionStoreError {
        .damaged("the session \(session) is not in the store, or has ended there")
    }

    package static func present(_ session: String) -> SessionStoreError {
        .damaged("the session \(session) is in the store already")
    }

    package static func present(_ session: String, revision: Int) -> SessionStoreError {
        .damaged("the store has a revision \(revision) of the session \(session) already")
    }

    package static func gap(_ session: String, revision: Int) -> SessionStoreError {
        .damaged("the store has no revision \(revision - 1) of the session \(session)")
    }

    package static func inDoubt(_ session: String) -> SessionStoreError {
        .unavailable("a change of the session \(session) is not undone yet")
    }
}
