import ChartTestSupport
import Foundation
import Testing

@testable import ChartSessions
@testable import ChartStorage

/// Databases that have lost their last changes, as with the log of the database or with an older copy of it.
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

    /// Puts the database back as it was when it was copied.
    private func restore(_ folder: String, to file: StoreFile) throws {
        for part in Self.parts {
            try? FileManager.default.removeItem(atPath: file.path + part)
            let source = folder + "/sessions.sqlite" + part
            guard FileManager.default.fileExists(atPath: source) else { continue }
            try FileManager.default.copyItem(atPath: source, toPath: file.path + part)
        }
    }

    /// A database with the sessions a and b, of which a has lost its last two revisions, and a third one is gone.
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

    @Test func `a log that has lost its last changes damages its session, also at the next start`() async throws {
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

    @Test func `a database that is gone is not made anew without a word`() async throws {
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
    func `a file of ends that is missing, cut or altered costs no session`(length: Int?) async throws {
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
