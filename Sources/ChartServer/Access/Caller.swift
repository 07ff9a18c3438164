import ChartSessions
import ChartStores

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

/// A caller, and whether the credential that named it still counts.
struct IdentifiedCaller: Sendable {
    /// The caller.
    let caller: Caller
    /// Asks again, without any cryptography; nil for a session's token, which lasts as long as the session.
    let validity: (@Sendable () -> Bool)?

    /// Takes a caller.
    init(_ caller: Caller, while validity: (@Sendable () -> Bool)? = nil) {
        self.caller = caller
        self.validity = validity
    }
}
