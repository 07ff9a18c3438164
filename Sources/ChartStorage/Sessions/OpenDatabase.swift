import Synchronization

/// The current connections; the writer replaces them after some failures.
final class OpenDatabase: Sendable {
    private let database: Mutex<SessionDatabase>

    init(_ database: SessionDatabase) {
        self.database = Mutex(database)
    }

    var current: SessionDatabase { database.withLock { $0 } }

    /// Replaces the connections; the last user of the old ones closes them.
    func replace(with database: SessionDatabase) {
        self.database.withLock { $0 = database }
    }
}
