import ChartPostgres
import ChartServer
import ChartSessions
import ChartStorage
import Logging

/// The keys of a starting server: its own, and those of the issuer of JWTs.
enum StartKeys {
    /// Opens the API keys beside the sessions; nil where the configuration knows none.
    ///
    /// - Parameters:
    ///   - settings: The configuration.
    ///   - logger: The server's log.
    ///   - output: Where the audit log goes.
    /// - Returns: The keys.
    /// - Throws: `ConfigurationError` for keys that cannot be read, ``StartFailure`` for a database that cannot be used.
    static func open(settings: Settings, logger: Logger, output: LineQueue) throws -> KeyRing? {
        guard settings.authMode == .keys else { return nil }
        do {
            let store = try store(of: settings, logger: logger)
            if settings.jwt == nil, try store.keys().isEmpty {
                logger.warning("no API key exists, so no call has a credential: chart-surface keys add makes one")
            }
            return try KeyRing.ofServer(store, settings: settings, logger: logger, output: output)
        } catch let error as APIKeyStoreError {
            throw ConfigurationError("the API keys of auth.mode keys cannot be used: \(error)")
        }
    }

    /// Opens the store of API keys: a file of the data directory, or the database that the servers share.
    ///
    /// - Throws: `APIKeyStoreError` for a file that cannot be used, ``StartFailure`` for such a database.
    static func store(of settings: Settings, logger: Logger) throws -> any APIKeyStore {
        guard let database = settings.database else {
            return try SQLiteAPIKeyStore(dataDirectory: settings.dataDirectory)
        }
        return try store(in: database, logger: logger)
    }

    private static func store(in database: DatabaseSettings, logger: Logger) throws(StartFailure) -> any APIKeyStore {
        do throws(PostgresError) {
            return try PostgresAPIKeyStore(
                settings: PostgresSettings(url: database.url, passwordFile: database.passwordFile), logger: logger)
        } catch {
            throw StartFailure(error)
        }
    }

    /// Opens the keys of the issuer that the configuration trusts; nil for none.
    ///
    /// - Throws: `ConfigurationError` for a file or certificates that cannot be used.
    static func issuer(
        settings: Settings, logger: Logger, clock: SessionClock
    ) async throws(ConfigurationError) -> JWTKeySource? {
        guard let jwt = settings.jwt else { return nil }
        let fetch = try KeySetFetch(trustRoots: jwt.trustRoots)
        return try await JWTKeySource.make(jwt, fetch: { try await fetch($0) }, logger: logger, now: clock.now)
    }
}
