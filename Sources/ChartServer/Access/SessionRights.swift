import ChartStores

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
