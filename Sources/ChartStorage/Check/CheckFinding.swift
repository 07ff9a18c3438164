/// What a check of a data directory says of one part of it.
public struct CheckFinding: Sendable, Equatable {
    /// What is true of the part.
    public enum Verdict: String, Sendable {
        /// It is what was written.
        case sound
        /// The next start, or the repair, makes it anew or cuts off what was never answered; nothing is lost.
        case mendable
        /// Something that was acknowledged is not there, or is not what was written.
        case damaged
    }

    /// What was looked at, such as `dataset users` or `session 3f…`.
    public let subject: String
    /// What is true of it.
    public let verdict: Verdict
    /// A sentence for the operator; empty for what is sound.
    public let detail: String
    /// Where the repair has put what was damaged, below the data directory; `nil` where it has not.
    public var setAside: String?

    init(_ subject: String, _ verdict: Verdict, _ detail: String = "", setAside: String? = nil) {
        self.subject = subject
        self.verdict = verdict
        self.detail = detail
        self.setAside = setAside
    }
}
