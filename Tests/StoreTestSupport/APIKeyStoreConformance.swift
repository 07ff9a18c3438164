package import ChartStores
import Dispatch
import Synchronization

/// The tests that every store of API keys must pass.
///
/// A check throws ``SessionStoreNonconformance`` if the store fails it.
package struct APIKeyStoreConformance: Sendable {
    /// The checks of the suite.
    package enum Check: String, CaseIterable, Sendable {
        /// A new store has no keys.
        case empty
        /// The store returns keys unchanged, in the order of their making.
        case added
        /// A second key with the same id is refused, and changes nothing.
        case repeated
        /// A first key is added once, to a store that has no key, and of many at once one.
        case first
        /// A revoked key keeps its first time, and an unknown one is none.
        case revoked
        /// The number of changes differs after each change, and after no other call.
        case changes
        /// Another opening of the store sees each change.
        case shared
    }

    private let makeStores: @Sendable () throws -> (any APIKeyStore, any APIKeyStore)

    /// Creates the tests of a kind of store.
    ///
    /// - Parameter makeStores: Opens a store without keys twice; a store in memory is returned twice.
    package init(_ makeStores: @escaping @Sendable () throws -> (any APIKeyStore, any APIKeyStore)) {
        self.makeStores = makeStores
    }

    /// Runs one check on a new store.
    ///
    /// - Parameter check: The check to run.
    /// - Throws: ``SessionStoreNonconformance``, or what the store throws.
    package func run(_ check: Check) throws {
        let (store, other) = try makeStores()
        switch check {
        case .empty: try expect(try store.keys(), [], "keys of a new store")
        case .added: try checkAdded(store)
        case .repeated: try checkRepeated(store)
        case .first: try checkFirst(store, other)
        case .revoked: try checkRevoked(store)
        case .changes: try checkChanges(store)
        case .shared: try checkShared(store, other)
        }
    }

    /// A key with an id.
    package static func key(_ id: String, expiresAt: Int64? = nil) -> APIKey {
        APIKey(
            id: id, name: "key \"\(id)\", ü", hash: (0..<32).map { UInt8($0) }, scopes: [.readMetrics, .readDatasets],
            datasets: DatasetPatterns(["sales-*", "b"]), createdAt: 1_700_000_000_000, expiresAt: expiresAt)
    }

    private func checkAdded(_ store: any APIKeyStore) throws {
        let nothing = APIKey(
            id: "000000000000", name: "", hash: [], scopes: [], datasets: .none, createdAt: .min, expiresAt: .max,
            revokedAt: 0)
        let keys = [Self.key("ffffffffffff", expiresAt: 5), Self.key("aaaaaaaaaaaa"), nothing]
        for key in keys { try store.add(key) }
        try expect(try store.keys(), keys, "added keys")
    }

    private func checkRepeated(_ store: any APIKeyStore) throws {
        try store.add(Self.key("aaaaaaaaaaaa"))
        let number = try store.changeNumber()
        var isRefused = false
        do { try store.add(Self.key("aaaaaaaaaaaa", expiresAt: 1)) } catch { isRefused = true }
        try expect(isRefused, true, "refusal of a second key with the id")
        try expect(try store.keys(), [Self.key("aaaaaaaaaaaa")], "keys after the refusal")
        try expect(try store.changeNumber(), number, "number after the refusal")
    }

    private func checkFirst(_ store: any APIKeyStore, _ other: any APIKeyStore) throws {
        let number = try other.changeNumber()
        let added = Mutex<[Result<String?, any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            let key = Self.key("\(index)00000000000")
            let made = Result { try (index.isMultiple(of: 2) ? store : other).addFirst(key) ? key.id : nil }
            added.withLock { $0.append(made) }
        }
        let ids = try added.withLock { $0 }.compactMap { try $0.get() }
        try expect(ids.count, 1, "first keys of eight calls at once")
        try expect(try store.keys(), ids.map { Self.key($0) }, "keys")
        try expect(try other.changeNumber() != number, true, "another number after a first key")
        _ = try store.revoke(ids[0], at: 1)
        try expect(try other.addFirst(Self.key("aaaaaaaaaaaa")), false, "a first key beside a revoked one")
        try expect(try other.keys().map(\.id), ids, "keys after it")
    }

    private func checkRevoked(_ store: any APIKeyStore) throws {
        try store.add(Self.key("aaaaaaaaaaaa"))
        try store.add(Self.key("bbbbbbbbbbbb"))
        var revoked = Self.key("aaaaaaaaaaaa")
        revoked.revokedAt = 7
        try expect(try store.revoke("aaaaaaaaaaaa", at: 7), revoked, "revoked key")
        try expect(try store.revoke("aaaaaaaaaaaa", at: 8), revoked, "key revoked again")
        try expect(try store.revoke("cccccccccccc", at: 8), nil, "unknown key")
        try expect(try store.keys(), [revoked, Self.key("bbbbbbbbbbbb")], "keys")
    }

    private func checkChanges(_ store: any APIKeyStore) throws {
        var numbers = [try store.changeNumber()]
        for id in ["aaaaaaaaaaaa", "bbbbbbbbbbbb"] {
            try store.add(Self.key(id))
            numbers.append(try store.changeNumber())
        }
        _ = try store.revoke("aaaaaaaaaaaa", at: 1)
        numbers.append(try store.changeNumber())
        try expect(Set(numbers).count, numbers.count, "different numbers")
        _ = try store.keys()
        _ = try store.revoke("cccccccccccc", at: 2)
        try expect(try store.changeNumber(), numbers[3], "number after no change")
    }

    private func checkShared(_ store: any APIKeyStore, _ other: any APIKeyStore) throws {
        var number = try other.changeNumber()
        try store.add(Self.key("aaaaaaaaaaaa"))
        try expect(try other.changeNumber() != number, true, "another number after a key of another opening")
        try expect(try other.keys(), [Self.key("aaaaaaaaaaaa")], "keys of the other opening")
        number = try other.changeNumber()
        let revoked = try store.revoke("aaaaaaaaaaaa", at: 1)
        try expect(try other.changeNumber() != number, true, "another number after a revocation of another opening")
        try expect(try other.keys(), [revoked].compactMap(\.self), "revoked keys of the other opening")
    }
}
