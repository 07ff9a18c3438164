/// What every session of a registry works with, kept once for all of them.
final class SessionDependencies: Sendable {
    let catalog: DatasetCatalog
    let store: any SessionStore
    let format: any SessionFormat
    let clock: SessionClock
    /// The sessions that somebody watches.
    let watched: WatchedSessions
    /// After how many milliseconds a driver that is silent with touches down is cancelled.
    let gestureTimeout: Double
    /// Whether an answer waits until what it tells is committed.
    let waitsForCommits: Bool
    /// Whether the log before a snapshot is kept.
    let keepsHistory: Bool
    /// Whom changes are told.
    let observer: SessionObserver

    init(
        catalog: DatasetCatalog, store: any SessionStore, format: any SessionFormat, clock: SessionClock,
        watched: WatchedSessions, gestureTimeout: Double, waitsForCommits: Bool, keepsHistory: Bool,
        observer: SessionObserver
    ) {
        self.catalog = catalog
        self.store = store
        self.format = format
        self.clock = clock
        self.watched = watched
        self.gestureTimeout = gestureTimeout
        self.waitsForCommits = waitsForCommits
        self.keepsHistory = keepsHistory
        self.observer = observer
    }
}
