import ChartEngine

/// Counts the work of a batch, and throws for one above the limit.
///
/// A few events are always within the limit, and cost one comparison here.
struct BatchWork {
    /// The number of events, or of actions, that need no check.
    private static let freeEvents = 64
    /// The number of gestures that need no check: a tap, and one that waited for a second one.
    private static let freeGestures = 2
    /// The most effort of all searches of a batch, in values read: 128 marquees over very many rows.
    private static let searchEffort = 536_870_912

    /// The limit in readings; `nil` for a batch that was accepted before.
    private let limit: Int?
    /// The number of finished actions.
    private var actions = 0
    /// The most work of one action, computed on demand.
    private var actionWork: Int?

    /// Checks the work of a batch's events, and of the searches that its gestures may ask for.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - index: The surface.
    ///   - session: The session.
    ///   - limit: The maximum work.
    /// - Throws: ``SessionError/tooMuchWork(mostEvents:)``.
    init(
        of batch: Batch, onSurface index: Int, in session: borrowing Session, limit: Int?
    ) throws(SessionError) {
        self.limit = limit
        guard let limit else { return }
        if batch.mostGestures > Self.freeGestures {
            let effort = session.searchEffort(ofSurface: index)
            guard effort <= Self.searchEffort / batch.mostGestures else {
                throw .tooMuchWork(mostEvents: max(1, Self.searchEffort / effort - 1))
            }
        }
        let count = batch.events.count
        guard count > Self.freeEvents else { return }
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
