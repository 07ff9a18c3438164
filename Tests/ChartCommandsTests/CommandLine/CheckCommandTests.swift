import ArgumentParser
import Configuration
import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import ChartCommands
@testable import ChartStorage
@testable import ServerTestSupport

/// `chart-surface check` on the data directory of a stopped server.
struct CheckCommandTests {
    private func server() async throws -> (server: TestServer, data: String) {
        var server = try TestServer()
        let data = server.directory.path + "/data"
        server.values["data.dir"] = .init(stringLiteral: data)
        try await server.test { client in
            let service = Service(client: client)
            for name in ["a", "b"] { try await service.importLine(as: name) }
            _ = try await service.send(.post, "/v1/datasets/a/rows", "t,v\n101,1\n", type: "text/csv")
            for _ in 0..<2 {
                let session = try await service.open(#""dataset":"b""#)
                try await session.patchAxis("x", #"{"visibleRange":[1,2]}"#)
            }
        }
        return (server, data)
    }

    /// The exit code of the command.
    private func check(_ data: String, repair: Bool = false) throws -> Int32 {
        let command = try CheckCommand.parse(["--data-dir", data] + (repair ? ["--repair"] : []))
        do { try command.run() } catch let code as ExitCode { return code.rawValue }
        return 0
    }

    /// Every file except the one that SQLite keeps for processes that have the database open.
    private func files(_ data: String) throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: data).filter { !$0.hasSuffix("-shm") }
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                FileManager.default.contents(atPath: data + "/" + name).map { (name, $0) }
            })
    }

    @Test func `the check does not change sound data`() async throws {
        let (server, data) = try await server()
        defer { withExtendedLifetime(server) {} }
        let before = try files(data)
        #expect(try check(data) == 0)
        #expect(try check(data, repair: true) == 0)
        #expect(try files(data) == before)
    }

    @Test(arguments: ["manifest.json", "1-journal", "1-1.f64"])
    func `the check reports a damaged dataset, and the repair sets it aside`(file: String) async throws {
        let (server, data) = try await server()
        let place = URL(fileURLWithPath: data + "/datasets/a/" + file)
        var bytes = try Data(contentsOf: place)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: place)
        let damaged = try files(data)
        #expect(try check(data) == 65)
        #expect(try files(data) == damaged)
        #expect(try check(data, repair: true) == 65)
        let kept = try Data(contentsOf: URL(fileURLWithPath: data + "/set-aside/1-datasets-a/" + file))
        #expect(kept == bytes)
        #expect(try check(data) == 0)
        try await server.test { client in
            let service = Service(client: client)
            let statuses = (
                try await service.send(.get, "/v1/datasets/a").status,
                try await service.send(.get, "/v1/datasets/b").status
            )
            #expect(statuses == (404, 200))
        }
    }

    @Test func `a journal with an unfinished append of a killed process is mendable`() async throws {
        let (server, data) = try await server()
        defer { withExtendedLifetime(server) {} }
        let journal = try #require(FileHandle(forWritingAtPath: data + "/datasets/a/1-journal"))
        try journal.seekToEnd()
        try journal.write(contentsOf: Data("half a li".utf8))
        try journal.close()
        let left = try files(data)
        let findings = try DatasetAudit(dataDirectory: data).run(isRepairing: false)
        #expect(findings.map(\.verdict) == [.mendable, .sound])
        #expect(findings.first?.detail.contains("9 bytes of an append that was never answered") == true)
        #expect(try check(data) == 0)
        #expect(try files(data) == left)
    }

    @Test func `the check reports a damaged session, and the repair sets its lines aside`() async throws {
        let (server, data) = try await server()
        defer { withExtendedLifetime(server) {} }
        let queue = try DatabaseQueue(path: data + "/sessions.sqlite")
        let id = try await queue.write { database in
            try database.execute(sql: "UPDATE entries SET revision = 7 WHERE id = 1")
            return try String.fetchOne(database, sql: "SELECT id FROM sessions ORDER BY key") ?? ""
        }
        try queue.close()
        #expect(try check(data) == 65)
        #expect(try check(data, repair: true) == 65)
        let lines = try String(contentsOfFile: data + "/set-aside/1-session-\(id).ndjson", encoding: .utf8)
        #expect(lines.split(separator: "\n").count == 2)
        #expect(try check(data) == 0)
    }

    @Test func `the check reports a session that cannot be restored, and the repair leaves its log`() async throws {
        let (server, data) = try await server()
        defer { withExtendedLifetime(server) {} }
        let queue = try DatabaseQueue(path: data + "/sessions.sqlite")
        try await queue.write { database in
            try database.execute(
                sql: """
                    DELETE FROM snapshots;
                    UPDATE marks SET sealedFrom = 1000;
                    UPDATE entries SET seal = NULL, line = CAST(replace(CAST(line AS TEXT), '[1,2]', '[1,3]') AS BLOB)
                    WHERE id = 1
                    """)
        }
        try queue.close()
        let left = try files(data)
        #expect(try check(data) == 65)
        #expect(try check(data, repair: true) == 65)
        #expect(try files(data) == left)
    }

    @Test func `the check reports a session without its last changes, and the repair ends it`() async throws {
        let (server, data) = try await server()
        defer { withExtendedLifetime(server) {} }
        let queue = try DatabaseQueue(path: data + "/sessions.sqlite")
        try await queue.write { database in
            try database.execute(
                sql: "DELETE FROM entries WHERE session = 1; DELETE FROM heads WHERE session = 1")
        }
        try queue.close()
        let left = try files(data)
        #expect(try check(data) == 65)
        #expect(try files(data) == left)
        #expect(try check(data, repair: true) == 65)
        #expect(try check(data) == 0)
    }

    @Test func `the check reports a missing database`() async throws {
        let (server, data) = try await server()
        defer { withExtendedLifetime(server) {} }
        for part in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: data + "/sessions.sqlite" + part)
        }
        #expect(try check(data) == 65)
        #expect(try check(data, repair: true) == 65)
        #expect(FileManager.default.fileExists(atPath: data + "/set-aside/1-sessions.sqlite-ends"))
        #expect(try check(data) == 0)
    }

    @Test func `the repair sets a file that is not a database aside as a whole`() async throws {
        let (server, data) = try await server()
        defer { withExtendedLifetime(server) {} }
        try Data(repeating: 7, count: 9_000).write(to: URL(fileURLWithPath: data + "/sessions.sqlite"))
        #expect(try check(data) == 65)
        #expect(try check(data, repair: true) == 65)
        #expect(FileManager.default.fileExists(atPath: data + "/set-aside/1-sessions.sqlite"))
        #expect(try check(data) == 0)
    }

    @Test func `the check does not read a directory that another process has open`() async throws {
        let (server, data) = try await server()
        defer { withExtendedLifetime(server) {} }
        let holder = try DatasetDirectory(dataDirectory: data)
        #expect(try check(data) == 75)
        withExtendedLifetime(holder) {}
    }
}
