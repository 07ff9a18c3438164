import ChartPostgres
import ChartServer
import ChartStorage
import ChartStores
import Foundation
import Logging
import Tracing

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
            return try KeyRing.ofServer(
                try store(of: settings, logger: logger), settings: settings, logger: logger, output: output)
        } catch let error as APIKeyStoreError {
            throw ConfigurationError("the API keys of auth.mode keys cannot be used: \(error)")
        }
    }

    /// The key that a server makes that has none, and no issuer; nil for another server.
    ///
    /// - Parameters:
    ///   - ring: The keys; nil for a server without.
    ///   - settings: The settings.
    ///   - hasEarlierData: Whether an earlier run has left data.
    /// - Returns: The key.
    static func first(in ring: KeyRing?, settings: Settings, hasEarlierData: Bool) -> FirstKey? {
        guard let ring, settings.jwt == nil, ring.isEmpty else { return nil }
        return FirstKey(ring: ring, replacesTokens: hasEarlierData && !settings.isAuthModeGiven)
    }

    /// Whether an earlier run has left data; asked before this one writes any.
    ///
    /// - Returns: Whether it has; false where the configuration says what is asked of callers.
    /// - Throws: The error of a database that cannot be read.
    static func findsEarlierData(settings: Settings, shared: StartStore.Shared?) async throws -> Bool {
        guard settings.authMode == .keys, !settings.isAuthModeGiven else { return false }
        if let shared {
            if try await !shared.datasets.datasets().isEmpty { return true }
            return try await shared.sessions.counts().live > 0
        }
        let sessions = StartStore.path(of: settings)
        let datasets = try? DatasetDirectory.summaries(dataDirectory: settings.dataDirectory)
        return FileManager.default.fileExists(atPath: sessions) || datasets?.isEmpty == false
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
        settings: Settings, tracer: any Tracer, logger: Logger, clock: SessionClock
    ) async throws(ConfigurationError) -> JWTKeySource? {
        guard let jwt = settings.jwt else { return nil }
        let fetch = try KeySetFetch(trustRoots: jwt.trustRoots, tracer: tracer)
        return try await JWTKeySource.make(jwt, fetch: { try await fetch($0) }, logger: logger, now: clock.now)
    }
}
