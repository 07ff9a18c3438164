/// Who calls, once a credential has been verified, and what it may do.
///
/// An object, because each request of the same caller hands it on.
public final class Principal: Sendable {
    /// The name in logs, quotas and lists of sessions: the public part of an API key, such as `csk_3f1c0a9b7d5e`, or the
    /// `sub` of a JWT, which never begins with `csk_`.
    public let subject: String
    /// What it may do.
    public let scopes: Set<Scope>
    /// The datasets that exist for it.
    public let datasets: DatasetPatterns

    /// Takes what a credential says.
    public init(subject: String, scopes: Set<Scope>, datasets: DatasetPatterns) {
        self.subject = subject
        self.scopes = scopes
        self.datasets = datasets
    }

    /// Whom its sessions belong to.
    public var owner: SessionOwner { SessionOwner(subject: subject, datasets: datasets) }
}

extension Principal: Hashable {
    /// Whether two principals are the same, or equal in all that they may do.
    public static func == (one: Principal, other: Principal) -> Bool {
        one === other
            || (one.subject == other.subject && one.scopes == other.scopes && one.datasets == other.datasets)
    }

    /// Hashes the subject, which seldom stands for two principals.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(subject)
    }
}

/// The principal that has opened a session, as the session remembers it.
public struct SessionOwner: Sendable, Hashable {
    /// The principal's name; see ``Principal/subject``.
    public let subject: String
    /// The datasets that the session may show.
    public let datasets: DatasetPatterns

    /// Takes what is remembered.
    public init(subject: String, datasets: DatasetPatterns) {
        self.subject = subject
        self.datasets = datasets
    }
}
