package import ChartSeries

/// Who calls, once a credential has been verified, and what it may do.
///
/// An object, because each request of the same caller hands it on.
package final class Principal: Sendable {
    /// The name in logs, quotas and lists of sessions: the public part of an API key, such as `csk_3f1c0a9b7d5e`, or the
    /// `sub` of a JWT, which never begins with `csk_`.
    package let subject: ExactName
    /// What it may do.
    package let scopes: Set<Scope>
    /// The datasets that exist for it.
    package let datasets: DatasetPatterns

    /// Takes what a credential says.
    package init(subject: ExactName, scopes: Set<Scope>, datasets: DatasetPatterns) {
        self.subject = subject
        self.scopes = scopes
        self.datasets = datasets
    }

    /// Whom its sessions belong to.
    package var owner: SessionOwner { SessionOwner(subject: subject, datasets: datasets) }
}

extension Principal: Hashable {
    /// Whether two principals are the same, or equal in all that they may do.
    package static func == (one: Principal, other: Principal) -> Bool {
        one === other
            || (one.subject == other.subject && one.scopes == other.scopes && one.datasets == other.datasets)
    }

    /// Hashes the subject, which seldom stands for two principals.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(subject)
    }
}

/// The principal that has opened a session, as the session remembers it.
package struct SessionOwner: Sendable, Hashable {
    /// The principal's name; see ``Principal/subject``.
    package let subject: ExactName
    /// The datasets that the session may show.
    package let datasets: DatasetPatterns

    /// Takes what is remembered.
    package init(subject: ExactName, datasets: DatasetPatterns) {
        self.subject = subject
        self.datasets = datasets
    }

    /// Takes what a store remembers.
    package init(subjectText: String, datasets: DatasetPatterns) {
        self.init(subject: ExactName(subjectText), datasets: datasets)
    }

    /// The subject as a store remembers it.
    package var subjectText: String { subject.text }
}
