import ChartStores
import Foundation
import StoreTestSupport
import Testing

@testable import ChartStorage

/// Databases that have lost their last changes, with their WAL or in an older copy.
struct LogEndsTests {
    private static let parts = ["", "-wal", "-shm"]

    private func append(_ revisions: ClosedRange<Int>, to id: String, in store: SQLiteSessionStore) async throws {
        for revision in revisions { try await store.commit(.append(session: id, .sample(revision), datasets: nil)) }
    }

    private func copy(_ file: StoreFile, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for part in Self.parts where FileManager.default.fileExists(atPath: file.path + part) {
            try FileManager.default.copyItem(atPath: file.path + part, toPath: folder + "/sessions.sqlite" + part)
        }
    }

    /// Restores the copied database.
    private func restore(_ folder: String, to file: StoreFile) throws {
        for part in Self.parts {
            try? FileManager.default.removeItem(atPath: file.path + part)
            let source = folder + "/sessions.sqlite" + part
            guard FileManager.default.fileExists(atPath: source) else { continue }
            try FileManager.default.copyItem(atPath: source, toPath: file.path + part)
        }
    }

    /// A database with sessions a and b, where a has lost its last two revisions, and without a third session.
    private func fileWithLoss() async throws -> StoreFile {
        let file = try StoreFile()
        let store = try file.open()
        for id in ["a", "b"] { try await store.commit(.create(.sample(id))) }
        try await append(1...3, to: "a", in: store)
        try await append(1...2, to: "b", in: store)
        try copy(file, to: file.folder + "/copy")
        try await append(4...5, to: "a", in: store)
        try await store.commit(.create(.sample("c")))
        try await append(1...4, to: "c", in: store)
        await store.close()
        try restore(file.folder + "/copy", to: file)
        return file
    }

    @Test func `a log that has lost its last changes damages its session, and still does after a restart`() async throws
    {
        let file = try await fileWithLoss()
        for _ in 0..<2 {
            let store = try file.open()
            await #expect(
                throws: SessionStoreError.damagedSession(
                    "the log ends at revision 3, and revision 5 was committed")
            ) { _ = try await store.session("a") }
            #expect(try await store.session("b")?.entries.count == 2)
            #expect(try await store.session("c") == nil)
            guard case .live(let summary) = try await store.find("a") else {
                Issue.record("the damaged session is not found")
                return
            }
            #expect(summary.revision == 3 && summary.tokens.viewer == StoredHead.sample("a").viewerTokenHash)
            #expect(store.condition == .ready)
            await store.close()
        }
    }

    @Test func `a session that has lost its last changes can be ended`() async throws {
        let file = try await fileWithLoss()
        let store = try file.open()
        try await store.commit(.end(session: "a"))
        #expect(try await store.session("a") == nil)
        await store.close()
        let again = try file.open()
        #expect(try await again.summaries(after: nil, limit: 9).map(\.id) == ["b"])
        await again.close()
    }

    @Test func `a missing database is reported and not recreated`() async throws {
        let file = try StoreFile()
        let store = try file.open()
        try await store.commit(.create(.sample("a")))
        await store.close()
        for part in Self.parts { try? FileManager.default.removeItem(atPath: file.path + part) }
        let error = #expect(throws: SessionStoreError.self) { _ = try file.open() }
        #expect("\(error as Any)".contains("had 1 sessions"))
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try FileManager.default.removeItem(atPath: LogEnds.path(of: file.path))
        await (try file.open()).close()
    }

    @Test(arguments: [nil, 0, 5, 70, 90])
    func `a missing, truncated or altered file of ends damages no session`(length: Int?) async throws {
        let file = try StoreFile()
        let store = try file.open()
        for id in ["a", "b"] { try await store.commit(.create(.sample(id))) }
        try await append(1...3, to: "b", in: store)
        await store.close()
        let path = LogEnds.path(of: file.path)
        if let length {
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            if bytes.count > length { bytes[length] ^= 4 }
            try bytes.prefix(length + 1).write(to: URL(fileURLWithPath: path))
        } else {
            try FileManager.default.removeItem(atPath: path)
        }
        let again = try file.open()
        #expect(try await again.session("b")?.entries.count == 3)
        #expect(try await again.session("a")?.entries.isEmpty == true)
        await again.close()
    }

    /// Rewrites a file of log ends as the first version wrote it.
    private func writeFirstVersion(_ path: String, run: Int64) throws {
        var slots: [LogEndsFile.Slot] = []
        let base = try #require(try LogEndsFile(path)).base
        try LogEndsFile(path)?.forEachGroup { slots += $0 }
        func words(_ words: Int64...) -> [UInt8] {
            words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        }
        func seal(_ one: Int64, _ other: Int64) -> Int64 {
            var seal = RowSeal()
            seal.add(one)
            seal.add(other)
            return seal.value
        }
        var bytes = Array("log ends 1\n     ".utf8) + words(run, base, seal(run, base)) + words(0, 0, 0)
        for slot in slots {
            let start = 64 + Int(slot.key - base) * 16
            bytes += [UInt8](repeating: 0, count: max(0, start + 16 - bytes.count))
            let end = Int64(slot.revision) + 1
            bytes.replaceSubrange(start..<start + 16, with: words(end, seal(slot.key, end)))
        }
        try Data(bytes).write(to: URL(filePath: path))
    }

    @Test(arguments: [true, false], [StoreDurability.commit, .full])
    func `a file of the first version still finds lost changes`(
        isOfThisRun: Bool, durability: StoreDurability
    ) async throws {
        let file = try await fileWithLoss()
        let run = try #require(MachineRun.mark)
        try writeFirstVersion(LogEnds.path(of: file.path), run: isOfThisRun ? run : run ^ 1)
        #expect(LogEnds.count(beside: file.path) == 3)
        let store = try file.open(durability: durability)
        #expect(try LogEndsFile(LogEnds.path(of: file.path))?.version == .current)
        if isOfThisRun || durability == .full {
            await #expect(throws: SessionStoreError.lost(upTo: 5, behind: 3)) { _ = try await store.session("a") }
        } else {
            #expect(try await store.session("a")?.entries.count == 3)
        }
        #expect(try await store.session("b")?.entries.count == 2)
        await store.close()
    }

    @Test func `a slot of an earlier run of the machine counts only if its commit was synchronized`() async throws {
        for (run, counts) in [(LogEndsFile.durable, true), (LogEndsFile.unknownRun, false), (77, false)] {
            let file = try StoreFile()
            let store = try file.open()
            try await store.commit(.create(.sample("a")))
            await store.close()
            try LogEndsFile(LogEnds.path(of: file.path), .write)?
                .write(LogEndsFile.Slot(key: 1, revision: 2, run: run))
            let again = try file.open()
            let entries = try? await again.session("a")?.entries
            #expect((entries == nil) == counts)
            await again.close()
        }
    }

    @Test func `a new session with the key of a lost one is whole`() async throws {
        let file = try await fileWithLoss()
        for round in 0..<2 {
            let store = try file.open()
            if round == 0 { try await store.commit(.create(.sample("d"))) }
            #expect(try await store.session("d")?.entries.isEmpty == true)
            if round == 0 { #expect(LogEnds.count(beside: file.path) == 3) }
            await store.close()
        }
    }

    @Test func `a log with lost changes takes no further ones`() async throws {
        let file = try await fileWithLoss()
        for _ in 0..<2 {
            let store = try file.open()
            let loss = SessionStoreError.lost(upTo: 5, behind: 3)
            #expect(await store.refusal(of: .sample("a", 4)) == loss)
            let snapshot = StoredSnapshot(revision: 9, state: [])
            #expect(await store.refusal(of: .snapshot(session: "a", snapshot, keepsHistory: false)) == loss)
            await store.close()
        }
    }

    @Test func `a missing file is written for all live sessions`() async throws {
        let file = try StoreFile()
        let store = try file.open()
        for number in 0..<600 { _ = store.enqueue(.create(.sample("\(number)")), on: ChangeChain()) { _ in } }
        try await append(1...3, to: "7", in: store)
        try await store.commit(.end(session: "8"))
        await store.close()
        let path = LogEnds.path(of: file.path)
        try FileManager.default.removeItem(atPath: path)
        let again = try file.open()
        try await append(4...5, to: "7", in: again)
        try await eventually { LogEnds.count(beside: file.path) == 599 }
        #expect(try LogEndsFile(path)?.slot(of: 8)?.revision == 5)
        #expect(try LogEndsFile(path)?.slot(of: 10)?.revision == 0)
        await again.close()
    }

    @Test func `a file that begins behind the sessions of an older copy gets their slots`() async throws {
        let file = try await fileWithLoss()
        let path = LogEnds.path(of: file.path)
        let later = try LogEndsFile(creating: path, base: 2)
        try later.write(LogEndsFile.Slot(key: 2, revision: 9, run: LogEndsFile.durable))
        try later.write(LogEndsFile.Slot(key: 7, revision: 1, run: LogEndsFile.durable))
        let store = try file.open()
        try await eventually { LogEnds.count(beside: file.path) == 2 }
        #expect(try LogEndsFile(path)?.slot(of: 1)?.revision == 3)
        await #expect(throws: SessionStoreError.lost(upTo: 9, behind: 2)) { _ = try await store.session("b") }
        await store.close()
        #expect(try LogEndsFile(path)?.slot(of: 2)?.revision == 9)
    }

    @Test func `the slots of ended sessions are given up when they take most of the file`() async throws {
        let file = try StoreFile()
        let path = LogEnds.path(of: file.path)
        let (last, first): (Int64, Int64) = (180_000, 150_001)
        let old = try LogEndsFile(creating: path, base: 1)
        for key in first...last { try old.write(LogEndsFile.Slot(key: key, revision: Int(key), run: 0)) }
        let few = try LogEnds.open(beside: file.path, SessionKeys(last: last, firstLive: 80_000), durability: .commit)
        #expect(few.gone == 0 && !few.isNew)
        #expect(try LogEndsFile(path)?.base == 1)
        let opening = try LogEnds.open(
            beside: file.path, SessionKeys(last: last, firstLive: first), durability: .commit)
        #expect(try LogEndsFile(path)?.base == first)
        #expect(try Data(contentsOf: URL(filePath: path)).count == 64 + 30_000 * 24)
        for key in [first, first + 9, last] { #expect(opening.ends.revision(of: key) == Int(key)) }
        #expect(LogEnds.count(beside: file.path) == 30_000)
    }
}
