import Synchronization

/// Tells a process which sessions other processes have changed in a store that they share.
///
/// A hint is never the truth. It may be lost, late or doubled, so a process also asks the store once a second. The store
/// tells the other processes of its own commits by itself.
package protocol SessionHints: Sendable {
    /// Begins to tell of a session; it takes a moment until the other processes know.
    ///
    /// A caller may hold a lock.
    func watch(_ session: String)

    /// Ends what ``watch(_:)`` has begun.
    ///
    /// A caller may hold a lock.
    func unwatch(_ session: String)

    /// Waits for hints; only one task may wait at a time.
    ///
    /// - Returns: The last revisions of watched sessions that the process was told of, `Int.max` for an ended session;
    ///   `nil` after the end of the hints, or a cancellation.
    func next() async -> [String: Int]?

    /// How often the hints were interrupted since the start.
    var interruptions: Int { get }
}

/// Keeps hints until a task takes them: the last revision of each session.
package final class HintInbox: Sendable {
    private let revisions = Mutex<[String: Int]>([:])
    private let rings: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    /// Creates an empty inbox.
    package init() {
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds hints, and wakes the waiting task.
    package func add(_ hints: [String: Int]) {
        revisions.withLock { $0.merge(hints) { max($0, $1) } }
        bell.yield()
    }

    /// Waits for hints; see ``SessionHints/next()``.
    package func next() async -> [String: Int]? {
        for await _ in rings {
            let taken = revisions.withLock { revisions in
                defer { revisions = [:] }
                return revisions
            }
            if !taken.isEmpty { return taken }
        }
        return nil
    }

    /// Ends the hints.
    package func close() { bell.finish() }
}
