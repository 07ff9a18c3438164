import ChartDatasets
import ChartStores

/// The dependencies that all sessions of a registry share.
final class SessionDependencies: Sendable {
    let catalog: any DatasetCatalog
    let store: any SessionStore
    let format: any SessionFormat
    let clock: SessionClock
    /// The sessions with viewers.
    let watched: WatchedSessions
    /// The milliseconds after which a silent driver with touches down is cancelled.
    let gestureTimeout: Double
    /// Whether an answer waits for the commit of its change.
    let waitsForCommits: Bool
    /// Whether the store keeps the log before a snapshot.
    let keepsHistory: Bool
    /// The longest time of a read of the store, in milliseconds.
    let storePatience: Double
    /// The scheduling of the registry's own tasks.
    let scheduling: SessionScheduling
    /// Lets a few viewers at a time find their place in a log.
    let turns = LogTurns()
    /// The observer of changes.
    let observer: SessionObserver

    init(
        catalog: any DatasetCatalog, store: any SessionStore, format: any SessionFormat, clock: SessionClock,
        watched: WatchedSessions, gestureTimeout: Double, waitsForCommits: Bool, keepsHistory: Bool,
        storePatience: Double, scheduling: SessionScheduling, observer: SessionObserver
    ) {
        self.catalog = catalog
        self.store = store
        self.format = format
        self.clock = clock
        self.watched = watched
        self.gestureTimeout = gestureTimeout
        self.waitsForCommits = waitsForCommits
        self.keepsHistory = keepsHistory
        self.storePatience = storePatience
        self.scheduling = scheduling
        self.observer = observer
    }

    /// Replays lines of a log, and fetches the rows that they have read and that this process lacks.
    ///
    /// - Throws: ``SessionError/damaged(_:)`` for a log that cannot be replayed, ``SessionError/dataset(_:_:)`` where the
    ///   rows cannot be fetched now.
    func replaying<Value>(
        _ replay: () throws(SessionReplayError) -> Value
    ) async throws(SessionError) -> Value {
        var fetched: DatasetLookup?
        while true {
            do throws(SessionReplayError) {
                return try replay()
            } catch {
                guard let missing = error.missing, missing != fetched else { throw .damaged(error.description) }
                fetched = missing
                guard try await isProvided(missing) else { throw .damaged(error.description) }
            }
        }
    }

    private func isProvided(_ missing: DatasetLookup) async throws(SessionError) -> Bool {
        do throws(DatasetRefusal) {
            return try await catalog.provide(missing)
        } catch {
            guard case .store(let reason) = error.reason else { return false }
            throw .dataset(missing.name, reason)
        }
    }

    /// The store, with a time limit for reads.
    var reads: TimeLimitedStore {
        TimeLimitedStore(store: store, patience: storePatience, scheduling: scheduling)
    }
}
