/// Observes a registry's changes, mostly within the lock of a session, so it must be fast.
package struct SessionObserver: Sendable {
    /// Called with a new revision, before its commit.
    package var revised: @Sendable (ChangeOperation.Kind) -> Void
    /// Called after a commit, with the time since the change was enqueued.
    package var committed: @Sendable (Duration) -> Void
    /// Called when another process has overtaken a change or an answer, with what follows.
    package var overtaken: @Sendable (Conflict) -> Void
    /// Called after revisions of another process were taken over for viewers, with the time that this took.
    package var caughtUp: @Sendable (CatchUpCause, Duration) -> Void

    /// Called when a session was loaded anew, because the store had gone back to an earlier time.
    package var wentBack: @Sendable (StepBack) -> Void

    /// A session whose last revisions the store has lost.
    package struct StepBack: Sendable, Hashable {
        /// The session.
        package let session: String
        /// The revision that was committed before.
        package let from: Int
        /// The revision that the store has.
        package let to: Int
    }

    /// Called when a session was compared with its restore.
    package var restored: @Sendable (RestoreCheck) -> Void

    /// The result of a session's comparison with its restore.
    package enum RestoreCheck: Sendable, Hashable {
        /// Both have one state.
        case same
        /// They differ, or the session cannot be restored.
        case different(session: String, reason: String)
    }

    /// What follows a conflict.
    package enum Conflict: String, Sendable, CaseIterable {
        /// The work is done again on the last revision.
        case repeated
        /// The work is given up, after many attempts.
        case refused
    }

    /// Creates an observer.
    package init(
        revised: @escaping @Sendable (ChangeOperation.Kind) -> Void = { _ in },
        committed: @escaping @Sendable (Duration) -> Void = { _ in },
        overtaken: @escaping @Sendable (Conflict) -> Void = { _ in },
        caughtUp: @escaping @Sendable (CatchUpCause, Duration) -> Void = { _, _ in },
        restored: @escaping @Sendable (RestoreCheck) -> Void = { _ in },
        wentBack: @escaping @Sendable (StepBack) -> Void = { _ in }
    ) {
        self.revised = revised
        self.committed = committed
        self.overtaken = overtaken
        self.caughtUp = caughtUp
        self.restored = restored
        self.wentBack = wentBack
    }
}

/// What told a registry of revisions of another process.
package enum CatchUpCause: String, Sendable, CaseIterable {
    /// A hint of the store.
    case hint
    /// The question to the store once a second, so that no hint came, or none in time.
    case poll
}
