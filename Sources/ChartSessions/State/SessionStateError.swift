/// Why bytes are no usable state of a session.
package enum SessionStateError: Error, Sendable, Hashable {
    /// The state has another format; `nil` without a number.
    case format(Int?)
    /// The state is damaged or impossible; the sentence names the place and the reason.
    case unsound(String)
    /// The state has a modifier of an unregistered type.
    case modifierUnknown(String)
    /// The rows of a surface are unavailable.
    case rowsMissing(SessionStateDependencies.Rows)
}
