import ChartServer
import ChartSessions
import ChartStorage
import Foundation
import Logging

/// The store of sessions that the configuration names.
enum StartStore {
    /// Opens the store in a data directory that exists and is locked.
    ///
    /// - Throws: `SessionStoreError` for a database that cannot be used.
    static func open(settings: Settings, logger: Logger) throws(SessionStoreError) -> any SessionStore {
        switch settings.storeKind {
        case .memory: return MemorySessionStore()
        case .sqlite:
            let folder = URL(fileURLWithPath: settings.dataDirectory, isDirectory: true)
            return try SQLiteSessionStore(
                path: folder.appendingPathComponent("sessions.sqlite").path, durability: settings.durability,
                logger: logger)
        }
    }
}
