import ChartServer
import ChartSessions
import ChartStorage
import Foundation
import Logging

#if PostgreSQL
import ChartPostgres
#endif

/// The store of sessions that the configuration names.
enum StartStore {
    /// Opens the store; that of SQLite is in a data directory that exists and is locked.
    ///
    /// - Throws: `SessionStoreError` for a store that cannot be used, ``StartFailure`` for a database that cannot.
    static func open(settings: Settings, logger: Logger) async throws -> any SessionStore {
        switch settings.storeKind {
        case .memory: return MemorySessionStore()
        case .sqlite:
            let folder = URL(fileURLWithPath: settings.dataDirectory, isDirectory: true)
            return try SQLiteSessionStore(
                path: folder.appendingPathComponent("sessions.sqlite").path, durability: settings.durability,
                logger: logger)
        case .postgres:
            guard let database = settings.database else { preconditionFailure("the kind comes with a database") }
            return try await open(database, durability: settings.durability, logger: logger)
        }
    }

    #if PostgreSQL
    /// Opens a database; it waits for one that cannot be reached, as long as it may.
    private static func open(
        _ database: DatabaseSettings, durability: StoreDurability, logger: Logger
    ) async throws -> any SessionStore {
        let deadline = ContinuousClock.now + .milliseconds(database.wait ?? 0)
        while true {
            do throws(PostgresError) {
                let settings = try PostgresSettings(url: database.url, passwordFile: database.passwordFile)
                return try PostgresSessionStore(settings: settings, durability: durability, logger: logger)
            } catch {
                guard error.isTemporary, ContinuousClock.now < deadline else { throw StartFailure(error) }
                logger.notice("waiting for the database", metadata: ["error": "\(error)"])
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
    #else
    private static func open(
        _ database: DatabaseSettings, durability: StoreDurability, logger: Logger
    ) async throws -> any SessionStore {
        throw StartFailure.withoutTrait
    }
    #endif
}
