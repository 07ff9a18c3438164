package import ChartSeries
import ChartSessions
package import ChartStores
import Dispatch
import Foundation
package import Logging
import ServiceLifecycle
import Synchronization

/// The API keys of the server, in memory.
///
/// ``KeyRingWatcher`` reads them again after each change of the store. While the store cannot be read, the last keys
/// count, for as long as the ring is told.
package final class KeyRing: Sendable {
    /// The keys that a reading of the store has changed.
    package struct Change: Sendable, Hashable {
        /// The new keys.
        package let added: [APIKey]
        /// The keys that are revoked, or gone from the store.
        package let revoked: [APIKey]
    }

    private struct Content {
        var table: KeyTable
        /// The store's number, taken before the keys were read.
        var number: Int64
        /// When the last successful look at the store began, by the clock of the ring.
        var confirmedAt: Int64
        var isFailing = false
    }

    private let store: any APIKeyStore
    private let logger: Logger
    private let maxAge: Int?
    private let clock: SessionClock
    private let onChange: @Sendable (Change) -> Void
    private let content: Mutex<Content>
    /// Held while the store is read again.
    private let reading = Mutex(())

    /// Reads the keys of a store.
    ///
    /// - Parameters:
    ///   - store: The store, which other processes may change.
    ///   - logger: Logs a store that cannot be read, once until it can be read again.
    ///   - maxAge: For how many milliseconds the keys count after a look at the store; nil for without end.
    ///   - clock: The clock that measures it.
    ///   - onChange: Hears of each later change, from the task of the watcher.
    /// - Throws: `APIKeyStoreError` when the keys cannot be read.
    package init(
        store: any APIKeyStore, logger: Logger, maxAge: Int? = nil, clock: SessionClock = .system,
        onChange: @escaping @Sendable (Change) -> Void = { _ in }
    ) throws(APIKeyStoreError) {
        self.store = store
        self.logger = logger
        (self.maxAge, self.clock) = (maxAge, clock)
        self.onChange = onChange
        let now = clock.now()
        let number = try store.changeNumber()
        content = Mutex(Content(table: KeyTable(try store.keys()), number: number, confirmedAt: now))
    }

    /// Verifies the text of a key.
    ///
    /// - Parameters:
    ///   - text: What the caller has presented.
    ///   - now: Milliseconds since 1970.
    /// - Returns: The key's principal, or why it is refused.
    /// - Complexity: O(1): one SHA-256 at most, whatever the text is.
    package func principal(ofKey text: String, now: Int64) -> Result<Principal, KeyRefusal> {
        guard let id = APIKey.id(inText: text) else { return .failure(.unknown) }
        let hash = TextHash(of: text)
        let (found, confirmedAt) = content.withLock {
            ($0.table.principal(ofKey: id, hash: hash, now: now), $0.confirmedAt)
        }
        if case .success = found, !isConfirmed(at: confirmedAt) { return .failure(.unconfirmed) }
        return found
    }

    private func isConfirmed(at time: Int64) -> Bool { maxAge.map { clock.now() - time <= Int64($0) } ?? true }

    /// Whether the key of a subject may still be used; true for a subject that is not of a key.
    ///
    /// - Parameters:
    ///   - subject: The subject of a principal, such as `csk_3f1c0a9b7d5e`.
    ///   - now: Milliseconds since 1970.
    /// - Returns: False for a key that is expired, revoked, unknown, or not confirmed by the store for too long.
    package func isUsable(subject: ExactName, now: Int64) -> Bool {
        guard ExactName.begins(subject.text, with: APIKey.prefix) else { return true }
        let id = String(Substring(subject.text.utf8.dropFirst(APIKey.prefix.utf8.count)))
        let (isUsable, confirmedAt) = content.withLock { ($0.table.isUsable(id, now: now), $0.confirmedAt) }
        return isUsable && isConfirmed(at: confirmedAt)
    }

    /// Whether there is no key, neither a revoked nor an expired one.
    package var isEmpty: Bool { content.withLock { $0.table.isEmpty } }

    /// Makes a key with all rights, unless the store has a key by now; the caller tells of it.
    ///
    /// - Returns: The text of the key, which is stored nowhere; nil where there was a key.
    /// - Throws: `APIKeyStoreError` when it cannot be stored.
    func makeFirst() throws(APIKeyStoreError) -> String? {
        let made = APIKey.make(
            name: "first", scopes: Set(Scope.allCases), datasets: .all, createdAt: clock.date(), expiresAt: nil)
        guard try store.addFirst(made.key) else { return nil }
        reading.withLock { _ in readAgain { _ in } }
        return made.text
    }

    /// Reads the keys again if the store has changed.
    func refresh() { reading.withLock { _ in readAgain(onChange) } }

    private func readAgain(_ tell: (Change) -> Void) {
        let now = clock.now()
        do throws(APIKeyStoreError) {
            let number = try store.changeNumber()
            let known = content.withLock { (number: $0.number, isFailing: $0.isFailing, table: $0.table) }
            guard number != known.number || known.isFailing else {
                content.withLock { $0.confirmedAt = now }
                return
            }
            let keys = try store.keys()
            let (change, table) = (known.table.change(to: keys), KeyTable(keys))
            content.withLock { $0 = Content(table: table, number: number, confirmedAt: now) }
            if known.isFailing { logger.notice("the API keys can be read again") }
            if !change.added.isEmpty || !change.revoked.isEmpty { tell(change) }
        } catch {
            let isNew = content.withLock { content in
                defer { content.isFailing = true }
                return !content.isFailing
            }
            if isNew {
                let end = maxAge.map { "for \($0 / 1_000) s" } ?? "until they can"
                logger.error(
                    "the API keys cannot be read; the last ones count \(end)", metadata: ["error": "\(error)"])
            }
        }
    }
}

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

/// The API keys at a time, by their ids.
struct KeyTable: Sendable {
    private struct Entry {
        let key: APIKey
        /// The SHA-256 of the text; `nil` for a malformed one, which no text has.
        let hash: TextHash?
        let principal: Principal
    }

    private let entries: [String: Entry]

    /// Takes stored keys.
    init(_ keys: [APIKey]) {
        entries = Dictionary(
            keys.map { ($0.id, Entry(key: $0, hash: TextHash(bytes: $0.hash), principal: $0.principal)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Verifies a key by its id and the hash of its text; see ``KeyRing/principal(ofKey:now:)``.
    func principal(ofKey id: String, hash: TextHash, now: Int64) -> Result<Principal, KeyRefusal> {
        guard let entry = entries[id], entry.hash == hash else { return .failure(.unknown) }
        switch entry.key.state(at: now) {
        case .active: return .success(entry.principal)
        case .expired: return .failure(.expired)
        case .revoked: return .failure(.revoked)
        }
    }

    /// Whether there is no key.
    var isEmpty: Bool { entries.isEmpty }

    /// Whether there is a key with an id that may be used.
    func isUsable(_ id: String, now: Int64) -> Bool { entries[id]?.key.state(at: now) == .active }

    /// The difference to later keys.
    ///
    /// - Parameter keys: The later keys.
    /// - Returns: The keys that were added and revoked, in the order of their making; a key that is gone counts as revoked.
    func change(to keys: [APIKey]) -> KeyRing.Change {
        let ids = Set(keys.map(\.id))
        let gone = entries.values.map(\.key).filter { $0.revokedAt == nil && !ids.contains($0.id) }
        return KeyRing.Change(
            added: keys.filter { entries[$0.id] == nil },
            revoked: keys.filter { $0.revokedAt != nil && entries[$0.id].map { $0.key.revokedAt == nil } == true }
                + gone.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) })
    }
}

/// Asks four times a second whether the store of API keys has changed, so that a change counts within a second.
package struct KeyRingWatcher: Service {
    private let ring: KeyRing
    /// The time between two questions.
    let interval: Duration
    /// Where the store is asked, since one in a database may keep its caller waiting.
    private let queue = DispatchQueue(label: "keys")

    /// Creates a watcher.
    ///
    /// - Parameters:
    ///   - ring: The keys in memory.
    ///   - interval: The time between two questions.
    package init(ring: KeyRing, interval: Duration = .milliseconds(250)) {
        self.ring = ring
        self.interval = interval
    }

    /// Watches until the server shuts down.
    package func run() async throws {
        await repeatUntilShutdown(every: interval) {
            await withCheckedContinuation { continuation in
                queue.async {
                    ring.refresh()
                    continuation.resume()
                }
            }
        }
    }
}
