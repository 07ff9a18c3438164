import ChartStores

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
