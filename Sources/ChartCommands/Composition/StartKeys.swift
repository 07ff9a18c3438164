import ChartServer
import ChartSessions
import ChartStorage
import Logging

/// The keys of a starting server: its own, and those of the issuer of JWTs.
enum StartKeys {
    /// Opens the API keys beside the sessions; nil where the configuration knows none.
    ///
    /// - Throws: `ConfigurationError` for keys that cannot be read.
    static func open(settings: Settings, logger: Logger) throws(ConfigurationError) -> KeyRing? {
        guard settings.authMode == .keys else { return nil }
        do throws(APIKeyStoreError) {
            let store = try SQLiteAPIKeyStore(dataDirectory: settings.dataDirectory)
            if settings.jwt == nil, try store.keys().isEmpty {
                logger.warning("no API key exists, so no call has a credential: chart-surface keys add makes one")
            }
            return try KeyRing.ofServer(store, settings: settings, logger: logger)
        } catch {
            throw ConfigurationError("the API keys of auth.mode keys cannot be used: \(error)")
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
