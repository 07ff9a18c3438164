import ChartDatasets
import ChartSeries
import ChartStores
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartSessions
@testable import ChartStorage

/// Sessions that belong to principals.
struct OwnedSessionTests {
    private let time = ManualClock(milliseconds: 1_000_000)
    private let format = RememberingFormat()
    private let catalog = LocalDatasetCatalog(
        ["sales-1": SampleSession.table, "sales-2": SampleSession.table, "staff": SampleSession.table],
        damaged: ["lost": DatasetStoreError(.damaged, "x"), "sales-lost": DatasetStoreError(.damaged, "x")])
    private let ann = SessionOwner(subject: "ann", datasets: DatasetPatterns(["sales-*"]))
    private let bob = SessionOwner(subject: "bob", datasets: .all)

    /// A registry that waits long for its store: that of a file has other tests beside it.
    private func registry(
        _ limits: SessionRegistry.Limits = .init(evictAfter: 1_000, storePatience: 120_000),
        _ store: (any SessionStore)? = nil,
        mayStillRead: @escaping @Sendable (SessionOwner) -> Bool = { _ in true }
    ) -> SessionRegistry {
        SessionRegistry(
            catalog: catalog, store: store ?? MemorySessionStore(clock: time.sessionClock), format: format,
            limits: limits,
            clock: time.sessionClock, ownerMayStillRead: mayStillRead)
    }

    @discardableResult
    private func open(
        _ datasets: [String] = ["sales-1"], of owner: SessionOwner?, in registry: SessionRegistry
    ) async throws -> String {
        try await registry.create(showing: datasets, ownedBy: owner) { id, tables in
            SampleSession.session(
                zip(datasets, tables).enumerated().map { index, shown in
                    SampleSession.surface("s\(index)", table: shown.1, dataset: shown.0)
                }, id: id, idleTimeout: 1e8)
        }.session.id
    }

    @Test(arguments: ["missing", "staff", "lost"])
    func `a dataset that the owner may not see is like a missing one, intact or damaged`(name: String) async throws {
        let registry = registry()
        let expected = SessionRegistry.UnknownDataset(index: 1, name: name, reason: nil)
        await #expect(throws: expected) { try await open(["sales-1", name], of: ann, in: registry) }
        #expect(throws: expected) { try registry.retain(["sales-1", name], for: ann) }
        #expect(throws: SessionRegistry.UnknownDataset(index: 0, name: name, reason: nil)) {
            try registry.retain([name], for: ann)
        }
        try await catalog.remove("sales-1")
    }

    @Test func `an owner sees its own datasets, damaged ones with their error, and no owner sees all`() throws {
        let registry = registry()
        #expect(try registry.retain(["sales-1", "sales-2"], for: ann).count == 2)
        #expect(try registry.retain(["sales-1", "staff"], for: bob).count == 2)
        #expect(try registry.retain(["staff"], for: nil).count == 1)
        let error = #expect(throws: SessionRegistry.UnknownDataset.self) {
            try registry.retain(["sales-lost"], for: ann)
        }
        #expect(error?.reason?.kind == .damaged)
    }

    @Test func `an owner whose credential no longer counts adds no dataset, and no other owner is refused`()
        async throws
    {
        let registry = registry(mayStillRead: { $0.subject != "ann" })
        let refusal = SessionRegistry.UnknownDataset(index: 0, name: "sales-1", reason: nil)
        await #expect(throws: refusal) { try await open(of: ann, in: registry) }
        #expect(throws: refusal) { try registry.retain(["sales-1"], for: ann) }
        try await open([], of: ann, in: registry)
        try await open(of: bob, in: registry)
        try await open(of: nil, in: registry)
    }

    @Test func `a session keeps its owner when it is evicted, and after a restart`() async throws {
        let file = try StoreFile()
        var ids: [String: SessionOwner?] = [:]
        do {
            let registry = registry(store: try file.open(clock: time.sessionClock))
            for owner in [ann, bob, ann, nil] { ids[try await open(of: owner, in: registry)] = owner }
            for (id, owner) in ids { #expect(try await registry.cell(id).owner == owner) }
            time.advance(byMilliseconds: 1_000)
            await registry.sweep()
            #expect(try await registry.census().evicted == 4)
            for (id, owner) in ids { #expect(try await registry.cell(id).owner == owner) }
            #expect(registry.state.withLock { $0.owners.count } == 2, "equal owners are shared")
            await registry.close()
        }
        let restarted = registry(store: try file.open(clock: time.sessionClock))
        for (id, owner) in ids { #expect(try await restarted.cell(id).owner == owner) }
        #expect(restarted.state.withLock { $0.owners.count } == 2)
    }

    @Test func `an owner's sessions are limited, and two owners do not mix`() async throws {
        let registry = registry(.init(sessionsPerOwner: 2, evictAfter: 1_000))
        let refusal = SessionError.tooManySessionsOfOwner(limit: 2)
        let first = try await open(of: ann, in: registry)
        await #expect(throws: SessionRegistry.UnknownDataset.self) { try await open(["none"], of: ann, in: registry) }
        try await open(of: SessionOwner(subject: "ann", datasets: .all), in: registry)
        await #expect(throws: refusal) { try await open(of: ann, in: registry) }
        for owner in [bob, bob, nil, nil, nil] { try await open(of: owner, in: registry) }
        await #expect(throws: refusal) { try await open(of: bob, in: registry) }
        time.advance(byMilliseconds: 1_000)
        await registry.sweep()
        #expect(try await registry.census().live == 0)
        await #expect(throws: refusal) { try await open(of: ann, in: registry) }
        try await registry.end(first)
        try await open(of: ann, in: registry)
        await #expect(throws: refusal) { try await open(of: ann, in: registry) }
    }

    @Test func `a refused session counts neither for its owner nor for its address`() async throws {
        let registry = registry(.init(sessionsPerAddress: 2, sessionsPerOwner: 1))
        func create(_ owner: SessionOwner) async throws {
            _ = try await registry.create(
                showing: [], from: "here", ownedBy: owner, line: { _ in [] },
                { id, _ in SampleSession.session([], id: id) })
        }
        try await create(ann)
        for _ in 0..<3 {
            await #expect(throws: SessionError.tooManySessionsOfOwner(limit: 1)) { try await create(ann) }
        }
        try await create(bob)
        await #expect(throws: SessionError.tooManySessionsOfAddress(limit: 2)) { try await create(bob) }
        #expect(try await registry.census().live == 2)
    }

    @Test func `sessions of an earlier run count for their owner, and ended ones do not`() async throws {
        let file = try StoreFile()
        do {
            let registry = registry(store: try file.open(clock: time.sessionClock))
            for _ in 0..<2 { try await open(of: ann, in: registry) }
            try await registry.end(try await open(of: ann, in: registry))
            await registry.close()
        }
        let restarted = registry(.init(sessionsPerOwner: 3), try file.open(clock: time.sessionClock))
        try await open(of: ann, in: restarted)
        await #expect(throws: SessionError.tooManySessionsOfOwner(limit: 3)) { try await open(of: ann, in: restarted) }
        try await open(of: bob, in: restarted)
    }

    @Test func `the line of a log does not depend on the owner`() async throws {
        let file = try StoreFile()
        let store = try file.open(clock: time.sessionClock)
        let registry = registry(store: store)
        for owner in [ann, nil] {
            let id = try await open(of: owner, in: registry)
            let head = try #require(try await store.session(id)?.head)
            #expect(head.line == Array("\(id) 0".utf8))
            #expect(head.owner == owner && head.createdAt == time.now)
        }
    }
}

extension OwnedSessionTests {
    private func registry(store: any SessionStore) -> SessionRegistry {
        registry(.init(evictAfter: 1_000), store)
    }
}
