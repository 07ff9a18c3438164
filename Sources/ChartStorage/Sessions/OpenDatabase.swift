import Synchronization

/// The connections as they are now: the writer opens new ones where the old ones may be spoiled.
final class OpenDatabase: Sendable {
    private let database: Mutex<SessionDatabase>

    init(_ database: SessionDatabase) {
        self.database = Mutex(database)
    }

    var current: SessionDatabase { database.withLock { $0 } }

    /// Puts new connections in the place of the old ones, which are closed with the last who uses them.
    func replace(with database: SessionDatabase) {
        self.database.withLock { $0 = database }
    }
}
