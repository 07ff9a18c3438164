import ChartPostgres
import ChartServer
import ChartSessions
import ChartStorage
import ChartStores
import Foundation
import Logging

/// The store of sessions that the configuration names.
enum StartStore {
    /// What the nodes of a cluster share.
    struct Shared {
        /// The sessions.
        let sessions: any SessionStore
        /// The catalog of datasets, and their segments in the database.
        let datasets: any CatalogStore & SegmentStore

        /// Closes their connections, and waits for those that are being opened.
        let close: @Sendable () async -> Void
    }

    /// Opens what the nodes of a cluster share; nil for a server of its own.
    ///
    /// - Throws: ``StartFailure`` for a database that cannot be used.
    static func openShared(settings: Settings, logger: Logger) async throws -> Shared? {
        guard let database = settings.database else { return nil }
        return try await open(database, durability: settings.durability, logger: logger)
    }

    /// Opens the store of a server of its own; that of SQLite is in a data directory that exists and is locked.
    ///
    /// - Throws: `SessionStoreError` for a store that cannot be used.
    static func open(settings: Settings, logger: Logger) throws -> any SessionStore {
        switch settings.storeKind {
        case .memory: return MemorySessionStore()
        case .sqlite:
            return try SQLiteSessionStore(
                path: path(of: settings), durability: settings.durability, logger: logger)
        case .postgres:
            preconditionFailure("the sessions of a cluster are shared")
        }
    }

    /// The path of the sessions of a server of its own.
    static func path(of settings: Settings) -> String {
        URL(fileURLWithPath: settings.dataDirectory, isDirectory: true).appendingPathComponent("sessions.sqlite").path
    }

    /// Opens a database; it waits for one that cannot be reached, as long as it may.
    private static func open(
        _ database: DatabaseSettings, durability: StoreDurability, logger: Logger
    ) async throws -> Shared {
        let deadline = ContinuousClock.now + .milliseconds(database.wait ?? 0)
        while true {
            do throws(PostgresError) {
                let settings = try PostgresSettings(url: database.url, passwordFile: database.passwordFile)
                let store = try PostgresSessionStore(settings: settings, durability: durability, logger: logger)
                let catalog = store.makeCatalogStore()
                return Shared(sessions: store, datasets: catalog) {
                    await catalog.close()
                    await store.close()
                }
            } catch {
                guard error.isTemporary, ContinuousClock.now < deadline else { throw StartFailure(error) }
                logger.notice("waiting for the database", metadata: ["error": "\(error)"])
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
