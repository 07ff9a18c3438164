/// Why bytes are no state of a session that can be gone on with.
public enum SessionStateError: Error, Sendable, Hashable {
    /// They were written in another format; `nil` when they name none.
    case format(Int?)
    /// They are damaged, or say what no session can be: a sentence that tells where and how.
    case unsound(String)
    /// They name a type of modifiers that is not registered.
    case modifierUnknown(String)
    /// The rows that a surface showed are not to be had.
    case rowsMissing(SessionStateDependencies.Rows)
}
