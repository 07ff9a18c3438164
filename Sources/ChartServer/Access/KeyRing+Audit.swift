package import ChartSessions
package import Logging

extension KeyRing {
    /// Reads the keys of a server, whose audit log hears of later changes.
    ///
    /// - Parameters:
    ///   - store: The store, which the command line may change meanwhile.
    ///   - settings: The configuration.
    ///   - logger: The server's log.
    /// - Returns: The keys.
    /// - Throws: `APIKeyStoreError` when they cannot be read.
    package static func ofServer(
        _ store: any APIKeyStore, settings: Settings, logger: Logger
    ) throws(APIKeyStoreError) -> KeyRing {
        let audit = KeyAudit(isOn: settings.isAudited)
        return try KeyRing(store: store, logger: logger, maxAge: settings.database?.keysMaxAge) { change in
            for key in change.added { audit.noteAdded(key) }
            for key in change.revoked { audit.noteRevoked(key) }
        }
    }
}

/// Writes changes of API keys into the audit log: those that a server notices, and those that the command line makes.
package struct KeyAudit: Sendable {
    private let log: AuditLog

    /// Creates the audit.
    ///
    /// - Parameter isOn: Whether the audit log is written.
    package init(isOn: Bool) {
        log = AuditLog(isOn: isOn)
    }

    /// A key was added.
    package func noteAdded(_ key: APIKey) {
        log.record(AuditRecord(action: .keyAdd, target: key.subject, outcome: .done))
    }

    /// A key was revoked, or is gone from the store.
    package func noteRevoked(_ key: APIKey) {
        log.record(AuditRecord(action: .keyRevoke, target: key.subject, outcome: .done))
    }
}
