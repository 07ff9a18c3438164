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

/// What a caller needs to use a route; each route declares it.
///
/// `auth.mode` decides how much of it is asked for: nothing under `none`; under `token` what concerns a session; under
/// `keys` all of it.
enum RouteAccess: Sendable, Hashable {
    /// Nothing, under every mode.
    case open
    /// Any credential that the server knows.
    case credential
    /// A principal with a scope.
    case scope(Scope)
    /// A principal with a scope that may see the dataset of the path's `{name}`.
    case dataset(Scope)
    /// A principal that may run replays; under `token` a token of any session.
    case replay
    /// Nothing, where the request presents nothing: each session of the body is judged by itself.
    case sessions
    /// A token of the path's session with the role, or its owner.
    case session(AccessRole)
    /// The driver token of the path's session, its owner, or a principal that manages sessions.
    case sessionEnd
}

/// What a caller may do with a session, and as whom.
struct SessionRights: Sendable {
    /// What the caller may do.
    let role: AccessRole
    /// Whose the caller's annotations are; nil for the driver.
    var author: String? { granted?.author }
    /// The token that was given out for the caller; nil for one of the session's two, and for its owner.
    let granted: GrantedToken?

    /// Takes the rights of a caller without a granted token.
    init(role: AccessRole) {
        self.role = role
        granted = nil
    }

    /// Takes the rights of a granted token.
    init(of granted: GrantedToken) {
        role = granted.role
        self.granted = granted
    }
}
