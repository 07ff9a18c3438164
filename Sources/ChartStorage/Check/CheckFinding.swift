/// A finding of a check about one part of a data directory.
package struct CheckFinding: Sendable, Equatable {
    /// The condition of a part.
    package enum Verdict: String, Sendable {
        /// It is intact.
        case sound
        /// The next start or the repair rebuilds it, cuts off an unacknowledged append, or goes on without appends that a
        /// power loss has taken.
        case mendable
        /// Acknowledged data is missing or altered.
        case damaged
    }

    /// The checked part, such as `dataset users` or `session 3f…`.
    package let subject: String
    /// Its condition.
    package let verdict: Verdict
    /// A sentence for the operator; empty for an intact part.
    package let detail: String
    /// Where the repair has moved the damaged part, below the data directory; `nil` if it has not.
    package var setAside: String?

    init(_ subject: String, _ verdict: Verdict, _ detail: String = "", setAside: String? = nil) {
        self.subject = subject
        self.verdict = verdict
        self.detail = detail
        self.setAside = setAside
    }
}
