import ArgumentParser
import ChartSeries
import Foundation
import HTTPTypes
import Testing

@testable import ChartCommands
@testable import ChartStorage
@testable import ServerTestSupport

struct CommandTests {
    private func run(_ arguments: [String]) async throws {
        var command = try ChartSurfaceCommand.parseAsRoot(arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    @Test(arguments: [
        ["--htp-port", "1"], ["serve", "--http-port", "x"], ["serve", "stray"], ["--config", "/no/such.yaml"],
        ["--demo-enabled", "maybe"],
    ])
    func `a bad configuration exits with 78`(arguments: [String]) async {
        await #expect(throws: ExitCode(78)) { try await run(arguments) }
    }

    @Test func `a port in use exits with 69`() async throws {
        let (server, other) = (try TestServer(), try TemporaryDirectory())
        try await server.test(.socket) { client in
            let port = try #require(client.port)
            await #expect(throws: ExitCode(69)) {
                try await run([
                    "--http-host", "localhost", "--http-port", "\(port)", "--data-dir", other.path,
                    "--log-level", "critical",
                ])
            }
        }
    }

    @Test func `a data directory that a server has open exits with 75, but can be listed`() async throws {
        let server = try TestServer()
        try await server.test { _ in
            let arguments = ["--data-dir", server.directory.path]
            await #expect(throws: ExitCode(75)) {
                try await run(["--http-port", "0", "--log-level", "critical"] + arguments)
            }
            await #expect(throws: ExitCode(75)) { try await run(["generate", "--rows", "1"] + arguments) }
            try await run(["datasets"] + arguments)
        }
    }

    @Test func `an imported dataset is there after the next start`() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("date,active,note\n2024-10-15,613,\n2024-10-16,598,\n", to: "users.csv")
        try await run(["import", file, "--name", "users", "--columns", "active", "--data-dir", directory.path])
        let found = try DatasetDirectory(dataDirectory: directory.path).open()
        let table = try #require(found.first { $0.name == "users" }).table.get()
        #expect(table.xKind == .date)
        #expect(table.columns.map(\.name) == ["active"])
        #expect(table.rowCount == 2)
    }

    @Test func `a generated walk has the requested number of rows`() async throws {
        let directory = try TemporaryDirectory()
        try await run(["generate", "--rows", "100", "--name", "walk", "--seed", "1", "--data-dir", directory.path])
        #expect(try DatasetDirectory.summaries(dataDirectory: directory.path).map(\.rows) == [100])
        try await run(["datasets", "--data-dir", directory.path])
    }

    @Test func `a missing file and a file without a table have exit codes of their own`() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("x,y\n2,1\n1,1\n", to: "bad.csv")
        await #expect(throws: ExitCode(66)) {
            try await run(["import", "/no/such.csv", "--name", "a", "--data-dir", directory.path])
        }
        await #expect(throws: ExitCode(65)) {
            try await run(["import", file, "--name", "a", "--data-dir", directory.path])
        }
        #expect(try DatasetDirectory.summaries(dataDirectory: directory.path).isEmpty)
    }

    @Test func `an import accepts JSON, bare doubles, epoch seconds and a time zone`() async throws {
        let directory = try TemporaryDirectory()
        let json = try directory.write(#"{"columns":["t","v"],"rows":[[1,2],[3,null]]}"#, to: "rows.json")
        let seconds = try directory.write("t,v\n1.5,2\n", to: "seconds.csv")
        let local = try directory.write("t,v\n1970-01-02,2\n", to: "local.csv")
        let doubles = directory.path + "/rows.f64"
        let bits = ([1, 2, 10, 20] as [Double]).map(\.bitPattern)
        let bytes = bits.flatMap { bits in (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) } }
        try Data(bytes).write(to: URL(fileURLWithPath: doubles))
        let data = ["--data-dir", directory.path]
        try await run(["import", json, "--name", "json"] + data)
        try await run(["import", seconds, "--name", "seconds", "--x-kind", "date", "--x-unit", "seconds"] + data)
        try await run(["import", local, "--name", "local", "--time-zone", "Asia/Tokyo"] + data)
        try await run(["import", doubles, "--name", "doubles", "--format", "doubles", "--columns", "t,v"] + data)
        await #expect(throws: ExitCode(65)) {
            try await run(["import", json, "--name", "x", "--format", "csv"] + data)
        }
        let names = (0...1024).map { "c\($0)" }.joined(separator: ",")
        let wide = try directory.write("t,\(names)\n1" + String(repeating: ",2", count: 1025) + "\n", to: "wide.csv")
        await #expect(throws: ExitCode(65)) { try await run(["import", wide, "--name", "x"] + data) }
        var tables: [String: Table] = [:]
        for found in try DatasetDirectory(dataDirectory: directory.path).open() {
            tables[found.name] = try found.table.get()
        }
        #expect(tables["json"]?.x == [1, 3] && tables["json"]?.columns[0].missingCount == 1)
        #expect(tables["seconds"]?.x == [1500] && tables["seconds"]?.xKind == .date)
        #expect(tables["local"]?.x == [54_000_000])
        #expect(tables["doubles"]?.x == [1, 2] && tables["doubles"]?.columns[0].values == [10, 20])
        #expect(tables["x"] == nil)
    }

    @Test func `a bad name of a dataset is refused before the command reads anything`() {
        #expect(throws: (any Error).self) { try ChartSurfaceCommand.parseAsRoot(["import", "f", "--name", "../x"]) }
    }

    @Test func `serve is the default command, and help lists the keys`() throws {
        #expect(try ChartSurfaceCommand.parseAsRoot(["--http-port", "1"]) is ServeCommand)
        #expect(try ChartSurfaceCommand.parseAsRoot([]) is ServeCommand)
        #expect(ChartSurfaceCommand.helpMessage(for: ServeCommand.self).contains("--session-gesture-timeout"))
        let help = ChartSurfaceCommand.helpMessage()
        #expect(help.contains("SUBCOMMANDS:") && !help.contains("--session-gesture-timeout"))
        #expect(
            try #/0\.2\.0( \([0-9a-f]{7,40}\+?, [0-9]{4}-[0-9]{2}-[0-9]{2}\))?/#.wholeMatch(
                in: ChartSurfaceCommand.configuration.version) != nil)
    }
}
