import ChartTestSupport
import Foundation
import Testing

@testable import ChartSessions
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
            #expect(try await store.tokens(of: "a") != nil)
            #expect(store.condition == .ready)
            await store.close()
        }
    }

    @Test func `a session that has lost its last changes can be ended`() async throws {
        let file = try await fileWithLoss()
        let store = try file.open()
        try await store.commit(.end(session: "a", at: 7))
        #expect(try await store.session("a") == nil)
        await store.close()
        let again = try file.open()
        #expect(try again.contents().live.map(\.id) == ["b"])
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
}
