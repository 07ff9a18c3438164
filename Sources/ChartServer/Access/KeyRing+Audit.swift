package import ChartStores
import Foundation
package import Logging

extension KeyRing {
    /// Reads the keys of a server, whose audit log hears of later changes.
    ///
    /// - Parameters:
    ///   - store: The store, which the command line may change meanwhile.
    ///   - settings: The configuration.
    ///   - logger: The server's log.
    ///   - output: Where the audit log goes.
    /// - Returns: The keys.
    /// - Throws: `APIKeyStoreError` when they cannot be read.
    package static func ofServer(
        _ store: any APIKeyStore, settings: Settings, logger: Logger, output: LineQueue
    ) throws(APIKeyStoreError) -> KeyRing {
        let log = AuditLog(isOn: settings.isAudited, output: output)
        let audit = KeyAudit { log.keep($0) }
        return try KeyRing(store: store, logger: logger, maxAge: settings.database?.keysMaxAge) { change in
            for key in change.added { audit.noteAdded(key) }
            for key in change.revoked { audit.noteRevoked(key) }
        }
    }
}

/// Writes changes of API keys into the audit log: those that a server notices, and those that the command line makes.
package struct KeyAudit: Sendable {
    private let write: @Sendable (AuditRecord) -> Void

    fileprivate init(write: @escaping @Sendable (AuditRecord) -> Void) {
        self.write = write
    }

    /// Writes those of a command to standard error at once; an error is dropped, because there is no other place to tell
    /// it.
    package static let ofCommand = KeyAudit { record in
        try? FileHandle.standardError.write(contentsOf: Data(AuditLog.line(of: record)))
    }

    /// A key was added.
    package func noteAdded(_ key: APIKey) {
        write(AuditRecord(action: .keyAdd, target: key.subject, outcome: .done))
    }

    /// A key was revoked, or is gone from the store.
    package func noteRevoked(_ key: APIKey) {
        write(AuditRecord(action: .keyRevoke, target: key.subject, outcome: .done))
    }
}
