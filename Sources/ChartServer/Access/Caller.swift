import ChartSessions

/// Who calls, as far as the server knows it before it looks at a session.
enum Caller: Sendable, Hashable {
    /// The request presents nothing.
    case anyone
    /// The request presents a text that may be a token of a session.
    case token(String)
    /// The request presents a verified credential.
    case principal(Principal)

    /// The principal; nil for other callers.
    var principal: Principal? {
        if case .principal(let principal) = self { principal } else { nil }
    }
}
