import ChartEngine

/// Counts the work of a batch in a session while it is applied, and refuses one that is too much.
///
/// A few events are within the limit in every session that was accepted, and cost no more here than a comparison.
struct BatchWork {
    /// So many events at once are never looked at, nor as many actions.
    private static let freeEvents = 64

    /// The most work, in readings; `nil` for a batch that was accepted before.
    private let limit: Int?
    /// How many actions have ended.
    private var actions = 0
    /// What one action may cost; looked up when it is needed.
    private var actionWork: Int?

    /// Holds a batch to what each of its events may cost.
    ///
    /// - Parameters:
    ///   - count: How many events it has.
    ///   - index: The surface.
    ///   - session: The session.
    ///   - limit: The most work.
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

    /// Counts an action that other surfaces take part in.
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
