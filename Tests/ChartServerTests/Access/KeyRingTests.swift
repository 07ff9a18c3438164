import ChartSeries
import ChartStorage
import ChartStores
import Logging
import ServiceLifecycle
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartServer
@testable import ServerTestSupport

struct KeyRingTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static func make(expiresAt: Int64? = nil) -> (key: APIKey, text: String) {
        APIKey.make(
            name: "n", scopes: [.readDatasets], datasets: DatasetPatterns(["a*"]), createdAt: 0, expiresAt: expiresAt)
    }

    @Test func `a key gives its principal, until its last millisecond`() throws {
        let store = MemoryAPIKeyStore()
        let (key, text) = Self.make(expiresAt: 10)
        try store.add(key)
        let ring = try KeyRing(store: store, logger: Self.quiet)
        #expect(ring.principal(ofKey: text, now: 9) == .success(key.principal))
        #expect(ring.principal(ofKey: text, now: 10) == .failure(.expired))
        #expect(
            ring.isUsable(subject: ExactName(key.subject), now: 9)
                && !ring.isUsable(subject: ExactName(key.subject), now: 10))
    }

    @Test func `a malformed text, an unknown id and a wrong secret are refused alike`() throws {
        let store = MemoryAPIKeyStore()
        let (key, text) = Self.make(expiresAt: 10)
        try store.add(key)
        let ring = try KeyRing(store: store, logger: Self.quiet)
        let other = Self.make().text
        let wrongSecret = String(text.dropLast()) + (text.hasSuffix("0") ? "1" : "0")
        for refused in [
            "", "csk_", key.subject, other, wrongSecret, text + "0", String(repeating: "a", count: 100_000),
        ] {
            #expect(ring.principal(ofKey: refused, now: 1) == .failure(.unknown))
            #expect(ring.principal(ofKey: refused, now: 11) == .failure(.unknown))
        }
    }

    @Test func `a stored hash of another length matches no text`() throws {
        let store = MemoryAPIKeyStore()
        let (key, text) = Self.make()
        try store.add(
            APIKey(
                id: key.id, name: "", hash: Array(key.hash.dropLast()), scopes: [], datasets: .all, createdAt: 0,
                expiresAt: nil))
        let ring = try KeyRing(store: store, logger: Self.quiet)
        #expect(ring.principal(ofKey: text, now: 1) == .failure(.unknown))
    }

    @Test func `a revoked key is refused as such after the next look, and only to its holder`() throws {
        let store = MemoryAPIKeyStore()
        let (key, text) = Self.make()
        try store.add(key)
        let ring = try KeyRing(store: store, logger: Self.quiet)
        let revoked = try #require(try store.revoke(key.id, at: 5))
        #expect(ring.principal(ofKey: text, now: 6) == .success(key.principal))
        ring.refresh()
        #expect(ring.principal(ofKey: text, now: 6) == .failure(.revoked))
        #expect(!ring.isUsable(subject: ExactName(revoked.subject), now: 6))
    }

    @Test func `a subject that is not of a key stays usable, an unknown key is not`() throws {
        let ring = try KeyRing(store: MemoryAPIKeyStore(), logger: Self.quiet)
        #expect(ring.isUsable(subject: "anna", now: 0))
        #expect(!ring.isUsable(subject: "csk_000000000000", now: 0))
    }

    @Test func `added and revoked keys are reported once, in their order`() throws {
        let store = MemoryAPIKeyStore()
        let (first, second, third) = (Self.make().key, Self.make().key, Self.make().key)
        try store.add(first)
        let changes = Mutex<[KeyRing.Change]>([])
        let ring = try KeyRing(store: store, logger: Self.quiet) { change in changes.withLock { $0.append(change) } }
        ring.refresh()
        try store.add(second)
        try store.add(third)
        let revoked = try #require(try store.revoke(first.id, at: 1))
        ring.refresh()
        ring.refresh()
        #expect(changes.withLock { $0 } == [.init(added: [second, third], revoked: [revoked])])
    }

    @Test func `while the store cannot be read the last keys count, and the log says so once`() throws {
        let store = FaultyKeyStore()
        let (key, text) = Self.make()
        try store.sound.add(key)
        let log = LogLines()
        let ring = try KeyRing(store: store, logger: log.logger)
        store.isFaulty.store(true, ordering: .relaxed)
        for _ in 0..<3 { ring.refresh() }
        #expect(ring.principal(ofKey: text, now: 0) == .success(key.principal))
        #expect(log.levels == [.error])
        let (second, secondText) = Self.make()
        try store.sound.add(second)
        store.isFaulty.store(false, ordering: .relaxed)
        ring.refresh()
        #expect(ring.principal(ofKey: secondText, now: 0) == .success(second.principal))
        #expect(log.levels == [.error, .notice])
        store.isFaulty.store(true, ordering: .relaxed)
        ring.refresh()
        #expect(log.levels == [.error, .notice, .error])
    }

    @Test func `a key that the store has not confirmed for too long is refused as such until it does`() throws {
        let (store, clock) = (FaultyKeyStore(), ManualClock())
        let (key, text) = Self.make()
        try store.sound.add(key)
        let ring = try KeyRing(
            store: store, logger: Self.quiet, maxAge: 60_000, clock: SessionClock { clock.now })
        clock.advance(byMilliseconds: 50_000)
        ring.refresh()
        store.isFaulty.store(true, ordering: .relaxed)
        clock.advance(byMilliseconds: 60_000)
        ring.refresh()
        #expect(ring.principal(ofKey: text, now: 0) == .success(key.principal))
        #expect(ring.isUsable(subject: ExactName(key.subject), now: 0))
        clock.advance(byMilliseconds: 1)
        #expect(ring.principal(ofKey: text, now: 0) == .failure(.unconfirmed))
        #expect(ring.principal(ofKey: Self.make().text, now: 0) == .failure(.unknown))
        #expect(!ring.isUsable(subject: ExactName(key.subject), now: 0) && ring.isUsable(subject: "anna", now: 0))
        store.isFaulty.store(false, ordering: .relaxed)
        ring.refresh()
        #expect(ring.principal(ofKey: text, now: 0) == .success(key.principal))
    }

    @Test func `a key of another opening of the store counts, and so does its end`() async throws {
        let directory = try TemporaryDirectory()
        let ring = try KeyRing(store: try SQLiteAPIKeyStore(dataDirectory: directory.path), logger: Self.quiet)
        let other = try SQLiteAPIKeyStore(dataDirectory: directory.path)
        let (key, text) = Self.make()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await KeyRingWatcher(ring: ring).run() }
            try other.add(key)
            try await eventually { ring.principal(ofKey: text, now: 0) == .success(key.principal) }
            _ = try other.revoke(key.id, at: 1)
            try await eventually { ring.principal(ofKey: text, now: 2) == .failure(.revoked) }
            group.cancelAll()
        }
    }

    @Test func `the watcher asks four times a second, so that a change counts within one`() throws {
        let ring = try KeyRing(store: MemoryAPIKeyStore(), logger: Self.quiet)
        #expect(KeyRingWatcher(ring: ring).interval == .milliseconds(250))
    }
}

/// A store of keys that can be made to fail.
private final class FaultyKeyStore: APIKeyStore {
    let sound = MemoryAPIKeyStore()
    let isFaulty = Atomic(false)

    func keys() throws(APIKeyStoreError) -> [APIKey] {
        try check()
        return try sound.keys()
    }

    func add(_ key: APIKey) throws(APIKeyStoreError) { try sound.add(key) }

    func addFirst(_ key: APIKey) throws(APIKeyStoreError) -> Bool {
        try check()
        return try sound.addFirst(key)
    }

    func revoke(_ id: String, at time: Int64) throws(APIKeyStoreError) -> APIKey? { try sound.revoke(id, at: time) }

    func changeNumber() throws(APIKeyStoreError) -> Int64 {
        try check()
        return try sound.changeNumber()
    }

    private func check() throws(APIKeyStoreError) {
        if isFaulty.load(ordering: .relaxed) { throw APIKeyStoreError("the disk is away") }
    }
}
