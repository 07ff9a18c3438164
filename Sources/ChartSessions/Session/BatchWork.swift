import ChartEngine

/// Counts the work of a batch, and throws for one above the limit.
///
/// A few events are always within the limit, and cost one comparison here.
struct BatchWork {
    /// The number of events, or of actions, that need no check.
    private static let freeEvents = 64

    /// The limit in readings; `nil` for a batch that was accepted before.
    private let limit: Int?
    /// The number of finished actions.
    private var actions = 0
    /// The most work of one action, computed on demand.
    private var actionWork: Int?

    /// Checks the work of a batch's events.
    ///
    /// - Parameters:
    ///   - count: The number of events.
    ///   - index: The surface.
    ///   - session: The session.
    ///   - limit: The maximum work.
    /// - Throws: ``SessionError/tooMuchWork(mostEvents:)``.
    init(
        ofEvents count: Int, onSurface index: Int, in session: borrowing Session, limit: Int?
    ) throws(SessionError) {
        self.limit = limit
        guard count > Self.freeEvents, let limit else { return }
        let work = session.gestureWork(ofSurface: index)
        guard work <= limit / count else {
            throw .tooMuchWork(mostEvents: max(Self.freeEvents, limit / work))
        }
    }

    /// Counts an action that other surfaces follow.
    ///
    /// - Throws: ``SessionError/tooMuchWork(mostEvents:)``.
    mutating func countAction(in session: borrowing Session) throws(SessionError) {
        actions += 1
        guard actions > Self.freeEvents, let limit else { return }
        let work = actionWork ?? session.eventWork
        actionWork = work
        guard work <= limit / actions else { throw .tooMuchWork(mostEvents: max(Self.freeEvents, limit / work)) }
    }
}
