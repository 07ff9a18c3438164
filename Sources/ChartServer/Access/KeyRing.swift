package import ChartSeries
package import ChartStores
package import Logging
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
