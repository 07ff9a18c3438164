/// Why sessions cannot be stored or read.
public enum SessionStoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The disk has no room.
    case full
    /// The store cannot be reached or written at the moment; the reason is a sentence for the operator.
    case unavailable(String)
    /// What the store holds is not what was written; the reason is a sentence for the operator.
    case damaged(String)

    /// What the store holds of one session is not what was written; the others are sound.
    case damagedSession(String)

    /// A sentence for the operator.
    public var description: String {
        switch self {
        case .full: "the disk that holds the sessions is full"
        case .unavailable(let reason), .damaged(let reason), .damagedSession(let reason): reason
        }
    }
}
