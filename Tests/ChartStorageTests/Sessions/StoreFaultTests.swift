import ChartStores
import Foundation
import GRDB
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartStorage

/// Failures of a database's file or disk, and the recovery afterwards.
struct StoreFaultTests {
    private let file: StoreFile
    private let store: SQLiteSessionStore
    private let trials = StoreTrials()

    init() async throws {
        file = try StoreFile()
        store = try file.open(.impatient(counting: trials))
        try await store.commit(.create(.sample("a")))
        for revision in 1...3 { try await store.commit(.sample("a", revision)) }
    }

    @Test func `a full disk fails all changes, and the store recovers when it has room`() async throws {
        try store.execute("PRAGMA max_page_count = 20")
        let chain = ChangeChain()
        let large = LogEntry(revision: 4, line: [UInt8](repeating: 1, count: 200_000))
        #expect(await store.refusal(of: .append(session: "a", large, datasets: ["x"]), on: chain) == .full)
        #expect(await store.refusal(of: .sample("a", 5), on: chain) == .full)
        try await expectAsBefore()
        try store.execute("PRAGMA max_page_count = 1000000")
        try await expectRecovery()
    }

    @Test func `the store recovers after another process unlocks the database`() async throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: file.path, configuration: configuration)
        try other.execute("BEGIN IMMEDIATE")
        try expectUnavailable(await store.refusal(of: .sample("a", 4)))
        // The store retries meanwhile, and reports a stalled trial while it waits for the lock.
        switch store.condition {
        case .failing(.unavailable), .stalled: break
        case .failing, .ready: Issue.record("the store is \(store.condition)")
        }
        try await expectAsBefore()
        try other.execute("ROLLBACK")
        try await expectRecovery()
    }

    @Test func `the store replaces connections that cannot write`() async throws {
        try store.execute("PRAGMA query_only = 1")
        try expectUnavailable(await store.refusal(of: .sample("a", 4)))
        try await expectAsBefore()
        try await expectRecovery()
    }

    @Test(arguments: ["", "-wal"])
    func `a removed file fails changes until it is put back`(suffix: String) async throws {
        try FileManager.default.moveItem(atPath: file.path + suffix, toPath: file.path + ".away")
        try expectUnavailable(await store.refusal(of: .sample("a", 4)))
        try Data().write(to: URL(filePath: file.path + suffix))
        try await trials.another()
        try expectUnavailable(await store.refusal(of: .sample("a", 4)))
        try FileManager.default.removeItem(atPath: file.path + suffix)
        try FileManager.default.moveItem(atPath: file.path + ".away", toPath: file.path + suffix)
        try await expectRecovery()
    }

    @Test(arguments: [true, false])
    func `damage found by a reader stops the writer until the repair`(isWrittenTo: Bool) async throws {
        let chain = ChangeChain()
        for revision in 4...400 {
            let entry = LogEntry(revision: revision, line: [UInt8](repeating: 5, count: 2_000))
            try await store.commit(.append(session: "a", entry, datasets: nil), on: chain)
        }
        let before = try await store.session("a")
        await store.close()
        let sound = try Data(contentsOf: URL(filePath: file.path))
        let trials = StoreTrials()
        let reopened = try file.open(.impatient(counting: trials))
        let spoiled = try FileHandle(forUpdating: URL(filePath: file.path))
        try spoiled.seek(toOffset: UInt64(sound.count / 4))
        try spoiled.write(contentsOf: Data(repeating: 0xA5, count: sound.count / 2))
        await #expect(throws: SessionStoreError.self) { try await reopened.session("a") }
        guard case .failing(.damaged) = reopened.condition else {
            Issue.record("the store is \(reopened.condition)")
            return
        }
        if isWrittenTo, await reopened.refusal(of: .create(.sample("b"))) == nil { Issue.record("it was written to") }
        try await trials.another()
        #expect(reopened.condition != .ready)
        try spoiled.seek(toOffset: 0)
        try spoiled.write(contentsOf: sound)
        try await eventually { reopened.condition == .ready }
        #expect(try await reopened.session("a") == before)
        try await reopened.commit(.sample("a", 401))
    }

    @Test func `a file that is no database is not opened`() async throws {
        let file = try StoreFile()
        try Data("date,weather,wind,more than a hundred bytes of what is no database at all".utf8)
            .write(to: URL(filePath: file.path))
        #expect(throws: SessionStoreError.self) { try file.open() }
        do throws(SessionStoreError) {
            _ = try file.open()
        } catch {
            guard case .damaged = error else { throw error }
        }
    }

    @Test func `a missing folder is unavailable`() throws {
        do throws(SessionStoreError) {
            _ = try StoreFile.open(file.folder + "/none/sessions.sqlite")
            Issue.record("it was opened")
        } catch {
            try expectUnavailable(error)
        }
    }

    @Test func `a database of a newer version is not opened`() async throws {
        try await store.connections.current.pool.write { database in
            try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('from the future')")
        }
        await store.close()
        do throws(SessionStoreError) {
            _ = try file.open()
            Issue.record("it was opened")
        } catch {
            #expect(error.description.hasSuffix("was written by a newer version of this server"))
        }
    }

    private func expectAsBefore() async throws {
        #expect(try await store.session("a")?.entries == [.sample(1), .sample(2), .sample(3)])
        #expect(try await store.session("a")?.head.datasets == ["users"])
    }

    private func expectRecovery() async throws {
        try await eventually { store.condition == .ready }
        try await store.commit(.sample("a", 4))
        #expect(try await store.session("a")?.entries == (1...4).map { .sample($0) })
        await store.close()
        #expect(try await file.open().session("a")?.entries == (1...4).map { .sample($0) })
    }

    private func expectUnavailable(_ error: SessionStoreError?) throws {
        guard case .unavailable = error else {
            Issue.record("the error is \(error.map(String.init(describing:)) ?? "none")")
            return
        }
    }
}
