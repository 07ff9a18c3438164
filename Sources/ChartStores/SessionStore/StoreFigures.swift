/// What a store has done since the process began, for metrics.
package struct StoreFigures: Sendable, Hashable {
    /// The groups of changes that it has written.
    package var groups = 0
    /// The changes in these groups.
    package var groupedChanges = 0
    /// The groups whose fate was unknown for a while, because the answer of the database was late or lost.
    package var groupsInDoubt = 0
    /// The connections to the database that it has opened.
    package var openedConnections = 0
    /// The connections that are open now.
    package var connections = 0

    /// For how many milliseconds the longest waiting of the ended sessions and dropped logs is due to be cleared.
    package var clearingBacklog = 0

    /// Creates the figures of a store that has done nothing.
    package init() {}
}
