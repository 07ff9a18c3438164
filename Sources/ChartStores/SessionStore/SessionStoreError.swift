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
