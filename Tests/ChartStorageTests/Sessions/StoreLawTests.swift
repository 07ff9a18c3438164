import ChartStores
import CoreTestSupport
import Foundation
import GRDB
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartSessions
@testable import ChartStorage

/// A session from its callers' view: counted changes, and changes that wait on the chain.
private struct Cell {
    let id: String
    var chain = ChangeChain()
    var counted: [LogEntry] = []
    var waiting: [LogEntry] = []

    /// Breaks the chain and returns to the counted changes.
    mutating func goBack() {
        counted += waiting.prefix(chain.break(with: .unavailable("given up")))
        waiting = []
        chain = ChangeChain()
    }
}

struct StoreLawTests {
    @Test(arguments: UInt64(0)..<12)
    func `a log holds exactly the counted changes after any failure`(seed: UInt64) async throws {
        let file = try StoreFile()
        let faults = Mutex(SeededCases(seed: seed))
        var tuning = StoreTuning.impatient
        tuning.trialInterval = .milliseconds(1)
        tuning.entriesPerTailFlush = 30
        tuning.beforeCommit = {
            try faults.withLock { cases in
                guard cases.isTrue(oneIn: 5) else { return }
                throw DatabaseError(
                    resultCode: cases.element(of: [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_BUSY]), message: "injected")
            }
        }
        tuning.afterCommit = { if faults.withLock({ $0.isTrue(oneIn: 3) }) { usleep(300) } }
        let store = try file.open(tuning)
        var cells = ["a", "b", "c"].map { Cell(id: $0) }
        for cell in cells { try await eventually { await store.refusal(of: .create(.sample(cell.id))) == nil } }

        var cases = SeededCases(seed: seed &+ 1_000)
        for number in 0..<1_500 {
            let index = cases.integer(in: 0...2)
            if cells[index].chain.isBroken || cases.isTrue(oneIn: 15) { cells[index].goBack() }
            let revision = cells[index].counted.count + cells[index].waiting.count + 1
            let entry = LogEntry(revision: revision, line: Array("\(revision) of \(number)".utf8))
            cells[index].waiting.append(entry)
            _ = store.enqueue(.append(session: cells[index].id, entry, datasets: nil), on: cells[index].chain) { _ in }
            if cases.isTrue(oneIn: 4) { try await Task.sleep(for: .microseconds(cases.integer(in: 0...400))) }
        }
        for index in cells.indices { cells[index].goBack() }
        #expect(cells.contains { !$0.counted.isEmpty })
        for cell in cells {
            try await eventually { (try? await store.session(cell.id)?.entries) == cell.counted }
        }
        await store.close()
        let reopened = try file.open()
        for cell in cells { #expect(try await reopened.session(cell.id)?.entries == cell.counted) }
    }

    @Test(arguments: UInt64(0)..<3)
    func `the files of a killed process hold whole groups, and all completed changes`(seed: UInt64) async throws {
        let file = try StoreFile()
        var tuning = StoreTuning()
        tuning.entriesPerTailFlush = 10
        let gate = Gate()
        tuning.beforeCommit = { gate.pass() }
        let store = try file.open(tuning)
        for id in ["a", "b"] { try await store.commit(.create(.sample(id))) }
        let chains = (ChangeChain(), ChangeChain())
        for revision in 1...40 {
            gate.close()
            _ = store.enqueue(.clearTombstones(olderThan: 1_000_000, keeping: 9), on: ChangeChain()) { _ in }
            await gate.waitForArrival()
            let told = Mutex(false)
            _ = store.enqueue(.sample("b", 2 * revision - 1), on: chains.1) { _ in }
            _ = store.enqueue(.sample("a", revision), on: chains.0) { _ in }
            _ = store.enqueue(.sample("b", 2 * revision), on: chains.1) { _ in told.withLock { $0 = true } }
            gate.open()
            try await eventually { told.withLock(\.self) }
        }
        let database = try Data(contentsOf: URL(filePath: file.path))
        let log = try Data(contentsOf: URL(filePath: file.path + "-wal"))
        await store.close()

        var cases = SeededCases(seed: seed)
        for cut in [log.count] + (0..<12).map({ _ in cases.integer(in: 40_000...log.count) }).sorted(by: >) {
            let copy = try StoreFile()
            try database.write(to: URL(filePath: copy.path))
            try log.prefix(cut).write(to: URL(filePath: copy.path + "-wal"))
            guard let found = try? copy.open() else {
                Issue.record("files cut at \(cut) cannot be opened")
                continue
            }
            let entries = try await found.session("a")?.entries ?? []
            let others = try await found.session("b")?.entries ?? []
            #expect(others.count == 2 * entries.count)
            #expect(entries == (0..<entries.count).map { .sample($0 + 1) })
            #expect(others == (0..<others.count).map { .sample($0 + 1) })
            if cut == log.count { #expect(entries.count == 40) }
            await found.close()
        }
    }

    @Test func `an entry takes one statement, and a few more for changed datasets`() async throws {
        let file = try StoreFile()
        let store = try file.open()
        try await store.commit(.create(.sample("a")))
        try await store.commit(.sample("a", 1))
        let statements = Mutex<[String]>([])
        try await store.connections.current.pool.writeWithoutTransaction { database in
            database.trace { event in
                let word = String("\(event)".prefix { $0 != " " })
                statements.withLock { $0.append(word) }
            }
        }
        try await store.commit(.sample("a", 2))
        #expect(statements.withLock(\.self) == ["BEGIN", "INSERT", "COMMIT"])
        try await store.commit(.sample("a", 3, datasets: ["x"]))
        #expect(
            statements.withLock { $0.dropFirst(3).filter { $0 != "SELECT" } }
                == ["BEGIN", "UPDATE", "DELETE", "INSERT", "INSERT", "COMMIT"])
    }

    @Test func `changes that are not due share the transaction of the next flush`() async throws {
        let transactions = Mutex(0)
        var tuning = StoreTuning()
        tuning.beforeCommit = { transactions.withLock { $0 += 1 } }
        let file = try StoreFile()
        let store = try file.open(tuning)
        try await store.commit(.create(.sample("a")))
        try await store.commit(.create(.sample("b")))
        let before = transactions.withLock { $0 }
        let chains = (ChangeChain(), ChangeChain())
        await withCheckedContinuation { continuation in
            for revision in 1...20 {
                _ = store.enqueue(.sample("a", revision), on: chains.0, isDue: false) { _ in }
                _ = store.enqueue(.sample("b", revision), on: chains.1, isDue: false) { _ in
                    if revision == 20 { continuation.resume() }
                }
            }
            store.flush()
        }
        #expect(transactions.withLock { $0 } == before + 1)
        await store.close()
        let reopened = try file.open()
        for id in ["a", "b"] { #expect(try await reopened.session(id)?.entries.count == 20) }
    }

    @Test func `an entry stores any bytes unchanged`() async throws {
        let file = try StoreFile()
        let store = try file.open()
        try await store.commit(.create(.sample("a")))
        let lines: [[UInt8]] = [[], [0], [0, 255, 0], Array(0...255), [UInt8](repeating: 9, count: 300_000)]
        for (index, line) in lines.enumerated() {
            try await store.commit(
                .append(session: "a", LogEntry(revision: index + 1, line: line), datasets: nil))
        }
        await store.close()
        #expect(try await file.open().session("a")?.entries.map(\.line) == lines)
    }

    @Test func `ended and dropped long logs leave no entries`() async throws {
        let file = try StoreFile()
        let store = try file.open()
        let chains = ["a", "b"].map { ($0, ChangeChain()) }
        for (id, chain) in chains {
            try await store.commit(.create(.sample(id)), on: chain)
            for revision in 1..<1_500 { _ = store.enqueue(.sample(id, revision), on: chain) { _ in } }
            try await store.commit(.sample(id, 1_500), on: chain)
        }
        try await store.commit(
            .snapshot(session: "b", StoredSnapshot(revision: 1_490, state: [1]), keepsHistory: false))
        try await store.commit(.end(session: "a"))
        await store.close()

        let reopened = try file.open()
        let pool = reopened.connections.current.pool
        try await eventually {
            try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM purges") } == 0
        }
        #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entries") } == 10)
        #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshots") } == 1)
        #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM heads") } == 1)
        #expect(try await reopened.session("b")?.entries.count == 10)
    }

    @Test func `a log replaced by a snapshot continues after it when the process was killed`() async throws {
        let file = try StoreFile()
        let first = try file.open()
        try await first.commit(.create(.sample("a")))
        for revision in 1...2 { try await first.commit(.sample("a", revision)) }
        await first.close()

        let killed = try file.open()
        for revision in 3...4 { try await killed.commit(.sample("a", revision)) }
        let snapshot = StoredSnapshot(revision: 4, state: [4])
        try await killed.commit(.snapshot(session: "a", snapshot, keepsHistory: false))
        let pool = killed.connections.current.pool
        try await eventually {
            try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entries") } == 0
        }
        let copy = try StoreFile()
        for end in ["", "-wal"] {
            try Data(contentsOf: URL(filePath: file.path + end)).write(to: URL(filePath: copy.path + end))
        }
        await killed.close()

        let store = try copy.open()
        #expect(await store.refusal(of: .sample("a", 4)) != nil)
        #expect(await store.refusal(of: .sample("a", 6)) != nil)
        #expect(await store.refusal(of: .sample("a", 5)) == nil)
        #expect(try await store.session("a")?.entries == [.sample(5)])
        #expect(try await store.session("a")?.snapshot == snapshot)
    }

    @Test func `the WAL restarts while changes keep coming`() async throws {
        let file = try StoreFile()
        var tuning = StoreTuning()
        tuning.bytesPerCheckpoint = 100_000
        tuning.pagesOfLog = 50
        let store = try file.open(tuning)
        let line = [UInt8](repeating: 3, count: 4_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ["a", "b", "c", "d", "e", "f"] {
                group.addTask {
                    try await store.commit(.create(.sample(id)))
                    for revision in 1...600 {
                        try await store.commit(
                            .append(session: id, LogEntry(revision: revision, line: line), datasets: nil))
                    }
                }
            }
            try await group.waitForAll()
        }
        let size = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")[.size] as? Int ?? 0
        #expect(size < 6 * 600 * line.count / 2)
        for id in ["a", "f"] { #expect(try await store.session(id)?.entries.count == 600) }
    }
}
